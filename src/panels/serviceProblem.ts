import * as l10n from '@vscode/l10n';
import type { Outage } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { joinWords } from '../core/base/displayText.ts';
import { describeFailure } from '../core/messages/failureMessages.ts';
import { causeOf, concernsOneProject } from '../core/model/serviceError.ts';
import { formatTime } from '../editor/locale.ts';
import type { PanelProblem } from '../protocol/panel.ts';

const REFUSED = { kind: 'auth', status: 401 } as const;

/**
 * Why nothing on a panel can be brought up to date: the token is refused, or the service cannot be
 * reached or does not work. The same on all panels, in the words of the trees and the status bar.
 * `undefined` while the service works.
 * @param own the outage of the panel's own requests. Without it, a failure that may concern one
 * project of another panel is none of this one.
 */
export function serviceProblem(
  { refusal, outage, retryAt, host }: Pick<Session, 'refusal' | 'outage' | 'retryAt' | 'host'>,
  own?: Outage,
): PanelProblem | undefined {
  if (refusal) {
    const { title, reason, hint, action, code } = describeFailure(REFUSED, host);
    const words = joinWords(title, ...lastTry(refusal));
    return { title: words, message: `${reason} ${hint}`, action, code };
  }
  const down = outage && (own || !concernsOneProject(outage.failure)) ? outage : own;
  if (!down) return undefined;
  const cause = causeOf(down.failure);
  const since = formatTime(down.since, 'short');
  const parts = [
    cause.kind === 'http'
      ? l10n.t('Failing since {0}', since)
      : l10n.t('Unreachable since {0}', since),
    ...lastTry(down),
    ...(retryAt === undefined ? [] : [l10n.t('next try {0}', formatTime(retryAt))]),
  ];
  const { reason, action, code } = describeFailure(cause, host);
  return { title: parts.join(' · '), message: reason, action, code };
}

/** `last try 12:01:05`, which answers a Retry that has failed; nothing at the first failure. */
function lastTry({
  since,
  triedAt,
}: {
  readonly since: number;
  readonly triedAt: number;
}): string[] {
  const last = formatTime(triedAt);
  return last === formatTime(since) ? [] : [l10n.t('last try {0}', last)];
}
