import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { fileName } from '../../../src/core/base/fileName.ts';

describe('fileName', () => {
  const cases: Readonly<Record<string, string>> = {
    'Harbor Lights (12 · transferable)': 'Harbor Lights (12 · transferable)',
    'a/b\\c:d*e?f"g<h>i|j#k': 'a-b-c-d-e-f-g-h-i-j-k',
    '': 'Untitled',
    '.hidden': 'hidden',
    con: 'con_',
    'nul .txt': 'nul_ .txt',
    'COM¹': 'COM¹_',
    Conference: 'Conference',
    'a\nb\0c': 'a b c',
  };
  it('turns a title into the name of a file', () => {
    for (const [title, name] of Object.entries(cases)) {
      assert.equal(fileName(title), name, title);
    }
  });

  it('shortens a file name for every file system, and cuts no letter in two', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const letter of ['x', 'é', '名', family]) {
      const name = fileName(letter.repeat(201));
      assert.ok(Buffer.byteLength(name) <= 200 && name.endsWith('…'), name);
      assert.equal(name.replaceAll(letter, ''), '…');
    }
    assert.equal(fileName('x'.repeat(200)), 'x'.repeat(200));
  });

  it('a file name leads to no other folder, on Windows neither, whatever the title is', () => {
    const odd = fc.constantFrom('.', '/', '\\', ':', ' ', 'con', 'NUL', '\0', '\ud800', '…', 'x');
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(odd, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(title, (text) => {
        const name = fileName(text);
        for (const path of [posix, win32]) {
          const folder = path === win32 ? 'C:\\a\\b' : '/a/b';
          const file = path.join(folder, `${name}.json`);
          assert.equal(path.dirname(file), folder);
          assert.equal(path.basename(file), `${name}.json`);
        }
        assert.match(name, /^[^. ](?:.*[^. ])?$/su);
        assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 200);
      }),
    );
  });
});
