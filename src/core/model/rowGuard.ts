import { canonicalId, type Collection, type Project } from './model.ts';

/** The text members of Projects and of Collections. A row has none of those of the other kind. */
const TEXTS = [
  ...['name', 'symbol', 'description', 'image', 'animationUrl', 'mintAddress', 'status'],
  ...['uri', 'ownerAddress'],
];

/**
 * Whether this is a row of a list, in all that is read of one. The editor hands rows to commands,
 * and other extensions may hand over anything.
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
  return isOptional(transferable, 'boolean') && (id === undefined || isId(id));
}

function isOptional(value: unknown, type: 'string' | 'boolean'): boolean {
  return value === undefined || typeof value === type;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && canonicalId(value) === value;
}
