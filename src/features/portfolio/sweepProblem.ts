import * as l10n from '@vscode/l10n';
import type { Session } from '../../connection/session.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { type Failure, isOutage } from '../../core/model/serviceError.ts';
import { formatTime } from '../../editor/locale.ts';
import type { PortfolioState } from '../../protocol/portfolio.ts';

/**
 * Why the stats are not read any more, and when that is tried again by itself.
 * @param now in milliseconds since 1970.
 */
export function sweepProblem(
  failure: Failure,
  { host, retryAt }: Pick<Session, 'host' | 'retryAt'>,
  now: number,
): NonNullable<PortfolioState['problem']> {
  const time = (ms: number) => formatTime(now + ms);
  const { reason, hint, action, code } = describeFailure(failure, host, time);
  const isPlanned = retryAt !== undefined && isOutage(failure);
  const next = isPlanned ? ` ${l10n.t('Next try at {0}.', formatTime(retryAt))}` : '';
  return { message: `${reason} ${hint}${next}`, action, code };
}
