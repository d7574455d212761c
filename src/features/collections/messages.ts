/** The messages between the editor and the collection panel. */

import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, ROW_STATE } from '../../core/panel/panel.ts';

const isCopyTarget = is.oneOf('mintAddress', 'ownerAddress', 'uri');
export type CopyTarget = is.Guarded<typeof isCopyTarget>;

const isTable = is.objectOf({
  caption: is.string,
  /** Its headings; empty if each row is a name and a value. */
  columns: is.arrayOf(is.string),
  /** Each has a text for each column. */
  rows: is.arrayOf(is.arrayOf(is.string)),
  /** How many further rows are not shown. */
  more: is.number,
});
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
  /** Attributes, details and the members that service-interface §2.2 does not name, if there are some. */
  tables: is.arrayOf(isTable),
  /** When the list that holds the row was requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
});
export type CollectionFacts = is.Guarded<typeof isFacts>;

const isState = is.objectOf({
  /** Its `rowId`. */
  ref: is.string,
  facts: is.optional(isFacts),
  /** Whether the whole list was read, and the row was not in it. */
  gone: is.boolean,
  ...ROW_STATE,
});
export type CollectionState = is.Guarded<typeof isState>;

export const isFromCollectionPanel = is.messageOf({
  ...FROM_EVERY_PAGE,
  copy: { what: isCopyTarget },
  openMetadata: {},
});
export type FromCollectionPanel = is.Guarded<typeof isFromCollectionPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToCollectionPanel = is.messageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  done: { what: isCopyTarget },
});
