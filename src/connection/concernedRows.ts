import type { ActiveConnection } from './activeConnection.ts';

const all = new WeakMap<ActiveConnection, ReadonlyMap<string, string>>();

/**
 * Why projects of a connection need attention, in words, by the keys of their rows. `Needs Attention`
 * sets them; search and export read them.
 */
export function concernedOf(connection: ActiveConnection): ReadonlyMap<string, string> {
  return all.get(connection) ?? new Map<string, string>();
}

export function setConcerned(
  connection: ActiveConnection,
  rows: ReadonlyMap<string, string>,
): void {
  all.set(connection, rows);
}
