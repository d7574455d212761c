/** The messages between the editor and the collection panel, and what the panel keeps. */

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
  readSavedRow,
  ROW_STATE,
  type SavedRow,
} from './panel.ts';

/** The longest key of a row: `shortKey` makes none that is longer. */
const LONGEST_KEY = 200;

/** `collection/9mBq…`: the key of a row. */
const isRef: Guard<string> = (value): value is string =>
  isString(value) && value.startsWith('collection/') && value.length <= LONGEST_KEY;

const isCopyTarget = isOneOf('mintAddress', 'ownerAddress', 'uri');
export type CopyTarget = Guarded<typeof isCopyTarget>;

const isMember = isObjectOf({ name: isString, value: isString });
export type Member = Guarded<typeof isMember>;

const isTable = isObjectOf({
  columns: isArrayOf(isString),
  rows: isArrayOf(isArrayOf(isString)),
  /** How many further rows are not shown. */
  more: isNumber,
});
/** Attributes as a table; each row has a text for each column. */
export type Table = Guarded<typeof isTable>;

/**
 * A Collection as its panel shows it. The texts are of unknown origin: shown as text, never as
 * markup. `image` is an https address (or http on loopback) that was checked; `uri` was not.
 */
const isFacts = isObjectOf({
  name: optional(isString),
  symbol: optional(isString),
  description: optional(isString),
  mintAddress: optional(isString),
  ownerAddress: optional(isString),
  uri: optional(isString),
  image: optional(isString),
  attributes: optional(isTable),
  details: isArrayOf(isMember),
  /** Members that service-interface §2.2 does not name. */
  further: isArrayOf(isMember),
  /** When the list that holds the row was requested, in milliseconds since 1970. */
  asOf: optional(isNumber),
});
export type CollectionFacts = Guarded<typeof isFacts>;

const isState = isObjectOf({
  ref: isRef,
  facts: optional(isFacts),
  /** The whole list was read, and the row was not in it. */
  gone: isBoolean,
  ...ROW_STATE,
});
export type CollectionState = Guarded<typeof isState>;

export const isFromCollectionPanel = isMessageOf({
  ready: {},
  /** `ref` is the row of the page, because the tab may have been given to another one. */
  keepOpen: { ref: isRef },
  copy: { what: isCopyTarget, ref: isRef },
  openMetadata: { ref: isRef },
  refresh: {},
  signIn: {},
  showLog: {},
});
export type FromCollectionPanel = Guarded<typeof isFromCollectionPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToCollectionPanel = isMessageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  copied: { what: isCopyTarget },
});

/** The saved state of a panel, or `undefined` if it names no row. */
export function readSavedCollectionPanel(value: unknown): SavedRow<CollectionFacts> | undefined {
  return readSavedRow(value, isRef, (facts) => (isFacts(facts) ? facts : undefined));
}
