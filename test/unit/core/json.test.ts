import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Json, JsonObject } from '../../../src/core/model/model.ts';
import { longInteger } from '../../../src/core/model/json.ts';
import { parseJson } from '../../support/atOnce.ts';
import { failureOf } from '../../support/failures.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseJson(bytes(text));
const object = (text: string) => parse(text) as JsonObject;

describe('the body of a response', () => {
  it('is read with and without a byte order mark', () => {
    assert.deepEqual(parse('{"a":1}'), { a: 1 });
    assert.deepEqual(parseJson(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes('{"a":1}'))), { a: 1 });
    assert.deepEqual(parse(' \n[]\r\n '), []);
  });

  it('is read if it contains invalid UTF-8', () => {
    const body = Uint8Array.of(...bytes('{"name":"a'), 0xff, 0xc3, ...bytes('b","id":7}'));
    assert.deepEqual(parseJson(body), { name: 'a\ufffd\ufffdb', id: 7 });
  });

  it('is reported as empty if it is empty', async () => {
    for (const text of ['', ' ', '\r\n\t', '\ufeff', '\ufeff \n']) {
      assert.deepEqual(
        await failureOf(() => parse(text)),
        { kind: 'decode', what: 'noBody' },
        JSON.stringify(text),
      );
    }
  });

  it('is reported as no JSON if it is HTML, cut off or random bytes', async () => {
    for (const text of [
      '<!doctype html><title>Sign in</title>',
      '{"results":[',
      '{"a":1}}',
      "{'a':1}",
      'NaN',
      '{"id":12345678901234567890',
      '<html>1234567890123456789</html>',
      '\u0000',
    ]) {
      assert.deepEqual(
        await failureOf(() => parse(text)),
        { kind: 'decode', what: 'notJson' },
        text,
      );
    }
  });

  it('is not quoted in the failure', () => {
    try {
      parse('{"secret":"hunter2" oops}');
      assert.fail('it did not fail');
    } catch (error) {
      assert.doesNotMatch(String(error), /hunter2|secret|oops/);
      assert.equal((error as Error).cause, undefined);
    }
  });

  it('does not crash the parser if it is deeply nested', async () => {
    for (const inner of ['', '12345678901234567890']) {
      const deep = `{"a":${'['.repeat(100_000)}${inner}${']'.repeat(100_000)}}`;
      assert.deepEqual(parse(`{"a":[${deep}]}`), { a: [null] });
      const failure = await failureOf(() => parse(`{"a":${deep}}`));
      assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
      const half = '{"a":'.repeat(100_000) + inner;
      assert.equal((await failureOf(() => parse(half))).kind, 'decode');
    }
  });

  it('cannot change Object.prototype', () => {
    for (const id of ['1', '12345678901234567890']) {
      const read = object(
        `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":${id}}`,
      );
      assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined);
      assert.equal((read as { polluted?: unknown }).polluted, undefined);
      assert.equal(Object.getPrototypeOf(read), Object.prototype);
      assert.deepEqual(Object.keys(read), ['__proto__', 'constructor', 'id']);
    }
  });
});

describe('numbers with more digits than a double holds', () => {
  const exact = [
    '9007199254740993',
    '12345678901234567890',
    '-9007199254740993',
    '1'.repeat(80),
    '18446744073709551615',
  ];

  it('keep all digits', () => {
    for (const digits of exact) {
      assert.equal(longInteger(object(`{"id":${digits}}`).id), digits);
      const nested = object(`{"a":[{"b":${digits}}]}`) as { a: { b: Json }[] };
      assert.equal(longInteger(nested.a[0]?.b), digits);
    }
  });

  it('keep all digits also if they are the body or its start', () => {
    for (const digits of exact) {
      assert.equal(longInteger(parse(digits)), digits);
      assert.equal(longInteger((parse(`[${digits}]`) as Json[])[0]), digits);
    }
  });

  it('keep all digits, whichever they are', () => {
    for (const digits of ['1' + '0'.repeat(40), '9'.repeat(40)]) {
      assert.equal(longInteger(object(`{"id":${digits}}`).id), digits);
    }
  });

  it('keep all digits anywhere in the body', () => {
    for (let before = 0; before < 40; before++) {
      for (const digits of ['9007199254740993', '123456789012345678901234567890']) {
        const name = 'x'.repeat(before);
        assert.equal(longInteger(object(`{"${name}":${digits}}`)[name]), digits);
      }
    }
  });

  it('are written as they were received', () => {
    for (const digits of exact) {
      assert.equal(JSON.stringify(parse(`{"id":${digits},"n":1}`)), `{"id":${digits},"n":1}`);
    }
  });

  it('do not change how other numbers are read', () => {
    const read = object(
      '{"safe":9007199254740991,"part":0.12345678901234567890,"big":1e300,"text":"12345678901234567890"}',
    );
    assert.deepEqual(read, {
      safe: 9007199254740991,
      part: 0.12345678901234568,
      big: 1e300,
      text: '12345678901234567890',
    });
    for (const value of Object.values(read)) assert.equal(longInteger(value), undefined);
  });

  it('are the only reason not to read a usual page by JSON.parse', () => {
    const { parse: original } = JSON;
    const parsed: string[] = [];
    JSON.parse = (text: string) => {
      parsed.push(text);
      return original(text) as unknown;
    };
    try {
      const page = `{"results":[${'{"id":9007199254,"name":"Harbor Lights 123"},'.repeat(50)}{}]}`;
      parse(page);
      assert.deepEqual(parsed.splice(0), [page]);
      parse('{"id":9007199254740993}');
      assert.deepEqual(parsed, ['"id"', '"9007199254740993"']);
    } finally {
      JSON.parse = original;
    }
  });

  it('cannot be forged by the service', () => {
    const fake = object('{"rawJSON":"7","id":12345678901234567890}');
    assert.equal(longInteger(fake), undefined);
    assert.equal(longInteger(undefined), undefined);
    assert.equal(longInteger(null), undefined);
    assert.equal(longInteger([]), undefined);
  });
});
