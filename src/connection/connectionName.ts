import { displayText } from '../core/base/displayText.ts';
import { readAddress } from '../core/client/serviceAddress.ts';
import { settings } from '../editor/settings.ts';
import type { ActiveConnection } from './activeConnection.ts';

type Named = Pick<ActiveConnection, 'address' | 'scope'>;

/** The colors of connections, as emoji that look the same in every theme and on every surface. */
const EMOJI = { red: '🔴', orange: '🟠', yellow: '🟡', green: '🟢', blue: '🔵', purple: '🟣' };
export type ConnectionColor = keyof typeof EMOJI;
export const CONNECTION_COLORS = Object.keys(EMOJI) as ConnectionColor[];

/** In characters. The prompt refuses longer names; those in the setting are cut. */
export const LONGEST_NAME = 40;

/** What the setting `mintscope.connections` says of one service. */
export interface ConnectionLabel {
  /** Empty if the user has given none. */
  readonly name: string;
  readonly color: ConnectionColor | undefined;
}

/** The key of a service in the setting: its address as the user wrote it, or else `base`. */
export function labelKey({ base }: { readonly base: string }): string {
  const isSame = (key: string) => {
    const address = readAddress(key);
    return typeof address !== 'string' && address.base === base;
  };
  return Object.keys(settings.connections).find(isSame) ?? base;
}

/** The name and the color that the user has given to the service at an address. */
export function labelOf(address: { readonly base: string }): ConnectionLabel {
  const { name, color } = settings.connections[labelKey(address)] ?? {};
  return {
    name: typeof name === 'string' ? displayText(name, LONGEST_NAME) : '',
    color: CONNECTION_COLORS.find((one) => one === color),
  };
}

export function emojiOf(color: ConnectionColor | undefined): string {
  return color ? `${EMOJI[color]} ` : '';
}

/** `🔴 Production`, or `🔴 host` without a name; `undefined` for sample data, or with neither. */
export function givenName(connection: Named | undefined): string | undefined {
  if (!connection || connection.scope === 'sample') return undefined;
  const { name, color } = labelOf(connection.address);
  return name || color ? emojiOf(color) + (name || connection.address.host) : undefined;
}

/** How lists and messages name a connection: as the user has named it, else by its host. */
export function nameOf(connection: Named): string {
  return givenName(connection) ?? connection.address.host;
}
