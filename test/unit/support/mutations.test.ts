import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { mutated, mutationsOf } from '../../mutants/mutations.ts';

const changes = (text: string) => mutationsOf(text).map((mutation) => mutated(text, mutation));

describe('Mutations of a source text', () => {
  it('mutates a comparison at its boundary', () => {
    assert.deepEqual(changes('a < b;'), ['a <= b;']);
    assert.deepEqual(changes('a >= b;'), ['a > b;']);
    assert.deepEqual(changes('a === b;'), ['a !== b;']);
  });

  it('mutates each operator of an expression by itself, in the order of the text', () => {
    assert.deepEqual(changes('a && b || c;'), ['a || b || c;', 'a && b && c;']);
    assert.deepEqual(changes('x = a + 1 - b;'), ['x = a - 1 - b;', 'x = a + 1 + b;']);
    assert.deepEqual(changes('i++; --j;'), ['i--; --j;', 'i++; ++j;']);
  });

  it('gives where an expression begins, which runs also if its right side does not', () => {
    assert.deepEqual(
      mutationsOf('x = a && !b;').map(({ token, offset }) => [token, offset]),
      [
        ['&&', 4],
        ['!', 9],
      ],
    );
  });

  it('removes a negation and inverts a boolean', () => {
    assert.deepEqual(changes('if (!a) b(true);'), ['if (a) b(true);', 'if (!a) b(false);']);
  });

  it('leaves types and joined texts unchanged', () => {
    assert.deepEqual(changes('let a: true | undefined; type B = { readonly c: false };'), []);
    assert.deepEqual(changes("a = 'b' + c + d;"), []);
  });
});
