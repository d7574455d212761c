import assert from 'node:assert/strict';
import { clip, plainLine, plainText } from '../../../src/protocol/text.ts';

describe('text of the service', () => {
  it('is cut if it is too long, with an ellipsis', () => {
    assert.equal(clip('abc', 3), 'abc');
    assert.equal(clip('abcd', 3), 'abc…');
    for (const shown of [plainText, plainLine]) {
      assert.equal(shown('x'.repeat(400), 400), 'x'.repeat(400));
      assert.equal(shown('x'.repeat(401), 400), `${'x'.repeat(400)}…`);
    }
  });

  it('is not cut for what is not shown of it', () => {
    assert.equal(plainText('ab\u202E\u0000', 2), 'ab');
    assert.equal(plainLine('a    b', 3), 'a b');
  });

  it('is not cut within a character', () => {
    assert.equal(clip('ab😀cd', 3), 'ab…');
    assert.equal(clip('ab😀cd', 4), 'ab😀…');
  });

  it('cannot change the direction of the text beside it', () => {
    assert.equal(plainText('a\u202Egnp.exe\u2066\u2069', 100), 'agnp.exe');
  });

  it('keeps the marks that right-to-left scripts need', () => {
    assert.equal(plainLine('\u200Fمرفأ\u200E', 100), '\u200Fمرفأ\u200E');
  });

  it('loses invisible control characters but keeps its line breaks', () => {
    assert.equal(plainText('a\u0000b\u0007\nc\u009Bd', 100), 'ab\ncd');
    assert.equal(plainLine(' a\r\n\tb  c ', 100), 'a b c');
  });

  it('stays short for a megabyte of input', () => {
    assert.ok(plainLine('x'.repeat(1_000_000), 400).length <= 401);
    assert.ok(plainText('\u202E'.repeat(1_000_000), 400).length <= 401);
    assert.equal(plainLine(' '.repeat(1_000_000), 400), '');
  });
});
