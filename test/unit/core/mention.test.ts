import assert from 'node:assert/strict';
import { mentionsAt } from '../../../src/core/search/mention.ts';

describe('mentionsAt', () => {
  const at = (line: string, place: number) => mentionsAt(line, place).map(({ text }) => text);

  it('finds the whole word, wherever in it', () => {
    const line = 'mint("9mBq-x_7", 5)';
    for (const place of [6, 9, 13, 14]) assert.deepEqual(at(line, place), ['9mBq-x_7'], `${place}`);
    assert.deepEqual(mentionsAt(line, 7), [{ text: '9mBq-x_7', start: 6, end: 14 }]);
  });

  it('finds nothing between words', () => {
    assert.deepEqual(at('a ( b', 3), []);
    assert.deepEqual(at('', 0), []);
  });

  it('finds a reference on each side of its slash', () => {
    assert.deepEqual(at('see t/12!', 4), ['t/12', 't']);
    assert.deepEqual(at('see t/12!', 7), ['t/12', '12']);
  });

  it('finds no reference within a path, a longer word or without an id', () => {
    for (const line of ['src/t/12', 't/12/a', './t/12', 't/12.ts', 'xt/12', 't/12a', 't/', 'x/12'])
      assert.ok(!mentionsAt(line, line.indexOf('/')).some(({ text }) => text === 't/12'), line);
  });

  it('finds nothing in a word that is longer than an address', () => {
    const word = 'a'.repeat(500);
    assert.deepEqual(at(word, 250), []);
    assert.equal(at('b'.repeat(128), 0)[0]?.length, 128);
  });
});
