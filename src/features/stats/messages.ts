/** The messages between the editor and the stats panel. */

import { COUNTS } from '../../core/model/counts.ts';
import { ROW_TONES } from '../../core/stats/rowTone.ts';
import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, isCounts, ROW_STATE } from '../../core/panel/panel.ts';

/** `t/12`: kind and digits, at most forty, which is more than any id. */
const isRef: is.Guard<string> = (value): value is string =>
  is.string(value) && /^[tn]\/\d{1,40}$/.test(value);

const isCopyTarget = is.oneOf('id', 'mintAddress');
export type CopyTarget = is.Guarded<typeof isCopyTarget>;

/**
 * The texts of a project that the panel's header shows. They are of unknown origin: shown as text,
 * never as markup. `image` is an https address (or http on loopback) that was checked.
 */
const FACT_TEXTS = ['name', 'symbol', 'status', 'description', 'mintAddress', 'image'] as const;

const isFacts = is.objectOf({
  ...is.each(FACT_TEXTS, is.optional(is.string)),
  /** When the page with these texts was requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
});

const isReading = is.objectOf({
  at: is.number,
  ...is.each(COUNTS, is.optional(is.number)),
  /** Left out if none have failed. */
  failed: is.optional(is.number),
});
/** The counts at a time, in milliseconds since 1970; a count that was not sent is left out. */
export type TimedCounts = is.Guarded<typeof isReading>;

const isTimeLine = is.objectOf({
  /** The oldest first, each at another time, and not all if there are very many. */
  readings: is.arrayOf(isReading),
  /**
   * When it will be done, or why that is not known, and how fast it is minted; or how long it took.
   * Empty while there is a `problem`.
   */
  pace: is.arrayOf(is.string),
  /**
   * When it will be done, by a forecast made `at` a time, in milliseconds since 1970; `undefined` if
   * that is not known.
   */
  done: is.optional(
    is.objectOf({ at: is.number, low: is.number, likely: is.number, high: is.number }),
  ),
  /** When nothing was left for the first time, in milliseconds since 1970; `undefined` before that. */
  ended: is.optional(is.number),
});
export type TimeLine = is.Guarded<typeof isTimeLine>;

const isState = is.objectOf({
  ref: isRef,
  /** `undefined` until the project is in a loaded list. */
  facts: is.optional(isFacts),
  /** That of the row in the tree (`rowTone`). */
  tone: is.oneOf(...ROW_TONES),
  /** Why it needs attention other than by its status, in the words of its row. */
  chips: is.optional(is.string),
  /** The last counts received; they stay while a refresh runs and after one failed. */
  counts: is.optional(isCounts),
  /** When `counts` were requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
  /** `undefined` while there are no readings. */
  timeLine: is.optional(isTimeLine),
  /** Whether it is watched; `undefined` if it is not and has no button for it. */
  watched: is.optional(is.boolean),
  loading: is.boolean,
  ...ROW_STATE,
});
export type StatsState = is.Guarded<typeof isState>;

export const isFromStatsPanel = is.messageOf({
  ...FROM_EVERY_PAGE,
  watch: {},
  stopWatching: {},
  tellMeWhen: {},
  openOther: {},
  copy: { what: isCopyTarget },
});
export type FromStatsPanel = is.Guarded<typeof isFromStatsPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToStatsPanel = is.messageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  done: { what: isCopyTarget },
});
export type ToStatsPanel = is.Guarded<typeof isToStatsPanel>;
