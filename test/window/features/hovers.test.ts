import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { Position, Range } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { sentProjects } from '../../support/projects.ts';

const ADDRESS = '9mBqHarbor22ad';
const HARBOR = {
  ...{ id: 7, name: 'Harbor [x](command:quit)', transferable: false },
  ...{ mintAddress: ADDRESS, status: 'processing' },
};

/** The service gave no kind of it. */
const ODD = { id: 8, name: 'Odd', mintAddress: '4kOddOdd33bc' };

describe('hovers in a text', () => {
  const the = windows();

  async function start(rows: readonly object[] = [HARBOR, ODD]) {
    const opened = await the.opened(rows, { 'n/7': { total: 4, confirmed: 3 } });
    await eventually(() => opened.desk.hoverProvider !== undefined, true);
    return opened;
  }
  const hover = async ({ desk }: FakeWindow, text: string, place: number) => {
    const getWordRangeAtPosition = ({ character }: Position, pattern: RegExp) => {
      const all = [...text.matchAll(new RegExp(pattern, 'g'))];
      const ends = all.map(({ 0: word, index }) => [index, index + word.length] as const);
      const found = ends.find(([start, end]) => start <= character && character <= end);
      return found && new Range(0, found[0], 0, found[1]);
    };
    const getText = ({ start, end }: Range) => text.slice(start.character, end.character);
    const document = { getWordRangeAtPosition, getText };
    return desk.hoverProvider!.provideHover(document, new Position(0, place));
  };

  it('shows the project of a mint address in a hover without a request, and, if it has a kind, its known progress', async () => {
    const { window, desk, service } = await start();
    const asked = service.requests.length;
    const found = await hover(window, `const harbor = '${ADDRESS}';`, 18);
    assert.ok(found);
    assert.match(
      found.contents.plain,
      /^\*\*Harbor \[x\]\(command:quit\)\*\* · project 7 · non-transferable/,
    );
    assert.match(found.contents.plain, /processing\n\nCounts: not read yet/);
    assert.ok(!found.contents.value.includes('[x](command:quit)'), found.contents.value);
    assert.deepEqual([found.range.start.character, found.range.end.character], [16, 30]);
    assert.equal(service.requests.length, asked, 'no request');
    await window.run('openStats', window.projects.painted[0]!.row);
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
    const { contents } = (await hover(window, 'minted: n/7', 9))!;
    assert.match(contents.plain, /\n\n75% · 3 of 4 confirmed, as of/);
    assert.deepEqual(contents.isTrusted, { enabledCommands: ['mintscope.openStats'] });
    const odd = (await hover(window, ODD.mintAddress, 0))!.contents.plain;
    assert.match(odd, /^\*\*Odd\*\*/);
    assert.doesNotMatch(odd, /counts|Open Stats/, 'it has no stats');
  });

  it('shows hovers for newly loaded rows, and none for other text, with mintscope.hovers off or after a sign-out', async () => {
    const { window, desk } = await start(sentProjects(60));
    const plain = async () => (await hover(window, 't/51', 0))?.contents.plain;
    assert.equal(await plain(), undefined);
    await window.run('projects.loadMore');
    assert.match((await plain())!, /P 51/);
    const others = [
      't/99',
      'P 7',
      '',
      '7',
      'src/t/51',
      't/51/a',
      './t/51',
      't/51.ts',
      'xt/51',
      't/51a',
    ];
    for (const text of others)
      assert.equal(await hover(window, text, text.indexOf('/') + 1), undefined, text);
    desk.changeSetting('mintscope.hovers', false);
    assert.equal(await plain(), undefined);
    desk.changeSetting('mintscope.hovers', true);
    await window.run('signOut');
    assert.equal(await plain(), undefined);
  });
});
