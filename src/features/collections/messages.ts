/** The messages between the editor and the collection panel, and what the panel keeps. */

import * as is from '../../core/panel/is.ts';
import { readSavedRow, ROW_STATE, type SavedRow } from '../../core/panel/panel.ts';

/** In characters: `shortKey` makes no longer key. */
const LONGEST_KEY = 200;

/** `collection/9mBq…`: the key of a row. */
const isRef: is.Guard<string> = (value): value is string =>
  is.string(value) && value.startsWith('collection/') && value.length <= LONGEST_KEY;

const isCopyTarget = is.oneOf('mintAddress', 'ownerAddress', 'uri');
export type CopyTarget = is.Guarded<typeof isCopyTarget>;

const isMember = is.objectOf({ name: is.string, value: is.string });
export type Member = is.Guarded<typeof isMember>;

const isTable = is.objectOf({
  columns: is.arrayOf(is.string),
  rows: is.arrayOf(is.arrayOf(is.string)),
  /** How many further rows are not shown. */
  more: is.number,
});
/** Attributes as a table; each row has a text for each column. */
export type Table = is.Guarded<typeof isTable>;

/**
 * A Collection as its panel shows it. The texts are of unknown origin: shown as text, never as
 * markup. `image` is an https address (or http on loopback) that was checked; `uri` was not.
 */
const isFacts = is.objectOf({
  name: is.optional(is.string),
  symbol: is.optional(is.string),
  description: is.optional(is.string),
  mintAddress: is.optional(is.string),
  ownerAddress: is.optional(is.string),
  uri: is.optional(is.string),
  image: is.optional(is.string),
  attributes: is.optional(isTable),
  details: is.arrayOf(isMember),
  /** Members that service-interface §2.2 does not name. */
  further: is.arrayOf(isMember),
  /** When the list that holds the row was requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
});
export type CollectionFacts = is.Guarded<typeof isFacts>;

const isState = is.objectOf({
  ref: isRef,
  facts: is.optional(isFacts),
  /** Whether the whole list was read, and the row was not in it. */
  gone: is.boolean,
  ...ROW_STATE,
});
export type CollectionState = is.Guarded<typeof isState>;

export const isFromCollectionPanel = is.messageOf({
  ready: {},
  /** `ref` is the row of the page, because the tab may have been given to another one. */
  copy: { what: isCopyTarget, ref: isRef },
  openMetadata: { ref: isRef },
  refresh: {},
  signIn: {},
  showLog: {},
});
export type FromCollectionPanel = is.Guarded<typeof isFromCollectionPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToCollectionPanel = is.messageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  copied: { what: isCopyTarget },
});

export function readSavedCollectionPanel(value: unknown): SavedRow<CollectionFacts> | undefined {
  return readSavedRow(value, isRef, (facts) => (isFacts(facts) ? facts : undefined));
}
