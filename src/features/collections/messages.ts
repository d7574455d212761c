/** The messages between the editor and the collection panel. */

import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, type RowState } from '../../core/panel/panel.ts';

/** The addresses of a collection, which can be copied. */
export const ADDRESSES = ['mintAddress', 'ownerAddress', 'uri'] as const;

export interface Table {
  readonly caption: string;
  /** Its headings; empty if each row is a name and a value. */
  readonly columns: readonly string[];
  /** Each has a text for each column. */
  readonly rows: readonly (readonly string[])[];
  /** How many further rows are not shown. */
  readonly more: number;
}

/**
 * A Collection as its panel shows it. The texts are of unknown origin: shown as text, never as
 * markup. `image` is an https address (or http on loopback) that was checked; `uri` was not.
 */
export interface CollectionFacts {
  readonly name?: string | undefined;
  readonly symbol?: string | undefined;
  readonly description?: string | undefined;
  readonly mintAddress?: string | undefined;
  readonly ownerAddress?: string | undefined;
  readonly uri?: string | undefined;
  readonly image?: string | undefined;
  /** Attributes, details and the members that service-interface §2.2 does not name, if there are some. */
  readonly tables: readonly Table[];
  /** When the list that holds the row was requested, in milliseconds since 1970. */
  readonly asOf?: number | undefined;
}

export interface CollectionState extends RowState {
  readonly facts?: CollectionFacts | undefined;
  /** Whether the whole list was read, and the row was not in it. */
  readonly gone: boolean;
}

export const isFromCollectionPanel = is.messageOf({
  ...FROM_EVERY_PAGE,
  copy: { what: is.oneOf(...ADDRESSES) },
  openMetadata: {},
});
export type FromCollectionPanel = is.Guarded<typeof isFromCollectionPanel>;
