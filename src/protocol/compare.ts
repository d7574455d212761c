/** The messages between the editor and a comparison of projects, and what its page keeps. */

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
  PROBLEM,
  readSavedRow,
  ROW_STATE,
  type SavedRow,
} from './panel.ts';

/** `t/12,n/7`: the two to eight projects that are compared. */
const isRefs: Guard<string> = (value): value is string =>
  isString(value) && /^[tn]\/\d{1,40}(,[tn]\/\d{1,40}){1,7}$/.test(value);

/** Whether times count from the beginning of each project, or are those of the clock. */
const isAxis = isOneOf('start', 'clock');
export type CompareAxis = Guarded<typeof isAxis>;

const isFacts = isObjectOf({
  axis: isAxis,
  /** In the order of `ref`. Texts of unknown origin: shown as text, never as markup. */
  names: isArrayOf(isString),
});
export type CompareFacts = Guarded<typeof isFacts>;

const isLine = isObjectOf({
  name: isString,
  /** See `ComparedCells`. */
  cells: isObjectOf({
    share: isString,
    confirmed: isString,
    pace: isString,
    left: isString,
    doneIn: isString,
  }),
  /** When the newest counts were asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
  /** Why it has no line, or no numbers. */
  note: optional(isString),
  /** See `ShareLine`. */
  readings: isArrayOf(isObjectOf({ at: isNumber, percent: isNumber })),
  start: optional(isNumber),
  begun: isOneOf('seen', 'before', 'not'),
  ended: isBoolean,
});
export type ComparedLine = Guarded<typeof isLine>;

const isState = isObjectOf({
  ref: isRefs,
  facts: isFacts,
  /** The projects, in the order of `ref`. */
  lines: isArrayOf(isLine),
  /** Of how many projects there are readings. */
  covers: isString,
  loading: isBoolean,
  ...ROW_STATE,
  problem: optional(isObjectOf(PROBLEM)),
});
export type CompareState = Guarded<typeof isState>;

export const isFromCompare = isMessageOf({
  ready: {},
  refresh: {},
  signIn: {},
  showLog: {},
  axis: { what: isAxis, ref: isRefs },
  copy: { what: isOneOf('table'), ref: isRefs },
});
export type FromCompare = Guarded<typeof isFromCompare>;

export const isToCompare = isMessageOf({
  state: { state: isState },
  copied: { what: isOneOf('table') },
});

/** The saved state of a panel, or `undefined` if it names no projects. */
export function readSavedComparison(value: unknown): SavedRow<CompareFacts> | undefined {
  return readSavedRow(value, isRefs, (facts) => (isFacts(facts) ? facts : undefined));
}
