import { asText } from '../editor/asText.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { scopeWords } from './storedSignIn.ts';

/** A longer host would leave no room for the other items of the status bar. */
const LONGEST_HOST = 32;

/** The words of the status bar for a connection. */
export interface StatusWords {
  /** With an icon in front, as `$(name)`. */
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says in place of the text. */
  readonly spoken: string;
}

/** What the status bar says of a connection that works, as far as is known. */
export function statusWords({
  scope,
  address,
}: Pick<ActiveConnection, 'scope' | 'address'>): StatusWords {
  if (scope === 'sample') {
    return {
      text: '$(beaker) Mintscope: sample data',
      tooltip: `Mintscope shows sample data, made up on this machine. Click to switch the connection or to stop sample data.`,
      spoken: 'Mintscope: sample data, made up. Switch connection.',
    };
  }
  const where = scopeWords(scope);
  return {
    text: `$(plug) Mintscope: ${shortHost(address.host)}`,
    tooltip: `Mintscope is signed in to ${address.base} in ${where}. ${CLICK}`,
    spoken: `Mintscope: signed in to ${address.host} in ${where}. Switch connection.`,
  };
}

/** What a click does. */
export const CLICK = 'Click to switch the connection or to sign out.';

/** Cut at the front, because the registrable domain is at the end. */
export function shortHost(host: string): string {
  return asText(host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host);
}
