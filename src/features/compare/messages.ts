/** The messages between the editor and a panel that compares projects. */

import { COMPARED } from '../../core/messages/compareMessages.ts';
import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, ROW_STATE } from '../../core/panel/panel.ts';

/** `t/12,n/7`: the two to eight projects that are compared. */
const isRefs: is.Guard<string> = (value): value is string =>
  is.string(value) && /^[tn]\/\d{1,40}(,[tn]\/\d{1,40}){1,7}$/.test(value);

/** Whether times are counted from the start of each mint, or are those of the clock. */
export const isAxis = is.oneOf('start', 'clock');
export type CompareAxis = is.Guarded<typeof isAxis>;

const isLine = is.objectOf({
  /** Of unknown origin: shown as text, never as markup. */
  name: is.string,
  /** See `ComparedCells`. */
  cells: is.objectOf(is.each(COMPARED, is.string)),
  /** When the newest counts were requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
  /** Why it has no line, or no numbers. */
  note: is.optional(is.string),
  /** These and the members below: see `ShareLine`. */
  readings: is.arrayOf(is.objectOf({ at: is.number, percent: is.number })),
  start: is.optional(is.number),
  begun: is.oneOf('seen', 'before', 'not'),
  ended: is.boolean,
});
export type ComparedLine = is.Guarded<typeof isLine>;

const isState = is.objectOf({
  ref: isRefs,
  /** The projects, in the order of `ref`. */
  lines: is.arrayOf(isLine),
  /** How many of the projects have readings, in words. */
  covers: is.string,
  loading: is.boolean,
  ...ROW_STATE,
});
export type CompareState = is.Guarded<typeof isState>;

export const isFromCompare = is.messageOf({
  ...FROM_EVERY_PAGE,
  copy: { what: is.oneOf('table') },
});
export type FromCompare = is.Guarded<typeof isFromCompare>;

export const isToCompare = is.messageOf({
  state: { state: isState },
  done: { what: is.oneOf('table') },
});
