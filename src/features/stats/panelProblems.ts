import * as l10n from '@vscode/l10n';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { type Failure, isOutage } from '../../core/model/serviceError.ts';
import { timeAfter } from '../../editor/locale.ts';
import type { PanelProblem } from '../../protocol/stats.ts';

/** Why a panel shows no new numbers. */
export interface ShownProblem {
  readonly problem: PanelProblem;
  /** What it is read again after by itself. */
  readonly trouble?: 'outage' | 'wait' | undefined;
}

/** Why the stats could not be read just now. */
export function failureProblem(failure: Failure, ref: ProjectRef, host: string): ShownProblem {
  const words = describeStatsFailure(failure, ref, host, timeAfter, true);
  const { reason, hint, action, code } = words;
  const isWait = failure.kind === 'rateLimited';
  const trouble = isOutage(failure) ? 'outage' : isWait ? 'wait' : undefined;
  return { problem: { message: `${reason} ${hint}`, action, code }, trouble };
}

/**
 * @param failure of the secret storage or the sample service, if one of them failed.
 * @param hasNumbers whether the panel shows earlier numbers.
 */
export function noConnectionProblem(failure: Error | undefined, hasNumbers: boolean): ShownProblem {
  if (failure) {
    const message = `${failure.message} ${l10n.t('Until it works, you are signed out here.')}`;
    return { problem: { message, action: 'retry' } };
  }
  const message = hasNumbers
    ? l10n.t('Signed out. Sign in to update these numbers.')
    : l10n.t('Sign in to see these numbers.');
  return { problem: { message, action: 'signIn' } };
}
