import assert from 'node:assert/strict';
import { createFormat } from '../../../src/page/format.ts';

const english = createFormat('en-US', 'UTC');
const at = Date.UTC(2026, 2, 3, 14, 2, 11);

describe('Numbers and times of panels', () => {
  it('writes shares as the locale does', () => {
    assert.equal(english.percent(63), '63%');
    assert.equal(createFormat('de').percent(63), '63\u00a0%');
    assert.equal(english.percent(undefined), undefined);
    assert.deepEqual(
      [0, 0.001, 0.5, 1].map((share) => english.percent(share)),
      ['0%', '<1%', '<1%', '1%'],
    );
  });

  it('writes counts as the locale does, and marks one beyond 2^53 as inexact', () => {
    assert.equal(createFormat('de-DE').count(1234567), '1.234.567');
    const lost = 2 ** 53;
    assert.equal(english.count(lost - 1), '9,007,199,254,740,991');
    assert.equal(english.count(lost), '≈9,007,199,254,740,992');
  });

  it('shows the time only for today, of the day before as yesterday without seconds, and else the date', () => {
    assert.equal(english.time(at, at + 60_000), '14:02:11');
    assert.equal(english.time(at, at + 48 * 3_600_000), 'Mar 3, 2026, 14:02:11');
    assert.equal(english.time(at + 24 * 3_600_000, at), 'Mar 4, 2026, 14:02:11');
    for (const hours of [10, 24, 33]) {
      assert.equal(english.time(at, at + hours * 3_600_000), 'yesterday 14:02', `${hours} h`);
    }
  });

  it('shows how long ago something was, from an hour on when', () => {
    const ago = (ms: number) => english.ago(at, at + ms);
    assert.deepEqual([-5000, 0, 3000, 59_999].map(ago), ['now', 'now', '3s ago', '59s ago']);
    assert.deepEqual([60_000, 3_599_000].map(ago), ['1m ago', '59m ago']);
    assert.equal(ago(3_600_000), '14:02:11');
  });

  it('shows times in the local time zone, midnight as 00, and none outside the calendar', () => {
    assert.equal(createFormat('en-US', 'Asia/Tokyo').time(at, at), '23:02:11');
    assert.match(english.fullDate(at), /^Tuesday, March 3, 2026.*2:02:11\sPM UTC$/);
    assert.equal(english.time(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)), '00:00:00');
    assert.deepEqual(
      [english.time(1e300, at), english.fullDate(1e300), english.ago(1e300, at)],
      ['', '', ''],
    );
  });
});
