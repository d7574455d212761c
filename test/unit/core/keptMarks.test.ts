import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import { MOST_KEPT_BYTES } from '../../../src/core/lists/keptList.ts';
import { type KeptMarks, marksText, readMarks } from '../../../src/core/lists/keptMarks.ts';

const owner = { signIn: 'a sign-in', list: 'projects' } as const;
const utf8 = new TextEncoder();

/** What a file with this text gives. */
function read(text: string, of: Parameters<typeof readMarks>[0] = owner): KeptMarks | undefined {
  const steps = readMarks(of, utf8.encode(text));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const kept = (marks: readonly (readonly [string, ChangeMark])[]): KeptMarks => ({
  asOf: 5,
  since: 3,
  inBoth: 2,
  marks: new Map(marks),
});

describe('the marks that are kept on disk', () => {
  const mark: fc.Arbitrary<ChangeMark> = fc.oneof(
    fc.constant({ kind: 'new' } as const),
    fc
      .option(fc.string({ unit: 'binary' }), { nil: undefined })
      .map((was) => ({ kind: 'changed', was }) as const),
  );

  it('come back as they were, for any keys and statuses', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), mark)), (marks) => {
        const one = kept(marks);
        assert.deepEqual(read(marksText(owner, one)), one);
      }),
    );
  });

  it('are ignored for another sign-in and another list', () => {
    const text = marksText(owner, kept([['a', { kind: 'new' }]]));
    assert.equal(read(text, { ...owner, signIn: 'another' }), undefined);
    assert.equal(read(text, { ...owner, list: 'collections' }), undefined);
  });

  it('are ignored if the file is torn at any place', () => {
    const text = marksText(owner, kept([['a', { kind: 'changed', was: 'x' }]]));
    for (let end = 0; end < text.length; end++) assert.equal(read(text.slice(0, end)), undefined);
  });

  it('are at most 2,000, and fit in a file, however they are written', () => {
    const many = Array.from({ length: 2500 }, (_, at) => [`${at}`, { kind: 'new' }] as const);
    assert.equal(read(marksText(owner, kept(many)))?.marks.size, 2000);
    const long = '\u0000'.repeat(100_000);
    const wide = many.map(([key]) => [key, { kind: 'changed', was: long }] as const);
    const text = marksText(owner, kept(wide));
    assert.equal(read(text)?.marks.size, 2);
    assert.ok(text.length < MOST_KEPT_BYTES);
    const entries = many.map(([key]) => [key]);
    const forged = JSON.stringify({ format: 1, ...owner, asOf: 5, marks: entries });
    assert.equal(read(forged)?.marks.size, 2000);
  });

  it('leave out what is no mark, and times that no clock shows', () => {
    const head = { format: 1, ...owner, asOf: 5 };
    const text = (more: object) => JSON.stringify({ ...head, marks: [], ...more });
    const marks = [[], [7], 'a', null, { a: 1 }, ['b', 'x', 'y'], ['c', { d: 1 }]];
    assert.deepEqual(
      read(text({ marks }))?.marks,
      new Map([
        ['b', { kind: 'changed', was: 'x' }],
        ['c', { kind: 'changed', was: undefined }],
      ]),
    );
    for (const since of [-1, 1e300, '3', null])
      assert.equal(read(text({ since }))?.since, undefined);
    for (const more of [{ asOf: 'x' }, { asOf: -1 }, { marks: {} }, { format: 2 }])
      assert.equal(read(text(more)), undefined);
  });
});
