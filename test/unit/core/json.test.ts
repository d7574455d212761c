import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactJson, isDeeper, parseJson } from '../../../src/core/model/json.ts';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { failureOf } from '../../support/failures.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseJson(bytes(text));
const object = (text: string) => parse(text) as JsonObject;

describe('parseJson', () => {
  it('reads a body with a byte order mark', () => {
    assert.deepEqual(parseJson(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes('{"a":1}'))), { a: 1 });
  });

  it('reads a body that contains invalid UTF-8', () => {
    const body = Uint8Array.of(...bytes('{"name":"a'), 0xff, 0xc3, ...bytes('b","id":7}'));
    assert.deepEqual(parseJson(body), { name: 'a\ufffd\ufffdb', id: 7 });
  });

  it('reports an empty body as such', async () => {
    for (const text of ['', '\r\n\t ', '\ufeff \n']) {
      const failure = await failureOf(() => parse(text));
      assert.deepEqual(failure, { kind: 'decode', what: 'noBody' }, JSON.stringify(text));
    }
  });

  it('a failure does not quote the body', () => {
    assert.throws(
      () => parse('{"secret":"hunter2" oops}'),
      (error: Error) => !/hunter2|secret|oops/.test(String(error)) && error.cause === undefined,
    );
  });

  it('parses or refuses a body nested so deep that code cannot recurse', async () => {
    const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000);
    for (const inner of ['', '12345678901234567890']) {
      assert.ok(isDeeper(parse(deep(inner)), 1000));
    }
    for (const inner of ['', '12345678901234567890']) {
      const half = await failureOf(() => parse('{"a":'.repeat(100_000) + inner));
      assert.deepEqual(half, { kind: 'decode', what: 'notJson' });
    }
  });

  it('a body cannot change Object.prototype', () => {
    for (const id of ['1', '12345678901234567890']) {
      const read = object(
        `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":${id}}`,
      );
      assert.equal((read as { polluted?: unknown }).polluted, undefined);
      assert.equal(Object.getPrototypeOf(read), Object.prototype);
      assert.deepEqual(Object.keys(read), ['__proto__', 'constructor', 'id']);
    }
  });

  it('reads the numbers of Python that JSON does not have as null, and leaves texts as they are', () => {
    const text = '{"a":NaN,"b":[-Infinity, Infinity ],"c":"x, NaN ,\\",NaN"}';
    assert.deepEqual(object(text), { a: null, b: [null, null], c: 'x, NaN ,",NaN' });
    assert.throws(() => parse('{"a":NaNa}'));
  });

  it('keeps as numbers what is one, however many digits it has', () => {
    const text = '[9007199254740991,-1234567890123456,1234567890123456.5,2e0000000000000000001]';
    assert.deepEqual(parse(text), [9007199254740991, -1234567890123456, 1234567890123456.5, 20]);
    for (const no of ['00012345678901234567', '+12345678901234567', '--12345678901234567']) {
      assert.throws(() => parse(no), ServiceError);
    }
  });

  it('writes any body again with all digits of its integers and its members in order', () => {
    const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
    const name = fc
      .oneof(fc.string(), fc.constantFrom('constructor', 'a', ''))
      // An object has members with digits first, and V8 may write `__proto__` in another place.
      .filter((one) => !/^(\d+|__proto__)$/.test(one));
    const { value: bodies } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        ...[digits, fc.integer().map(String), fc.constant('"12345678901234567890"')],
        fc.array(tie('value')).map((items) => `[${items.join()}]`),
        fc
          .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key })
          .map((all) => `{${all.map(([key, one]) => `${JSON.stringify(key)}:${one}`).join()}}`),
      ),
    }));
    fc.assert(
      fc.property(bodies, (text) => {
        assert.equal(exactJson(parse(text)), text);
      }),
      { numRuns: 1000 },
    );
  });

  it('no body blocks much longer than one of rows', () => {
    const BYTES = 300_000;
    const filled = (piece: string) => piece.repeat(BYTES / piece.length);
    /** Of many, because the time of a thread may be counted in ticks of some milliseconds. */
    const timeOf = (text: string) => {
      const body = bytes(text);
      const began = process.threadCpuUsage();
      for (let times = 0; times < 10; times++) {
        try {
          parseJson(body);
        } catch (error) {
          assert.ok(error instanceof ServiceError);
        }
      }
      const { user, system } = process.threadCpuUsage(began);
      return user + system;
    };
    const rows = filled('{"name":"Harbor","id":1},');
    const ofRows = timeOf(`[${rows}1]`);
    const hostile = ['12345678901234567,', '1', '1234567890123456.', 'NaN,', '""', '\\n', '-', 'x'];
    const others = hostile.flatMap((piece) => [`[${filled(piece)}1]`, `[NaN,"${filled(piece)}`]);
    for (const text of [...others, `[${rows}"NaN Cat"]`, `[${rows}NaN]`]) {
      const time = timeOf(text);
      assert.ok(time < 12 * ofRows, `${text.slice(0, 20)}: ${time} µs beside ${ofRows} µs`);
    }
  });
});
