import type { Counts } from './counts.ts';

/**
 * Every member may be `undefined`: it is not known which are required (service-interface §2.1, §2.2).
 * Rows read their members from what was received (`decode.ts`).
 */

/** The kind of a Project in a path: `t` transferable, `n` non-transferable (§4.2). */
export type ProjectKind = 't' | 'n';

/** `t/12`, as users and deep links write it. The id is a `canonicalId`: ids beyond 2^53 stay exact. */
export type ProjectRef = `${ProjectKind}/${string}`;

/** Any JSON value, as the service sent it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** The members of a row that a list needs. */
export interface ListRow {
  /** Unique in its list: the identity, and the variant too if several of its rows have the identity. */
  readonly key: string;
  /** By what the service identifies the row, such as `project/t/12`; left out if that is the key. */
  readonly identity?: string;
  /** Distinguishes rows of one identity, which are other items; `NO_VARIANT` if not known yet. */
  readonly variant?: string;
  /** In milliseconds since 1970. Set by the list; a map took a quarter of the time of a Load All. */
  askedAt?: number | undefined;
  /** The same row with another key; present if `variant` is. */
  withKey?(key: string): unknown;
}

/** The variant of a row without a mint address, which it may get later. */
export const NO_VARIANT = 'none';

export interface RowOfService extends ListRow {
  /** The same for all rows of a list; their keys begin with it. */
  readonly kind: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly image: string | undefined;
  readonly mintAddress: string | undefined;
  /** The row as received. */
  readonly source: JsonObject;
}

/** One Project of a list (§2.1). Its key is, for example, `project/t/12`. */
export interface Project extends RowOfService {
  readonly kind: 'project';
  readonly id: string | undefined;
  readonly symbol: string | undefined;
  readonly animationUrl: string | undefined;
  readonly transferable: boolean | undefined;
  readonly status: string | undefined;
}

/** One Collection of a list (§2.2). Its key is, for example, `collection/9mBq…`. */
export interface Collection extends RowOfService {
  readonly kind: 'collection';
  readonly uri: string | undefined;
  readonly ownerAddress: string | undefined;
}

export interface ProjectStats extends Counts {
  /** The stats as received. */
  readonly source: JsonObject;
}

/** Digits without leading zeros, so that `007` and `7` are one project; 40 at most, else `undefined`. */
export function canonicalId(digits: string): string | undefined {
  return /^\d{1,40}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : undefined;
}

export function kindOf(ref: ProjectRef): ProjectKind {
  return ref.startsWith('t') ? 't' : 'n';
}

export function idOf(ref: ProjectRef): string {
  return ref.slice(2);
}

export function isProject(row: RowOfService): row is Project {
  return row.kind === 'project';
}

export function identityOf({ identity, key }: ListRow): string {
  return identity ?? key;
}

/** The key that a row has, or would have, if another row of its list has the same identity. */
export function sharedKeyOf(row: ListRow): string {
  return row.variant === undefined ? row.key : `${identityOf(row)}/${row.variant}`;
}

/** Whether its list has other rows with the same identity. */
export function isShared(row: ListRow): boolean {
  return row.key !== identityOf(row);
}

/** As a Project is listed; `undefined` if its id or kind is not known. Not for requests: see `projectRef`. */
export function listedRef(row: RowOfService): ProjectRef | undefined {
  if (!isProject(row) || row.id === undefined || row.transferable === undefined) return undefined;
  return `${row.transferable ? 't' : 'n'}/${row.id}`;
}

/** To request stats. `undefined` also if another row has it: the service would not say whose they are. */
export function projectRef(row: RowOfService): ProjectRef | undefined {
  return isShared(row) ? undefined : listedRef(row);
}
