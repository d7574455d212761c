import { displayText } from '../core/base/displayText.ts';
import { settings } from '../editor/settings.ts';
import type { ActiveConnection } from './activeConnection.ts';

type Named = Pick<ActiveConnection, 'address' | 'scope'>;

/** The colors of connections, as marks that look the same in every theme and on every surface. */
const MARKS = { red: '🔴', orange: '🟠', yellow: '🟡', green: '🟢', blue: '🔵', purple: '🟣' };
export type ConnectionColor = keyof typeof MARKS;
export const CONNECTION_COLORS = Object.keys(MARKS) as ConnectionColor[];

/** Longer names are cut where they are shown. */
export const LONGEST_NAME = 40;

/** What the setting `mintscope.connections` says of one service. */
export interface ConnectionLabel {
  /** Empty if the user has given none. */
  readonly name: string;
  readonly color: ConnectionColor | undefined;
}

/** The name and the color that the user has given to the service at an address. */
export function labelOf({ base }: { readonly base: string }): ConnectionLabel {
  const { name, color } = settings.connections[base] ?? {};
  return {
    name: typeof name === 'string' ? displayText(name, LONGEST_NAME) : '',
    color: CONNECTION_COLORS.find((one) => one === color),
  };
}

export function markOf(color: ConnectionColor | undefined): string {
  return color ? `${MARKS[color]} ` : '';
}

/** `🔴 Production`, or the host with its mark; `undefined` if the user has given neither. */
export function givenName(connection: Named | undefined): string | undefined {
  if (!connection || connection.scope === 'sample') return undefined;
  const { name, color } = labelOf(connection.address);
  return name || color ? markOf(color) + (name || connection.address.host) : undefined;
}

/** How lists and messages name a connection: as the user has named it, else by its host. */
export function nameOf(connection: Named): string {
  return givenName(connection) ?? connection.address.host;
}
