import * as l10n from '@vscode/l10n';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import type { Failure } from '../../core/model/serviceError.ts';
import { timeAfter } from '../../editor/locale.ts';
import type { PanelProblem } from '../../protocol/stats.ts';

/** Why the stats could not be read just now. */
export function failureProblem(failure: Failure, ref: ProjectRef, host: string): PanelProblem {
  const { reason, hint, action, code } = describeStatsFailure(failure, ref, host, timeAfter);
  return { message: `${reason} ${hint}`, action, code };
}

/**
 * @param failure of the secret storage or the sample service, if one of them failed.
 * @param hasNumbers whether the panel shows earlier numbers.
 */
export function noConnectionProblem(failure: Error | undefined, hasNumbers: boolean): PanelProblem {
  if (failure) {
    return {
      message: `${failure.message} ${l10n.t('Until it works, you are signed out here.')}`,
      action: 'retry',
    };
  }
  const message = hasNumbers
    ? l10n.t('Signed out. Sign in to update these numbers.')
    : l10n.t('Sign in to see these numbers.');
  return { message, action: 'signIn' };
}
