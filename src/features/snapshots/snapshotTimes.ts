import type { Snapshot } from '../../documents/snapshots.ts';
import { locale } from '../../editor/locale.ts';

/** Added to the minutes, one after the other, until two times differ. */
const PRECISIONS: readonly Intl.DateTimeFormatOptions[] = [
  {},
  { second: '2-digit' },
  { second: '2-digit', fractionalSecondDigits: 3 },
];

/**
 * Names snapshots by their times: `Nov 21, 2026, 14:02`. Seconds, and then milliseconds, are added
 * only to those that would look alike.
 * @param now to say `today, 14:02` and `yesterday, 21:32`, in milliseconds since 1970; left out for
 * a text that stays on screen, such as a title.
 */
export function snapshotTimes(
  snapshots: readonly Snapshot[],
  now?: number,
): (snapshot: Snapshot) => string {
  const names = new Map<number, string>();
  let alike = snapshots;
  for (const precision of PRECISIONS) {
    const nameOf = namer(precision, now);
    const byName = Map.groupBy(alike, ({ at }) => nameOf(at));
    for (const [name, those] of byName) for (const { at } of those) names.set(at, name);
    alike = [...byName.values()].filter(({ length }) => length > 1).flat();
  }
  return ({ at }) => names.get(at) ?? '';
}

function namer(precision: Intl.DateTimeFormatOptions, now: number | undefined) {
  const language = locale();
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...precision } as const;
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const times = new Intl.DateTimeFormat(language, clock);
  const dates = new Intl.DateTimeFormat(language, { ...date, ...clock });
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (at: number) => {
    const ago = now === undefined ? Infinity : startOfDay(now) - startOfDay(at);
    // Rounded, because a day may have 23 or 25 hours.
    const daysAgo = Math.round(ago / (24 * 3600 * 1000));
    if (daysAgo !== 0 && daysAgo !== 1) return dates.format(at);
    return `${days.format(-daysAgo, 'day')}, ${times.format(at)}`;
  };
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
