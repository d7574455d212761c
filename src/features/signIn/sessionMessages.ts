import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { scopeWords, type SignInScope, type StoredSignIn } from '../../connection/storedSignIn.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';

/** The message after a sign-in. It says if the workspace keeps using its own sign-in. */
export function signedInWords(
  done: { readonly address: ServiceAddress; readonly scope: SignInScope },
  current: ActiveConnection | undefined,
): string {
  const own =
    done.scope === 'every' && current?.scope === 'workspace'
      ? ` This workspace keeps its own sign-in to ${current.address.host}.`
      : '';
  return `Signed in to ${done.address.host} in ${scopeWords(done.scope)}.${own}`;
}

/**
 * The message after a sign-out: what ended, which sign-in is used now, and how many others are
 * stored.
 * @param kept the sign-ins to choose from, `current` included.
 */
export function signedOutWords(
  before: ActiveConnection,
  current: ActiveConnection | undefined,
  kept: readonly Pick<StoredSignIn, 'id'>[],
): string {
  const everywhere = before.scope === 'every' ? ' in every workspace' : '';
  const ended =
    before.scope === 'sample'
      ? 'Sample data stopped.'
      : `Signed out of ${before.address.host}${everywhere}.`;
  const now = current ? ` This workspace now uses your sign-in to ${current.address.host}.` : '';
  const others = kept.filter(({ id }) => id !== current?.id).length;
  const are = others === 1 ? '1 other sign-in is' : `${others} other sign-ins are`;
  return `${ended}${now}${others > 0 ? ` ${are} kept for switching.` : ''}`;
}

/**
 * Which panels a change of connection closed. Empty if none was open, or if the account is the same.
 * @param length how many were open.
 */
export function closedWords(
  before: ActiveConnection | undefined,
  now: ActiveConnection | undefined,
  length: number,
): string {
  if (!before || before.account === now?.account || length === 0) return '';
  const of = before.scope === 'sample' ? 'sample data' : before.address.host;
  return length === 1
    ? ` The panel of ${of} was closed.`
    : ` ${length} panels of ${of} were closed.`;
}
