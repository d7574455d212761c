import assert from 'node:assert/strict';
import vm from 'node:vm';
import { describe, it } from 'mocha';
import { mutationsOf, withSwitches } from '../../mutants/mutations.ts';

/** The text with each of its mutations carried out. */
const changes = (text: string) =>
  mutationsOf(text).map(
    ({ start, token, replacement }) =>
      text.slice(0, start) + replacement + text.slice(start + token.length),
  );

describe('Mutations of a source text', () => {
  it('mutates each operator of an expression by itself, in the order of the text', () => {
    assert.deepEqual(changes('a < b;'), ['a <= b;']);
    assert.deepEqual(changes('a === b;'), ['a !== b;']);
    assert.deepEqual(changes('a && b || c;'), ['a || b || c;', 'a && b && c;']);
    assert.deepEqual(changes('x = a + 1 - b;'), ['x = a - 1 - b;', 'x = a + 1 + b;']);
    assert.deepEqual(changes('if (!a) b(true);'), ['if (a) b(true);', 'if (!a) b(false);']);
    assert.deepEqual(changes('let a: true | undefined; type B = { readonly c: false };'), []);
    assert.deepEqual(changes("a = 'b' + c + d;"), [], 'joined texts');
  });

  it('code with switches does what it did while no mutation is on, and what the mutated code does while one is', () => {
    const text = `
      let count = 2;
      const some = (one, other) => (one - 1 && !(other ?? 0)) || count++ <= 2 === true;
      count += 3 * (some(1) ? 1 : 2) + 4 * Number(some(0, 1)) + 7 * Number(some(5));
      count;`;
    const mutations = mutationsOf(text).map((mutation, id) => ({ ...mutation, id }));
    const switched = withSwitches(text, mutations);
    const result = (code: string, isMutated: (id: number) => boolean) =>
      vm.runInNewContext(code, { isMutated }) as unknown;
    assert.equal(
      result(switched, () => false),
      result(text, () => false),
    );
    for (const [id, changed] of changes(text).entries()) {
      const expected = result(changed, () => false);
      assert.deepEqual(
        result(switched, (one) => one === id),
        expected,
        changed,
      );
    }
  });
});
