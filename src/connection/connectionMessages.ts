import * as l10n from '@vscode/l10n';
import { asText } from '../editor/asText.ts';
import type { ActiveConnection } from './activeConnection.ts';

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
      text: `$(beaker) Mintscope: ${l10n.t('sample data')}`,
      tooltip: l10n.t(
        'Mintscope shows sample data, made up on this machine. Click to switch the connection or to stop sample data.',
      ),
      spoken: l10n.t('Mintscope: sample data, made up. Switch connection.'),
    };
  }
  const { base, host } = address;
  const isHere = scope === 'workspace';
  const signedIn = isHere
    ? l10n.t('Mintscope is signed in to {0} in this workspace.', base)
    : l10n.t('Mintscope is signed in to {0} in every workspace.', base);
  return {
    text: `$(plug) Mintscope: ${shortHost(host)}`,
    tooltip: `${signedIn} ${clickWords()}`,
    spoken: isHere
      ? l10n.t('Mintscope: signed in to {0} in this workspace. Switch connection.', host)
      : l10n.t('Mintscope: signed in to {0} in every workspace. Switch connection.', host),
  };
}

/** What a click does. */
export function clickWords(): string {
  return l10n.t('Click to switch the connection or to sign out.');
}

/** Cut at the front, because the registrable domain is at the end. */
export function shortHost(host: string): string {
  return asText(host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host);
}
