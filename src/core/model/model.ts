import type { Counts } from './counts.ts';
import type { ListRow } from './sharedKeys.ts';

/**
 * The model: rows and stats of the service. Every member may be `undefined`, because it is not
 * known which fields are required (service-interface §2.1, §2.2). Rows read their members from what
 * was received (`decode.ts`).
 */

/** The kind of a Project in a path: `t` transferable, `n` non-transferable (§4.2). */
export type ProjectKind = 't' | 'n';

export interface ProjectRef {
  readonly kind: ProjectKind;
  /** The integer id in decimal digits: as text, so that ids beyond 2^53 stay exact. */
  readonly id: string;
}

/** Any JSON value, as the service sent it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** The members that both lists have. */
interface ServiceRow extends ListRow {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly image: string | undefined;
  readonly mintAddress: string | undefined;
  /** The row as received. */
  readonly source: JsonObject;
}

/** One Project of a list (§2.1). Its key is, for example, `project/t/12`. */
export interface Project extends ServiceRow {
  readonly kind: 'project';
  readonly id: string | undefined;
  readonly symbol: string | undefined;
  readonly animationUrl: string | undefined;
  readonly transferable: boolean | undefined;
  readonly status: string | undefined;
}

/** One Collection of a list (§2.2). Its key is, for example, `collection/9mBq…`. */
export interface Collection extends ServiceRow {
  readonly kind: 'collection';
  readonly uri: string | undefined;
  readonly ownerAddress: string | undefined;
}

/** The counts of §2.4 and whatever else the service counts. */
export interface ProjectStats extends Counts {
  /** Numeric members beyond the known ones, in the order received. */
  readonly further: readonly { readonly name: string; readonly count: number }[];
  readonly source: JsonObject;
}

/**
 * The canonical form of an id: digits without leading zeros, so that `007` and `7` are one project.
 * `undefined` for anything else, also for more than forty digits.
 */
export function canonicalId(digits: string): string | undefined {
  return /^\d{1,40}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : undefined;
}

/** `t/12`: the reference of a Project, as users and deep links write it. */
export function formatRef(ref: ProjectRef): string {
  return `${ref.kind}/${ref.id}`;
}

/** The reference of a Project, or `undefined` if its id or its kind is not known. */
export function projectRef(project: Project): ProjectRef | undefined {
  if (project.id === undefined || project.transferable === undefined) return undefined;
  return { kind: project.transferable ? 't' : 'n', id: project.id };
}

/** The text members of both kinds of rows. */
const TEXTS = [
  ...['name', 'symbol', 'description', 'image', 'animationUrl', 'mintAddress', 'status'],
  ...['uri', 'ownerAddress'],
];

/**
 * Whether this has the shape of a row. The editor passes rows to commands, and other extensions may
 * pass anything.
 */
export function isServiceRow(value: unknown): value is Project | Collection {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Readonly<Record<string, unknown>>;
  const { kind, key, source } = row;
  if (kind !== 'project' && kind !== 'collection') return false;
  if (typeof key !== 'string' || !key.startsWith(`${kind}/`)) return false;
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return false;
  if (!TEXTS.every((name) => isOptional(row[name], 'string'))) return false;
  if (kind === 'collection') return true;
  const { id, transferable } = row;
  return (
    isOptional(transferable, 'boolean') &&
    (id === undefined || (typeof id === 'string' && canonicalId(id) === id))
  );
}

function isOptional(value: unknown, type: 'string' | 'boolean'): boolean {
  return value === undefined || typeof value === type;
}
