import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  endWords,
  fileFailureWords,
  type Outcome,
  unknownFailureWords,
  wroteAll,
} from '../../../../src/features/export/exportMessages.ts';

const whole: Outcome = {
  written: 1204,
  total: 1204,
  unreadable: 0,
  short: false,
  changed: false,
  repeated: 0,
  statsWithout: 0,
  statsUnread: 0,
};
const format = (count: number) => count.toLocaleString('en-US');
const words = (outcome: Partial<Outcome>) =>
  endWords(wroteAll('projects', format), 'a.csv', { ...whole, ...outcome }, format).text;

describe('the message after an export', () => {
  const cases: readonly (readonly [Partial<Outcome>, string])[] = [
    [{}, 'Exported 1,204 of 1,204 projects to a.csv.'],
    [{ written: 300 }, 'Exported 300 of 1,204 projects to a.csv.'],
    [{ written: 1, total: 1 }, 'Exported 1 of 1 project to a.csv.'],
    [{ written: 0, total: 0 }, 'Exported 0 of 0 projects to a.csv.'],
    [{ written: 7, total: undefined }, 'Exported 7 projects to a.csv.'],
    [
      { written: 1205, changed: true },
      'Exported 1,205 projects to a.csv. The list changed while it was read.',
    ],
    [
      { written: 1201, short: true, changed: true },
      'Exported 1,201 of 1,204 projects to a.csv. The service gave fewer rows than it says there are.',
    ],
    [
      { written: 1203, short: true, changed: true, repeated: 1 },
      'Exported 1,203 of 1,204 projects to a.csv. The service gave fewer rows than it says there are. 1 row came more than once and is in the file once. If that does not help, ask whoever runs the service.',
    ],
    [
      { written: 1201, unreadable: 3 },
      'Exported 1,201 of 1,204 projects to a.csv. 3 rows could not be read.',
    ],
    [
      { unreadable: 1, statsWithout: 2 },
      'Exported 1,204 of 1,204 projects to a.csv. 1 row could not be read. 2 have no stats.',
    ],
    [
      { statsWithout: 1, statsUnread: 12 },
      'Exported 1,204 of 1,204 projects to a.csv. 1 has no stats. The stats of 12 could not be read.',
    ],
  ];
  for (const [outcome, expected] of cases) {
    it(expected, () => {
      assert.equal(words(outcome), expected);
    });
  }

  it('reports an export as incomplete if rows or stats are missing, but not if only some rows were chosen', () => {
    const isWhole = (outcome: Partial<Outcome>) =>
      endWords(wroteAll('collections', format), 'a.csv', { ...whole, ...outcome }, format).whole;
    assert.ok(isWhole({}));
    assert.ok(isWhole({ written: 3 }));
    const lacks = [{ short: true }, { changed: true }, { unreadable: 1 }];
    for (const lack of [...lacks, { statsWithout: 1 }, { statsUnread: 1 }])
      assert.ok(!isWhole(lack));
  });

  it('says in one line what to do after an unexpected error', () => {
    assert.equal(
      unknownFailureWords(new TypeError('x is\nnot a function.')),
      'The extension failed: x is not a function. Try again, or another format.',
    );
  });

  it('says what to do for each file system error', () => {
    const codes = ['ENOSPC', 'EACCES', 'EPERM', 'ENOENT', 'EFBIG', 'EISDIR', 'EIO'];
    const all = codes.map((code) => fileFailureWords(code, 'a.csv'));
    assert.equal(new Set(all).size, codes.length);
    for (const text of all) assert.match(text, /a\.csv.*\. .*(oose|Make|close)/);
    assert.match(all.at(-1) ?? '', /EIO/);
  });
});
