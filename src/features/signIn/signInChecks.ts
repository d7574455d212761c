import * as l10n from '@vscode/l10n';
import type { Session } from '../../connection/session.ts';
import { AccessToken, isToken } from '../../core/client/accessToken.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { PROJECTS } from '../../lists/projects.ts';

/*
 * Checks of what the user typed. Each gives what is wrong, in words, or `undefined`. Requests are
 * for one row, which is the cheapest (service-interface §4.1).
 */

/** The time limit of an address check. A slow service gets more time with the token, later. */
const LONGEST_REACH_MS = 10_000;

/** Sends no token, which the service answers with 401 (service-interface §5). */
export async function reach(
  session: Session,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<string | undefined> {
  const failure = await requestOne(session, address, undefined, signal, LONGEST_REACH_MS);
  if (!failure) return undefined;
  const { kind } = failure;
  // A service that limits requests works.
  if (kind === 'auth' || kind === 'rateLimited') return undefined;
  return kind === 'notFound' || kind === 'decode'
    ? l10n.t('There is no NFT service at this address. Check the path of {0}.', address.base)
    : sentences(failure, address);
}

/** A pasted token without spaces around it, and without what chats add and nobody sees. */
export function bareToken(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}

export function tokenFault(secret: string): string | undefined {
  if (isToken(secret)) return undefined;
  if (secret === '') return l10n.t('Paste the token.');
  if (/^(?:authorization:\s*)?bearer:?\s/i.test(secret)) {
    return l10n.t('Paste the token alone, without the word “Bearer”.');
  }
  return secret.length > 4096
    ? l10n.t('This is longer than any token (4,096 characters at most).')
    : l10n.t('A token has no spaces, line breaks or accented letters. Copy it again.');
}

export async function checkToken(
  session: Session,
  address: ServiceAddress,
  secret: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const token = new AccessToken(secret, address.origin);
  const failure = await requestOne(session, address, token, signal);
  if (!failure) return undefined;
  if (failure.kind !== 'auth') return sentences(failure, address);
  // Not the hint to sign in again: the user is signing in now.
  const { reason } = describeFailure(failure, address.host);
  return l10n.t('{0} Check it and paste it again.', reason);
}

async function requestOne(
  session: Session,
  address: ServiceAddress,
  token: AccessToken | undefined,
  signal: AbortSignal,
  longestMs = Infinity,
): Promise<Failure | undefined> {
  try {
    await withDeadline(session.clock, longestMs, signal, (bounded) =>
      session.trialClient(address, token).page(PROJECTS, { page: 1, limit: 1 }, bounded),
    );
    return undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return error.failure;
  }
}

function sentences(failure: Failure, { host }: ServiceAddress): string {
  const { reason, hint } = describeFailure(failure, host);
  return `${reason} ${hint}`;
}
