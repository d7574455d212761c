import assert from 'node:assert/strict';
import { askStep, BACK } from '../../../src/editor/askText.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { markupIn } from '../../support/fakeVscode/markup.ts';
import { turn } from '../../support/turn.ts';

const MARKUP = '[x](command:quit) $(flame)';

describe('askStep', () => {
  let end: AbortController;

  withNewDesk();
  beforeEach(() => {
    end = new AbortController();
  });
  // A box that stays open would keep the focus from the rows of other tests.
  afterEach(() => {
    end.abort();
    desk.box?.hide();
  });

  /** A box at the second of three steps, whose checks the test ends. */
  function ask(prompt = 'Prompt') {
    const checks: { text: string; signal: AbortSignal; end: (complaint?: string) => void }[] = [];
    const answer = askStep({
      ...{ title: 'Name', prompt, placeholder: '', value: '', step: 2, totalSteps: 3 },
      ended: end.signal,
      onType: () => undefined,
      check: (text, signal) =>
        new Promise((resolve) => {
          checks.push({ text, signal, end: resolve });
        }),
    });
    return { box: desk.box!, checks, answer };
  }

  it('checks a text once, shows what is wrong until another is typed, and cancels the check of a changed text', async () => {
    const { box, checks, answer } = ask();
    box.enter('one');
    box.accept();
    assert.deepEqual([box.busy, box.says, checks.length], [true, 'Checking…', 1]);
    checks[0]!.end('Too short.');
    await turn();
    assert.deepEqual([box.busy, box.says, box.disposed], [false, 'Too short.', false]);
    box.type('two');
    assert.equal(box.says, 'Prompt');
    box.accept();
    box.type('three');
    assert.deepEqual([checks[1]!.signal.aborted, box.busy, box.says], [true, false, 'Prompt']);
    checks[1]!.end();
    box.accept();
    checks[2]!.end();
    assert.equal(await answer, 'three');
  });

  it('a prompt and what is wrong with a text are text: no link, no icon', async () => {
    const { box, checks } = ask(MARKUP);
    const prompt = box.says;
    box.enter('one');
    checks[0]!.end(MARKUP);
    await turn();
    for (const said of [prompt, box.says]) {
      assert.equal(said.replaceAll('\u200b', ''), MARKUP);
      assert.deepEqual(markupIn(said), []);
    }
  });

  it('cancels the check of a text on Back, and when the user closes the box', async () => {
    const [back, closed] = [ask(), ask()];
    for (const { box } of [back, closed]) box.enter('one');
    back.box.goBack();
    closed.box.hide();
    assert.deepEqual([await back.answer, await closed.answer], [BACK, undefined]);
    for (const { checks } of [back, closed]) assert.equal(checks[0]!.signal.aborted, true);
  });
});
