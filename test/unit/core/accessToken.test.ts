import assert from 'node:assert/strict';
import { format, inspect } from 'node:util';
import { serialize } from 'node:v8';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import { tokenFault } from '../../../src/features/signIn/signInChecks.ts';

const SECRET = 'sk-1234567890abcdef';
const token = () => new AccessToken(SECRET, 'https://api.example.com');

describe('A pasted token', () => {
  it('accepts a pasted token of any visible ASCII characters', () => {
    const texts = ['eyJ.a-b_c~+/==', 'Bearer', 'x'.repeat(4096)];
    assert.deepEqual(texts.map(tokenFault), [undefined, undefined, undefined]);
  });

  const refused: Readonly<Record<string, readonly string[]>> = {
    'Paste the token.': [''],
    'Paste the token alone, without the word “Bearer”.': [
      `Bearer ${SECRET}`,
      `bearer:\t${SECRET}`,
      `Authorization: Bearer ${SECRET}`,
    ],
    'This is longer than any token (4,096 characters at most).': ['x'.repeat(4097)],
    'A token has no spaces, line breaks or accented letters. Copy it again.': [
      'two words',
      'a\r\nx-injected: yes',
      'zero\u200bwidth',
      'é'.repeat(4096),
    ],
  };
  it('refuses a pasted token with a sentence that says what is wrong', () => {
    for (const [sentence, texts] of Object.entries(refused)) {
      for (const text of texts) assert.equal(tokenFault(text), sentence, JSON.stringify(text));
    }
  });
});

describe('AccessToken', () => {
  it('replaces the token in a text, also in another case or with signs of a pattern', () => {
    const hide = (secret: string, text: string) =>
      new AccessToken(secret, 'https://api.example.com').hideIn(text);
    assert.equal(hide(SECRET, `a ${SECRET.toUpperCase()} b ${SECRET}`), 'a [token] b [token]');
    assert.equal(hide('a.b*(c)+/=$&', 'aXb a.b*(c)+/=$& a.b'), 'aXb [token] a.b');
  });

  it('a token does not appear in strings, JSON, errors or inspection output', () => {
    const stored = token();
    const connection = { token: stored, list: [stored], map: new Map([['token', stored]]) };
    const error = new Error(`failed with ${String(stored)}`, { cause: stored });
    const all = { depth: Infinity, getters: true, showHidden: true };
    const shown = [
      JSON.stringify(connection),
      `sent ${String(stored)}`,
      inspect(connection),
      inspect(connection, all),
      format('%s %o %O %j', stored, stored, stored, stored),
      inspect(structuredClone({ ...connection, map: undefined }), all),
      serialize(Object.assign({}, stored)).toString('latin1'),
      inspect(error, all),
    ];
    for (const text of shown) assert.ok(!text.includes('1234567890'), text);
    assert.ok(shown[0]?.includes('[token]'));
    assert.equal(shown[1], 'sent [token]');
  });

  it('gives the token to its origin only, and refuses others with an error that does not contain it', () => {
    const url = new URL('https://API.example.com:443/v2/projects?page=1');
    assert.equal(token().authorizationFor(url), `Bearer ${SECRET}`);
    for (const other of [
      'https://api.example.com:8443/',
      'http://api.example.com/',
      'https://example.com/',
      'https://api.example.com@evil.example/',
      'https://api.example.com./',
      'data:text/plain,x',
    ]) {
      assert.throws(
        () => token().authorizationFor(new URL(other)),
        (error: unknown) => !inspect(error, { showHidden: true }).includes(SECRET),
        other,
      );
    }
  });
});
