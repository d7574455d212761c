import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import {
  scopeWords,
  serviceName,
  type SignInScope,
  type StoredSignIn,
} from '../../connection/signIns.ts';
import { plural } from '../../core/base/format.ts';
import { hostAndPath, type ServiceAddress } from '../../core/client/serviceAddress.ts';

/**
 * Says if the workspace keeps using its own sign-in, and what happened to the data of the token
 * that was used for this service before.
 * @param closed how many tabs of `before` were closed.
 */
export function signedInWords(
  done: { readonly address: ServiceAddress; readonly scope: SignInScope },
  current: ActiveConnection | undefined,
  before: ActiveConnection | undefined,
  closed = 0,
): string {
  const signedIn = signedInTo(done.address, done.scope) + closedWords(before, closed);
  if (before && current && before !== current && before.address.base === current.address.base) {
    return `${signedIn} ${earlierWords(before, current)}`;
  }
  if (done.scope !== 'every' || current?.scope !== 'workspace') return signedIn;
  const own = l10n.t('This workspace keeps its own sign-in to {0}.', hostAndPath(current.address));
  return `${signedIn} ${own}`;
}

function closedWords(before: ActiveConnection | undefined, closed: number): string {
  if (!before || closed === 0) return '';
  const words = l10n.t('Closed {0} tab of {1}. | Closed {0} tabs of {1}.');
  return ` ${plural(closed, words, serviceName(before))}`;
}

export function inWindowWords(address: ServiceAddress, fault: Error): string {
  return `${signedInTo(address, 'window')} ${l10n.t('The token cannot be stored, so sign in again after a reload.')} ${fault.message}`;
}

function signedInTo(address: ServiceAddress, scope: SignInScope | 'window'): string {
  return l10n.t('Signed in to {0} ({1}).', hostAndPath(address), scopeWords(scope));
}

function earlierWords(before: ActiveConnection, current: ActiveConnection): string {
  if (before.id === current.id) {
    return l10n.t('What was read and watched before is kept.');
  }
  // In the same scope, the new token has replaced the earlier one.
  return before.scope === current.scope
    ? l10n.t('What was read and watched with the earlier token was deleted.')
    : l10n.t('What was read and watched with the earlier token is not shown.');
}

/** @param stored the sign-ins to choose from, `current` included. */
export function signedOutWords(
  before: ActiveConnection,
  current: ActiveConnection | undefined,
  stored: readonly Pick<StoredSignIn, 'id'>[],
): string {
  const { address, scope } = before;
  const sentences = [
    scope === 'sample'
      ? l10n.t('Sample data stopped.')
      : l10n.t('Signed out of {0} ({1}).', hostAndPath(address), scopeWords(scope)),
  ];
  if (current) {
    const name = hostAndPath(current.address);
    sentences.push(l10n.t('This workspace now uses your sign-in to {0}.', name));
  }
  const others = stored.filter(({ id }) => id !== current?.id).length;
  if (others > 0) {
    sentences.push(
      plural(
        others,
        l10n.t(
          '{0} other sign-in is kept for switching. | {0} other sign-ins are kept for switching.',
        ),
      ),
    );
  }
  return sentences.join(' ');
}
