import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endWords, failureWords } from '../../../../src/features/export/exportMessages.ts';
import { wroteAll } from '../../../../src/features/export/sources.ts';

const whole = {
  written: 1204,
  total: 1204 as number | undefined,
  unreadable: 0,
  short: false,
  changed: false,
  repeated: 0,
  without: 0,
  unread: 0,
};
type Outcome = typeof whole;
const end = (outcome: Partial<Outcome>) => {
  const all = { ...whole, ...outcome };
  return endWords(wroteAll('projects')(all.written, all.total, 'a.csv'), all, all);
};

describe('export messages', () => {
  it('reports how many rows of how many were exported, and what is missing', () => {
    const cases: readonly (readonly [Partial<Outcome>, string])[] = [
      [{}, 'Exported 1,204 of 1,204 projects to a.csv.'],
      [{ written: 1, total: 1 }, 'Exported 1 of 1 project to a.csv.'],
      [{ written: 7, total: undefined }, 'Exported 7 projects to a.csv.'],
      [
        { written: 1205, changed: true },
        'Exported 1,205 projects to a.csv. The list changed while it was read.',
      ],
      [
        { written: 1203, short: true, changed: true, repeated: 1 },
        'Exported 1,203 of 1,204 projects to a.csv. The service gave fewer rows than it says there are. 1 row came more than once and is in the file once. If that does not help, ask whoever runs the service.',
      ],
      [
        { unreadable: 1, without: 2 },
        'Exported 1,204 of 1,204 projects to a.csv. 1 row could not be read. 2 have no stats.',
      ],
      [
        { unreadable: 3, without: 1, unread: 12 },
        'Exported 1,204 of 1,204 projects to a.csv. 3 rows could not be read. 1 has no stats. The stats of 12 could not be read.',
      ],
    ];
    for (const [outcome, expected] of cases) assert.equal(end(outcome).text, expected);
  });

  it('reports an export as incomplete if rows or stats are missing, but not if only some rows were chosen', () => {
    assert.ok(end({}).whole);
    assert.ok(end({ written: 3 }).whole);
    const lacks = [{ short: true }, { changed: true }, { unreadable: 1 }];
    for (const lack of [...lacks, { without: 1 }, { unread: 1 }]) assert.ok(!end(lack).whole);
  });

  it('gives advice in one line after an unexpected error', () => {
    assert.equal(
      failureWords(new TypeError('x is\nnot a function.'), 'a.example', 'a.csv'),
      'The extension failed: x is not a function. Try again, or another format.',
    );
  });

  it('gives advice for each file system error', () => {
    const codes = ['ENOSPC', 'EACCES', 'EPERM', 'ENOENT', 'EFBIG', 'EISDIR', 'EIO'];
    const all = codes.map((code) =>
      failureWords(Object.assign(new Error(code), { code }), 'a.example', 'a.csv'),
    );
    assert.equal(new Set(all).size, codes.length);
    for (const text of all) assert.match(text, /a\.csv.*\. .*(oose|Make|close)/);
    assert.match(all.at(-1) ?? '', /EIO/);
  });
});
