import assert from 'node:assert/strict';
import { markdownTable } from '../../../src/core/messages/markdownTable.ts';

/** The one cell of a table with one row, as it is written. */
const cell = (text: string | undefined) =>
  markdownTable(['Name'], [[text]])
    .split('\n')
    .slice(2)
    .join('\n');

describe('markdownTable', () => {
  it('a Markdown table has a header, a separator and one line per row', () => {
    const project = ['Harbor Lights', 't/12'];
    const table = '| Name | ID |\n| --- | --- |\n| Harbor Lights | t/12 |\n| Ember |  |';
    assert.equal(markdownTable(['Name', 'ID'], [project, ['Ember', undefined]]), table);
  });

  const cases: readonly (readonly [text: string, written: string])[] = [
    [String.raw`a\|b`, String.raw`a\\\|b`],
    ['two\nlines\r\nor three', 'two lines or three'],
    ['![i](https://x.example/i.png)', String.raw`\!\[i\](https\://x.example/i.png)`],
    ['<img src=x onerror=y>', String.raw`\<img src=x onerror=y\>`],
    ['`c` *b* _i_ ~s~', '\\`c\\` \\*b\\* \\_i\\_ \\~s\\~'],
    ['&lt;b&gt; $x$', String.raw`\&lt;b\&gt; \$x\$`],
    ['WWW.example.com and www.x.y', String.raw`WWW\.example.com and www\.x.y`],
    ['a@b.example :smile: #12', String.raw`a\@b.example \:smile\: \#12`],
    ['\u202egnp.exe\u0000', 'gnp.exe'],
  ];
  it('a Markdown table shows markup as text', () => {
    for (const [text, written] of cases) {
      assert.equal(cell(text), `| ${written} |`);
    }
  });

  it('a Markdown table shortens a row of a megabyte', () => {
    assert.ok(cell('|'.repeat(1_000_000)).length < 1100);
  });
});
