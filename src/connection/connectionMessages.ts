import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { asText } from '../editor/asText.ts';
import type { ActiveConnection } from './session.ts';
import type { SignInScope } from './storedSignIn.ts';

/** A host longer than this would push everything else out of the status bar. */
const LONGEST_HOST = 32;

/** How the status bar tells of a connection. */
export interface StatusWords {
  /** With an icon in front, as `$(name)`. */
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says in place of the text. */
  readonly spoken: string;
}

export function scopeWords(scope: SignInScope): string {
  return scope === 'workspace' ? 'this workspace' : 'every workspace';
}

/** `127.0.0.1:8080/api`: the address as short as it can be told from others. */
export function shortBase({ base }: ServiceAddress): string {
  return base.replace(/^https?:\/\//, '');
}

export function statusWords(
  { scope, address }: Pick<ActiveConnection, 'scope' | 'address'>,
  refused: boolean,
): StatusWords {
  const click = 'Click to switch the connection or to sign out.';
  if (scope === 'sample') {
    return {
      text: '$(beaker) Sample data',
      tooltip: `Mintscope shows sample data, made up on this machine. ${click}`,
      spoken: 'Mintscope: sample data, made up. Switch connection.',
    };
  }
  const host = asText(shortHost(address.host));
  const where = scopeWords(scope);
  if (refused) {
    return {
      text: `$(warning) ${host} · token refused`,
      tooltip: `${address.host} refused your token for ${where}. Click to sign in again or to switch.`,
      spoken: `Mintscope: ${address.host} refused your token for ${where}. Sign in again.`,
    };
  }
  return {
    text: `$(plug) ${host} · ${where}`,
    tooltip: `Mintscope is signed in to ${address.base} in ${where}. ${click}`,
    spoken: `Mintscope: signed in to ${address.host} in ${where}. Switch connection.`,
  };
}

/** Cut at the front: whose host it is stands at the end. */
function shortHost(host: string): string {
  return host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host;
}
