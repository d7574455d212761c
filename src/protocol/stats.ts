/** The messages between the editor and the stats panel, and what the panel keeps. */

import { forEachCount } from '../core/model/counts.ts';
import { ROW_TONES } from '../core/stats/rowTone.ts';
import {
  type Guard,
  type Guarded,
  isArrayOf,
  isBoolean,
  isMessageOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
  own,
  PROBLEM,
  readSavedRow,
  ROW_STATE,
  type SavedRow,
} from './panel.ts';

/** `t/12`: kind and digits, at most forty, which is more than any id. */
const isRef: Guard<string> = (value): value is string =>
  isString(value) && /^[tn]\/\d{1,40}$/.test(value);

const isCopyTarget = isOneOf('id', 'mintAddress');
export type CopyTarget = Guarded<typeof isCopyTarget>;

/**
 * The texts of a project that the panel's header shows. They are of unknown origin: shown as text,
 * never as markup. `image` is an https address (or http on loopback) that was checked.
 */
export const FACT_TEXTS = [
  'name',
  'symbol',
  'status',
  'description',
  'mintAddress',
  'image',
] as const;

const isFacts = isObjectOf({
  ...(Object.fromEntries(FACT_TEXTS.map((name) => [name, optional(isString)])) as Record<
    (typeof FACT_TEXTS)[number],
    Guard<string | undefined>
  >),
  /** When the page with these texts was requested, in milliseconds since 1970. */
  asOf: optional(isNumber),
});
/** What is known of a project from its row in a list. */
export type ProjectFacts = Guarded<typeof isFacts>;

const isCounts = isObjectOf({
  ...forEachCount(() => optional(isNumber)),
  further: isArrayOf(isObjectOf({ name: isString, count: isNumber })),
});
/**
 * Counts as the service gave them; a missing or `undefined` one was not sent (service-interface
 * §2.4). Messages are JSON, which drops `undefined` members.
 */
export type StatsCounts = Guarded<typeof isCounts>;

const isProblem = isObjectOf({
  ...PROBLEM,
  /** The project of the other kind, if the service knows that one instead. */
  other: optional(isRef),
});
export type StatsPanelProblem = Guarded<typeof isProblem>;

const isReading = isObjectOf({
  at: isNumber,
  ...forEachCount(() => optional(isNumber)),
  /** Left out if none have failed. */
  failed: optional(isNumber),
});
/** The counts at one time, in milliseconds since 1970; one that was not sent is left out. */
export type TimedCounts = Guarded<typeof isReading>;

const isTimeLine = isObjectOf({
  /** The oldest first, each at another time; two at least, and not all if there are very many. */
  readings: isArrayOf(isReading),
  of: isNumber,
  /** When done and how fast, or why neither can be told, or how long it took; empty if it would be out of date. */
  pace: isArrayOf(isString),
  /** When it will be done, in milliseconds since 1970; `undefined` if that cannot be told. */
  done: optional(isObjectOf({ low: isNumber, likely: isNumber, high: isNumber })),
  /** When nothing was left for the first time, in milliseconds since 1970; `undefined` before that. */
  ended: optional(isNumber),
});
export type TimeLine = Guarded<typeof isTimeLine>;

const isState = isObjectOf({
  ref: isRef,
  /** `undefined` until the project is in a loaded list. */
  facts: optional(isFacts),
  /** That of the row in the tree (`rowTone`). */
  tone: isOneOf(...ROW_TONES),
  /** Why it needs attention, if not by its status, as its row says it. */
  chips: optional(isString),
  /** The last counts received; they stay while a refresh runs and after one failed. */
  counts: optional(isCounts),
  /** When `counts` were asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
  /** `undefined` while there are fewer than two readings. */
  timeLine: optional(isTimeLine),
  /** Whether it is watched; `undefined` if it cannot be, or if nothing is left. */
  watched: optional(isBoolean),
  loading: isBoolean,
  ...ROW_STATE,
  problem: optional(isProblem),
});
export type StatsState = Guarded<typeof isState>;

export const isFromStatsPanel = isMessageOf({
  ready: {},
  refresh: {},
  watch: {},
  stopWatching: {},
  signIn: {},
  openOther: {},
  showLog: {},
  /** `ref` is the project of the page, because the tab may have been given to another one. */
  keepOpen: { ref: isRef },
  copy: { what: isCopyTarget, ref: isRef },
});
export type FromStatsPanel = Guarded<typeof isFromStatsPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToStatsPanel = isMessageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  copied: { what: isCopyTarget },
});
export type ToStatsPanel = Guarded<typeof isToStatsPanel>;

/** The saved state of a panel, or `undefined` if it names no project. Invalid facts are left out. */
export function readSavedStatsPanel(value: unknown): SavedRow<ProjectFacts> | undefined {
  return readSavedRow(value, isRef, (facts) => {
    if (!isFacts(facts)) return undefined;
    const known = [...FACT_TEXTS, 'asOf'].flatMap((name) => {
      const fact = own(facts, name);
      return fact === undefined ? [] : [[name, fact] as const];
    });
    return Object.fromEntries(known);
  });
}
