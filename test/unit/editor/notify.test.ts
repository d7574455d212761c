import assert from 'node:assert/strict';
import { asText } from '../../../src/editor/asText.ts';
import {
  confirm,
  showError,
  showInformation,
  showStatus,
  showWarning,
  withProgress,
} from '../../../src/editor/notify.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { markupIn } from '../../support/fakeVscode/markup.ts';

const MARKUP = '[Details](command:workbench.action.quit) $(flame)';

describe('Messages of Mintscope', () => {
  withNewDesk();

  it('a message is text: no link, no icon', async () => {
    await showInformation(MARKUP, 'Open');
    await showWarning(MARKUP);
    await showError(MARKUP);
    await confirm(MARKUP, MARKUP, 'Delete');
    showStatus(MARKUP);
    await withProgress(MARKUP, (_, report) => {
      report(MARKUP, 1);
      return Promise.resolve();
    });
    assert.deepEqual(desk.markup, []);
    const [{ title, said }] = desk.progress as [(typeof desk.progress)[0]];
    const texts = [...desk.said, ...desk.statusMessages, title, ...said];
    assert.equal(texts.length, 7);
    for (const text of texts) {
      assert.equal(text.replaceAll('\u200b', ''), MARKUP);
      assert.deepEqual(markupIn(text), []);
    }
  });

  it('what the status bar says is a message for users of a screen reader, unless a row says it', () => {
    desk.settings.set('editor.accessibilitySupport', 'auto');
    showStatus('Copied.');
    desk.settings.set('editor.accessibilitySupport', 'on');
    showStatus('3 addresses copied.');
    showStatus('Harbor: new (1 of 3)', true);
    assert.deepEqual(desk.said, ['3 addresses copied.']);
    assert.deepEqual(desk.statusMessages, ['Copied.', 'Harbor: new (1 of 3)']);
  });
});

describe('asText', () => {
  it('makes no link or icon of a text that the editor would show as one, and loses nothing', () => {
    for (const text of [
      '[Details](command:workbench.action.quit)',
      '[a](https://evil.example) and [b](command:quit "title")',
      'a [[b](file:///etc/passwd)',
      '$(flame) $(sync~spin)',
      '$(fl$(flame)ame)',
    ]) {
      assert.notDeepEqual(markupIn(text), [], text);
      assert.deepEqual(markupIn(asText(text)), []);
      assert.equal(asText(text).replaceAll('\u200b', ''), text);
    }
  });

  it('leaves every other text as it is', () => {
    for (const text of ['', 'Harbor [1] (2)', '$5 (five)', 'f(x)[0]']) {
      assert.equal(asText(text), text);
    }
  });
});
