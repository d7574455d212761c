import type { Counts } from './counts.ts';

/**
 * The model: rows and stats of the service. Every member may be `undefined`, because it is not
 * known which fields are required (service-interface §2.1, §2.2). Rows read their members from what
 * was received (`decode.ts`).
 */

/** The kind of a Project in a path: `t` transferable, `n` non-transferable (§4.2). */
export type ProjectKind = 't' | 'n';

/**
 * `t/12`: the reference of a Project, as users and deep links write it, and as readings and demands are
 * found by it. The id is a `canonicalId`: in digits, so that ids beyond 2^53 stay exact.
 */
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
  /**
   * Distinguishes the row from others with the same identity, which are other items. `NO_VARIANT` if
   * what would distinguish it is not known yet.
   */
  readonly variant?: string;
  /**
   * When its page was requested, in milliseconds since 1970. Set by the list that read or restored
   * it; a separate map took a quarter of the time of a Load All.
   */
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

/**
 * The canonical form of an id: digits without leading zeros, so that `007` and `7` are one project.
 * `undefined` for anything else, also for more than forty digits.
 */
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

/**
 * The reference that a Project is listed with; `undefined` if its id or its kind is not known, and
 * for a row of another list. Not for requests: see `projectRef`.
 */
export function listedRef(row: RowOfService): ProjectRef | undefined {
  if (!isProject(row) || row.id === undefined || row.transferable === undefined) return undefined;
  return `${row.transferable ? 't' : 'n'}/${row.id}`;
}

/**
 * The reference by which the stats of a Project can be requested. `undefined` also if its list has
 * another Project with this reference: the service would not say which of them the stats are of.
 */
export function projectRef(row: RowOfService): ProjectRef | undefined {
  return isShared(row) ? undefined : listedRef(row);
}
