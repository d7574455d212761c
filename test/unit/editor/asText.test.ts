import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { asText } from '../../../src/editor/asText.ts';
import { markupIn } from '../../support/fakeVscode/markup.ts';

/** Texts that the editor shows as links or icons. */
const MARKUP = [
  '[Details](command:workbench.action.quit)',
  '[a](https://evil.example) and [b](command:quit "title")',
  'a [[b](file:///etc/passwd)',
  '$(flame) $(sync~spin)',
  '$(fl$(flame)ame)',
];

describe('asText', () => {
  for (const text of MARKUP) {
    it(`makes no link or icon of ${text}`, () => {
      assert.notDeepEqual(markupIn(text), [], 'the editor makes something of it');
      assert.deepEqual(markupIn(asText(text)), []);
      assert.equal(asText(text).replaceAll('\u200b', ''), text, 'and nothing is lost');
    });
  }

  it('leaves every other text as it is', () => {
    for (const text of ['', 'Harbor [1] (2)', '$5 (five)', 'f(x)[0]']) {
      assert.equal(asText(text), text);
    }
  });
});
