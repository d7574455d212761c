import type { ActiveConnection } from './activeConnection.ts';

/** Returns what gives the one object that belongs to a connection. It is created at the first call. */
export function perConnection<Part>(
  create: (connection: ActiveConnection) => Part,
): (connection: ActiveConnection) => Part {
  const all = new WeakMap<ActiveConnection, Part>();
  return (connection) => {
    const found = all.get(connection) ?? create(connection);
    all.set(connection, found);
    return found;
  };
}
