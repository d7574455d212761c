import assert from 'node:assert/strict';
import { mutationsOf, withMutation } from '../../mutants/mutations.ts';

describe('Mutations of a source text', () => {
  it('mutates each operator of an expression by itself, in the order of the text, between the same operands', () => {
    const changes = (text: string) =>
      mutationsOf(text).map((mutation) => withMutation(text, mutation));
    assert.deepEqual(changes('a<b;'), ['((a)<=(b));']);
    assert.deepEqual(changes('a??b??c;'), ['((a)&&(b))??c;', '((a??b)&&(c));']);
    assert.deepEqual(changes('a&&b||c;'), ['((a)||(b))||c;', '((a&&b)&&(c));']);
    assert.deepEqual(changes('x=a+1-b;'), ['x=((a)-(1))-b;', 'x=((a+1)+(b));']);
    assert.deepEqual(changes('if (!a) b(true);'), ['if (a) b(true);', 'if (!a) b(false);']);
    assert.deepEqual(changes('++a + b--;'), ['--a + b--;', '((++a )-( b--));', '++a + b++;']);
    assert.deepEqual(changes('let a: true | undefined; type B = { readonly c: false };'), []);
    assert.deepEqual(changes("a = 'b' + c + d;"), [], 'joined texts');
  });
});
