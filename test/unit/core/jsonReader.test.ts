import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseJson as parseInSteps } from '../../../src/core/model/json.ts';
import { DEEPEST, readJson, STEP } from '../../../src/core/model/jsonReader.ts';
import { atOnce, parseJson } from '../../support/atOnce.ts';
import { failureOf } from '../../support/failures.ts';

const read = (text: string) => atOnce(readJson(text));
const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`;

/** What a parser makes of a text, or that it makes nothing of it. */
function outcome(parse: (text: string) => unknown, text: string): { readonly value?: unknown } {
  try {
    return { value: parse(text) };
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return {};
  }
}

/** `JSON.parse`, with a reviver that is too slow to ship. */
const parseLossless = (text: string): unknown =>
  JSON.parse(text, ((_: string, value: unknown, { source = '' }: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? (JSON as unknown as { rawJSON(digits: string): unknown }).rawJSON(source)
      : value) as (name: string, value: unknown) => unknown);

/** Also the order of members, which `deepEqual` does not look at. */
function readsLikeJsonParse(text: string): void {
  const [ours, theirs] = [outcome(read, text), outcome(parseLossless, text)];
  assert.deepEqual(ours, theirs, text);
  assert.equal(JSON.stringify(ours), JSON.stringify(theirs), text);
}

/** Steps that it takes to read a text. */
function stepsOf(text: string): number {
  const steps = readJson(text);
  for (let count = 1; ; count++) if (steps.next().done) return count;
}

describe('reading JSON in steps', () => {
  it('reads what JSON.parse reads, spaced and escaped in any way', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', 'a', ''));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc
          .oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 1e21, 1e-7))
          .map((one) => JSON.stringify(Object.is(one, -0) ? 0 : one)),
        fc.constantFrom(
          'true',
          'false',
          'null',
          '-0',
          '-0.0',
          '1E+2',
          '1e400',
          '0.10',
          '"\\u0041"',
        ),
        fc.string({ unit: 'binary' }).map((one) => JSON.stringify(one)),
        fc.array(tie('value')).map((items) => `[${items.join(' ,\n')}]`),
        fc
          .array(fc.tuple(name, tie('value')))
          .map(
            (all) =>
              `{${all.map(([key, one]) => `${JSON.stringify(key)}\t: ${one as string}`).join(',\r')} }`,
          ),
      ),
    }));
    const text = value;
    fc.assert(fc.property(text, readsLikeJsonParse), { numRuns: 1000 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }), (whole, at, cut, put) => {
        const from = at % (whole.length + 1);
        readsLikeJsonParse(whole.slice(0, from) + put + whole.slice(from + cut));
        readsLikeJsonParse(whole.slice(0, from));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses what JSON.parse refuses', () => {
    for (const text of [
      ...[
        '',
        ' ',
        '[',
        '{',
        '"',
        '[1',
        '{"a"',
        '{"a":',
        '{"a":1',
        '["a',
        '"\\',
        '"\\"',
        '[1,',
        '-',
      ],
      ...[
        '[1,]',
        '[,1]',
        '{,}',
        '{"a":1,}',
        '{"a" 1}',
        '{a:1}',
        '{1:1}',
        '[1 2]',
        '[1}',
        '{"a":1]',
      ],
      ...[
        '01',
        '-01',
        '+1',
        '.5',
        '1.',
        '1e',
        '0x1',
        'NaN',
        'Infinity',
        'tru',
        'truee',
        'nul',
        'True',
      ],
      ...[
        '"\n"',
        '"\\x"',
        '"\\u12"',
        '"\t"',
        "'a'",
        '[1]]',
        '1 1',
        '\u00a01',
        '\ufeff1',
        '[]x',
        '// 1',
      ],
      ...['12345678901234567890x', '[12345678901234567890', '12345678901234567890.'],
    ]) {
      assert.throws(() => void JSON.parse(text), SyntaxError, text);
      assert.throws(() => read(text), SyntaxError, text);
    }
  });

  it('reads a long text wherever its parts end', () => {
    const pieces = ['a', '\\"', '\\\\', '\\n', '\\u00e9', '\\ud83e\\ude99', '🪙', 'é', '\\/'];
    for (const piece of pieces) {
      for (let before = 0; before < 14; before++) {
        const text = 'x'.repeat(STEP - before) + piece.repeat(9);
        for (const one of [`"${text}"`, `{"${text}":["${text}"]}`, `["${text}`, `["${text}\\"]`]) {
          assert.deepEqual(
            outcome(read, one),
            outcome(JSON.parse, one),
            `${piece} ${String(before)}`,
          );
        }
      }
      readsLikeJsonParse(`["${piece.repeat(STEP)}"]`);
    }
  });

  it('takes only short steps, for any body', () => {
    const count = 4 * STEP;
    for (const [text, values] of [
      [`[${Array(count).fill('1').join(',')}]`, count],
      [`[${Array(count).fill('{}').join(',')}]`, count],
      [`[${Array(count).fill('""').join(',')}]`, count],
      [`[${Array(count).fill('{"a":1}').join(',')}]`, 2 * count],
      [`"${'x'.repeat(count)}"`, 0],
      [`"${'\\"'.repeat(count)}"`, 0],
      [`"${'\\\\'.repeat(count)}"`, 0],
      [`[[${nested(count)}]]`, count],
      [`[[${members(count)}]]`, count / 20],
    ] as const) {
      // All parts of such a body are alike, so that the steps are too.
      const least = (text.length + 16 * values) / (2 * STEP);
      assert.ok(stepsOf(text) >= least, `${stepsOf(text)} steps for ${text.slice(0, 10)}`);
    }
  });

  it('gives JSON.parse at most one step of a long text', () => {
    const { parse: original } = JSON;
    let longest = 0;
    JSON.parse = (text: string) => {
      longest = Math.max(longest, text.length);
      return original(text) as unknown;
    };
    try {
      read(`["${'x'.repeat(10 * STEP)}",{"${'\\u00e9'.repeat(STEP)}":"${'\\"'.repeat(STEP)}"}]`);
    } finally {
      JSON.parse = original;
    }
    assert.ok(longest <= STEP + 2, `${longest}`);
  });

  it('keeps every digit of an integer beyond 2^53', () => {
    for (const digits of ['9007199254740993', '-9007199254740992', '7'.repeat(100_000)]) {
      const text = `{"a":[${digits}],"b":${digits} }`;
      assert.equal(JSON.stringify(read(text)), text.replace(' ', ''));
    }
  });

  it('takes an integer of many digits in three steps', () => {
    assert.ok(stepsOf(`[${'7'.repeat(2 * STEP)}]`) > stepsOf(`[${'7'.repeat(STEP / 2)}]`) + 1);
  });
});

describe('a row that is too large or too deep', () => {
  const page = (row: string) => `{"results":[{"id":1},${row},{"id":2}],"page":1}`;
  const without = { results: [{ id: 1 }, null, { id: 2 }], page: 1 };

  for (const [what, row] of Object.entries({
    'is nested too deep': `{"a":[1,{"b":"]"},${nested(DEEPEST, '1')}],"c":"\\"}"}`,
    'has too many members in one object': `{"a":${members(50_000)},"c":"}"}`,
    'has too many items in its lists': `{"a":[${Array(5)
      .fill(`[${Array(110_000).fill(1).join(',')}]`)
      .join(',')}]}`,
    'has too many members in many objects': `{"all":[${Array(50).fill(members(1000)).join(',')}]}`,
  })) {
    it(`is left out alone if it ${what}`, () => {
      assert.deepEqual(parseJson(bytes(page(row))), without);
    });

    it(`is no reason to read what is not JSON if it ${what}`, async () => {
      for (const text of [page(row).slice(0, -20), `{"results":[${row}`, page(`${row}]`)]) {
        const failure = await failureOf(() => parseJson(bytes(text)));
        assert.deepEqual(failure, { kind: 'decode', what: 'notJson' });
      }
    });

    it(`ends the reading if it ${what} and is no row`, async () => {
      for (const text of [`{"results":{"x":${row}}}`, `{"x":{"y":{"z":${row}}}}`]) {
        const failure = await failureOf(() => parseJson(bytes(text)));
        assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
      }
    });
  }

  it('does not affect other large rows', () => {
    const rows = [
      `{"a":${nested(DEEPEST - 4, '1')}}`,
      members(29_000),
      `{"list":[${Array(50_000).fill('{"a":1}').join(',')}]}`,
      members(29_000),
    ];
    const body = `{"results":[${rows.join(',')}]}`;
    assert.deepEqual(parseJson(bytes(body)), JSON.parse(body));
  });

  it('is not a page of too many rows, which is refused while it is read', async () => {
    const body = `{"results":[${Array(100_000).fill('{"a":1}').join(',')},`;
    const failure = await failureOf(() => parseJson(bytes(body)));
    assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
  });

  it('is found in a body of any size', () => {
    const deep = page(`{"a":${nested(DEEPEST + 10)}}`);
    assert.ok(deep.length < 1000);
    assert.deepEqual(parseJson(bytes(deep)), without);
  });
});

describe('a usual page', () => {
  it('is read in one step', () => {
    const row = JSON.stringify({ id: 7, name: 'Harbor Lights', attributes: [{ a: 'b' }] });
    const body = `{"results":[${Array(100).fill(row).join(',')}]}`;
    assert.equal(parseInSteps(bytes(body)).next().done, true);
  });
});
