/** The messages between the editor and the portfolio, and what the portfolio keeps. */

import { forEachCount } from '../core/model/counts.ts';
import { CONCERNS } from '../core/stats/attention.ts';
import {
  type Guarded,
  isArrayOf,
  isBoolean,
  isMessageOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
  PROBLEM,
} from './panel.ts';

const isRow = isObjectOf({
  /** Identifies the row: the key of the Project, such as `project/t/12`. */
  key: isString,
  /** Texts of the service, of unknown origin: shown as text, never as markup. */
  name: optional(isString),
  symbol: optional(isString),
  status: optional(isString),
  /** The integer id in decimal digits; `undefined` if it is not known. */
  id: optional(isString),
  /** `undefined` if it is not known. Without kind or id, stats cannot be asked for. */
  kind: optional(isOneOf('t', 'n')),
  /** The newest counts known; `undefined` until there are some. They stay if a later try fails. */
  counts: optional(
    isObjectOf({
      ...forEachCount(() => optional(isNumber)),
      /** See `partsOf`. */
      failed: optional(isNumber),
      other: optional(isNumber),
    }),
  ),
  /** When `counts` were asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
  /** The time of the first reading with as many confirmed NFTs, in milliseconds since 1970. */
  movedAt: optional(isNumber),
  /** See `Pace` and `Forecast`; `undefined` if it has none at `asOf`. */
  pace: optional(
    isObjectOf({
      perMinute: isNumber,
      basis: isNumber,
      uneven: optional(isBoolean),
      /** In milliseconds since 1970. */
      doneAt: optional(isObjectOf({ low: isNumber, likely: isNumber, high: isNumber })),
    }),
  ),
  /** See `isMinting`. */
  minting: optional(isBoolean),
  failure: optional(isString),
  /** Whether it is watched until it is minted. */
  watched: optional(isBoolean),
  /** True while its stats are being asked for because a person asked for this row. */
  loading: optional(isBoolean),
  /** Whether `concerns` were acknowledged as they are: then they need no attention. */
  acknowledged: optional(isBoolean),
  /** The worst first, each with its words, such as `Failed 12`. */
  concerns: isArrayOf(isObjectOf({ kind: isOneOf(...CONCERNS), words: isString })),
});
export type PortfolioRow = Guarded<typeof isRow>;

const isTrend = isObjectOf({
  key: isString,
  points: isArrayOf(isObjectOf({ at: isNumber, confirmed: isNumber })),
});
export type Trend = Guarded<typeof isTrend>;

const isPhase = isOneOf('list', 'stats', 'paused', 'stopped', 'done');
/**
 * `list` while pages are read, `stats` while stats are read, `paused` and `stopped` as a person (or
 * a failure, see `problem`) has ended it, `done` when all that can be read has been.
 */
export type PortfolioPhase = Guarded<typeof isPhase>;

const isState = isObjectOf({
  /** The account; a page that is restored under another one starts empty. */
  service: optional(isString),
  /** True while the data comes from the bundled sample service. */
  sample: isBoolean,
  phase: isPhase,
  /** How many rows are known, and how many the service says there are. */
  listed: isNumber,
  total: optional(isNumber),
  /** Until when the service has asked to send no requests, in milliseconds since 1970. */
  waitUntil: optional(isNumber),
  /** Why the numbers do not change, or what changes them: `paused`, `reading 120 of 3,204`. */
  work: optional(isString),
  /** How far the work under way is, from 0 to 1; `undefined` if that is not known. */
  progress: optional(isNumber),
  /** Why the whole is not complete, and what a person can do. */
  problem: optional(isObjectOf(PROBLEM)),
  /** What the readings of the last seven days tell; `undefined` until that is known, or if none do. */
  week: optional(
    isObjectOf({
      /** Such as `3 finished, 5,120 NFTs confirmed`, and what of. */
      words: isString,
      /** A day without `read` is unknown. Its words name it where the user is: `Thu 1,204`. */
      days: isArrayOf(isObjectOf({ confirmed: isNumber, read: isNumber, words: isString })),
    }),
  ),
});
/**
 * What the portfolio shows above its rows, besides what it counts in them. Rows arrive by
 * themselves, before the state that is of the same moment.
 */
export type PortfolioState = Guarded<typeof isState>;

export const isFromPortfolio = isMessageOf({
  ready: {},
  pause: {},
  resume: {},
  cancel: {},
  /** Reads the list and all stats anew. */
  refresh: {},
  /** Reads the stats of these rows anew. */
  retry: { keys: isArrayOf(isString) },
  /** Asks for the trends of rows in sight. */
  trends: { keys: isArrayOf(isString) },
  open: { key: isString },
  watch: { keys: isArrayOf(isString) },
  stopWatching: { keys: isArrayOf(isString) },
  copy: { keys: isArrayOf(isString) },
  compare: { keys: isArrayOf(isString) },
  /** Exports these rows with their counts, in this order. */
  export: { keys: isArrayOf(isString) },
  whatHappened: {},
  signIn: {},
  showLog: {},
});
export type FromPortfolio = Guarded<typeof isFromPortfolio>;

/** What a command in the context menu of rows is called with (`data-vscode-context`). */
export const isRowMenu = isObjectOf({
  webviewSection: isOneOf('projects'),
  /** The account that the rows are of. */
  service: optional(isString),
  /** The row that it was opened on, and all rows that it is for. */
  key: isString,
  keys: isArrayOf(isString),
});
export type RowMenu = Guarded<typeof isRowMenu>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToPortfolio = isMessageOf({
  state: { state: isState },
  /**
   * Rows that are new or have changed, by `key`. With `first`, all earlier rows are gone. A large
   * portfolio arrives in several messages, in the order of the list.
   */
  rows: { first: isBoolean, rows: isArrayOf(isRow) },
  /** How many NFTs were confirmed at times of the last day, the oldest first, of each row asked for. */
  trends: { trends: isArrayOf(isTrend) },
  /** Sent after what a person asked for was done, in words such as `3 projects copied`. */
  said: { text: isString },
});
export type ToPortfolio = Guarded<typeof isToPortfolio>;

/**
 * The columns of the table, by which it is sorted. The most important first: a narrow table shows only
 * the first ones.
 */
export const COLUMNS = [
  'name',
  'share',
  'concerns',
  'status',
  'doneIn',
  'pace',
  'total',
  'movedAt',
  'confirmed',
  'processing',
  'pending',
  'symbol',
  'kind',
  'asOf',
] as const;
export type Column = (typeof COLUMNS)[number];

const isView = isObjectOf({
  sort: optional(isOneOf(...COLUMNS)),
  descending: optional(isBoolean),
  text: optional(isString),
  statuses: optional(isArrayOf(isString)),
  kinds: optional(isArrayOf(isOneOf('t', 'n'))),
  concerns: optional(isArrayOf(isOneOf(...CONCERNS))),
  /** Only what is being minted now. */
  moving: optional(isBoolean),
  /** Columns that are shown even if they do not fit, and those that are not shown. */
  shown: optional(isArrayOf(isOneOf(...COLUMNS))),
  hidden: optional(isArrayOf(isOneOf(...COLUMNS))),
  /** The account that all this is of: filters may hold its texts. */
  service: optional(isString),
  /** How many rows are above those in sight, with a fraction for one that is seen in part. */
  top: optional(isNumber),
  /** The key of the row that the keyboard is in, and those of the selected rows. */
  active: optional(isString),
  selected: optional(isArrayOf(isString)),
  /** Whether the focus was in the table. */
  focused: optional(isBoolean),
});
/**
 * How the table is sorted and filtered, and where a person is in it. The page keeps it while the
 * tab is hidden, which destroys the page, and across a reload (`setState`).
 */
export type PortfolioView = Guarded<typeof isView>;

/** The kept view, or the default one if it is not valid. */
export function readPortfolioView(value: unknown): PortfolioView {
  return isView(value) ? value : {};
}
