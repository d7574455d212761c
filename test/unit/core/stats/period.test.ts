import assert from 'node:assert/strict';
import { dayOf, daysOf, startOf } from '../../../../src/core/stats/period.ts';

const HOUR = 3_600_000;
const { TZ } = process.env;

/** Sets the zone of the machine. */
const inZone = (zone: string) => {
  process.env.TZ = zone;
};

/** The local time of each, such as `10 01:00`: day and time. */
const local = (times: readonly number[]) =>
  times.map((at) => {
    const date = new Date(at);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
  });

describe('Days where the user is', () => {
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  for (const [zone, until, midnight] of [
    // Their clocks go forward at midnight: one day begins at 1:00, and the next ones do not.
    ['America/Santiago', [2025, 8, 10], '07 01:00'],
    ['Africa/Cairo', [2025, 3, 28], '25 01:00'],
    ['Europe/Berlin', [2025, 9, 29], undefined],
    ['Australia/Lord_Howe', [2025, 9, 8], undefined],
    ['Asia/Kathmandu', [2025, 9, 8], undefined],
  ] as const) {
    it(`each day begins at its own first moment: ${zone}`, () => {
      inZone(zone);
      const [year, month, day] = until;
      const now = new Date(year, month, day, 12).getTime();
      const days = daysOf(startOf('week', now, undefined)!, now);
      const dates = days.map((at) => new Date(at).getDate());
      assert.deepEqual(
        dates,
        Array.from({ length: 7 }, (_, at) => new Date(year, month, day - 6 + at).getDate()),
      );
      const late = local(days).filter((time) => !time.endsWith('00:00'));
      assert.deepEqual(late, midnight === undefined ? [] : [midnight]);
      // Every time belongs to the last day that has begun.
      for (let at = days[0]!; at < now; at += HOUR / 2) {
        assert.equal(
          dayOf(at),
          days.findLast((one) => one <= at),
        );
      }
    });
  }

  it('a period begins an hour ago, when the user last looked, or at the start of a day', () => {
    const now = new Date(2026, 10, 23, 9, 30).getTime();
    const at = (day: number) => new Date(2026, 10, day).getTime();
    const start = (period: Parameters<typeof startOf>[0]) => startOf(period, now, at(18));
    assert.deepEqual(
      [start('hour'), start('lastLooked'), start('today'), start('yesterday'), start('week')],
      [now - HOUR, at(18), at(23), at(22), at(17)],
    );
  });
});
