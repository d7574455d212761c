import { type History, thinned } from './reading.ts';
import { endSeen, exactPercentConfirmed } from './share.ts';

/** The share confirmed of a project over time, for a chart of several projects. */
export interface ShareLine {
  /** The oldest first, until minting has ended; those without a known share are left out. */
  readonly readings: readonly {
    /** In milliseconds since 1970. */
    readonly at: number;
    /** See `exactPercentConfirmed`. */
    readonly percent: number;
  }[];
  /**
   * When it began: the last reading before something was confirmed. If nothing is confirmed yet,
   * the last reading; if something was confirmed in the first reading, that one. `undefined`
   * without readings.
   */
  readonly start: number | undefined;
  /** Whether it began between two readings, before the first one, or not yet. */
  readonly begun: 'seen' | 'before' | 'not';
  /** Whether minting has ended, so that the share stays what it was. */
  readonly ended: boolean;
}

/** @param most how many readings it has at most; see `thinned`. */
export function shareLine(history: History, most: number): ShareLine {
  const ended = endSeen(history)?.at;
  const known = thinned(history, most).filter(({ at }) => at <= (ended ?? Infinity));
  const readings = known.flatMap((reading) => {
    const percent = exactPercentConfirmed([reading]);
    return percent === undefined ? [] : [{ at: reading.at, percent }];
  });
  const rise = readings.findIndex(({ percent }) => percent > 0);
  const start = rise < 0 ? readings.at(-1) : readings[Math.max(rise - 1, 0)];
  const begun = rise < 0 ? 'not' : rise === 0 ? 'before' : 'seen';
  return { readings, start: start?.at, begun, ended: ended !== undefined };
}
