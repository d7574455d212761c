import { describeFailure } from '../core/messages/failureMessages.ts';
import { formatTime } from '../editor/locale.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { CLICK, shortHost, type StatusWords } from './connectionMessages.ts';
import type { Outage } from './serviceStatus.ts';
import { scopeWords } from './storedSignIn.ts';

/* What the status bar says of a connection that does not work. */

type Named = Pick<ActiveConnection, 'address' | 'scope'>;

/** The service refuses the token. */
export function refusedWords({ address: { host }, scope }: Named): StatusWords {
  const refused = `${host} refused your token for ${inWords(scope)}.`;
  return {
    text: `$(warning) Mintscope: ${shortHost(host)} · token refused`,
    tooltip: `${refused} Click to sign in again or to switch.`,
    spoken: `Mintscope: ${refused} Sign in again.`,
  };
}

/**
 * The service cannot be reached, or does not work.
 * @param retryAt when it is tried again by itself, in milliseconds since 1970.
 */
export function outageWords(
  { address: { host }, scope }: Named,
  { failure, since }: Outage,
  retryAt?: number,
): StatusWords {
  const cause = failure.kind === 'paused' ? failure.cause : failure;
  const what = cause.kind === 'http' ? 'failing' : 'unreachable';
  const name = scope === 'sample' ? 'sample data' : shortHost(host);
  const { reason } = describeFailure(cause, host);
  const next = retryAt === undefined ? '' : ` Next try at ${formatTime(retryAt)}.`;
  return {
    text: `$(warning) Mintscope: ${name} · ${what}`,
    tooltip: `${reason} It has failed since ${formatTime(since)}.${next} ${CLICK}`,
    spoken: `Mintscope: ${host} ${what}. ${reason} Switch connection.`,
  };
}

function inWords(scope: Named['scope']): string {
  return scope === 'sample' ? 'sample data' : scopeWords(scope);
}
