import * as l10n from '@vscode/l10n';
import type { Outage } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { joinWords } from '../core/base/displayText.ts';
import { describeFailure, nextTryWords } from '../core/messages/failureMessages.ts';
import { causeOf, concernsOneProject } from '../core/model/serviceError.ts';
import { formatTime } from '../editor/locale.ts';
import type { PanelProblem } from '../core/panel/panel.ts';

/** @param failure of the secret storage or the sample service, if one of them failed. */
export function noConnectionProblem(failure: Error | undefined): PanelProblem {
  if (!failure) return { message: l10n.t('Sign in to see this.'), action: 'signIn' };
  const message = `${failure.message} ${l10n.t('Until it works, you are signed out here.')}`;
  return { message, action: 'retry' };
}

const REFUSED = { kind: 'auth', status: 401 } as const;

/**
 * Why nothing on a panel can be brought up to date; `undefined` while the service works. A failure
 * that may concern only the project of one panel is ignored.
 */
export function serviceProblem({
  refusal,
  outage,
  retryAt,
  host,
}: Pick<Session, 'refusal' | 'outage' | 'retryAt' | 'host'>): PanelProblem | undefined {
  if (refusal) {
    const { title, reason, hint, action, code } = describeFailure(REFUSED, host);
    const words = joinWords(title, ...lastTry(refusal));
    return { title: words, message: `${reason} ${hint}`, action, code };
  }
  if (!outage || concernsOneProject(outage.failure)) return undefined;
  const cause = causeOf(outage.failure);
  const since = formatTime(outage.since, 'short');
  const parts = [
    cause.kind === 'http'
      ? l10n.t('Service error since {0}', since)
      : l10n.t('Unreachable since {0}', since),
    ...lastTry(outage),
    ...(retryAt === undefined ? [] : [nextTryWords(formatTime(retryAt))]),
  ];
  const { reason, action, code } = describeFailure(cause, host);
  return { title: parts.join(' · '), message: reason, action, code };
}

/** `last try 12:01:05`, so that a failed Retry changes the text; empty after a single try. */
function lastTry({ since, triedAt }: Pick<Outage, 'since' | 'triedAt'>): string[] {
  const last = formatTime(triedAt);
  return last === formatTime(since) ? [] : [l10n.t('last try {0}', last)];
}

/** Why nothing is shown at an address of another account. */
export function otherSignInWords(): string {
  return l10n.t('This belongs to another sign-in. Switch to that one to see it.');
}
