import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { describeStatsFailure } from '../core/messages/failureMessages.ts';
import { unknownProject } from '../core/messages/searchMessages.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { otherKind } from '../core/model/projectRef.ts';
import { type Failure, failsAtOneProject, isOutage } from '../core/model/serviceError.ts';
import { timeAfter } from '../editor/locale.ts';
import type { StatsPanelProblem } from '../protocol/stats.ts';
import { projectKinds } from '../stats/projectKinds.ts';

/** Why a project could not be read; `outage` if the service could not be reached or did not work. */
export interface ShownProblem {
  readonly problem?: StatsPanelProblem;
  readonly outage?: Failure;
  /** Whether it is read again by itself after a wait. */
  readonly waits?: boolean;
}

export function failureProblem(failure: Failure, ref: ProjectRef, host: string): ShownProblem {
  if (isOutage(failure) && !failsAtOneProject(failure)) return { outage: failure };
  const words = describeStatsFailure(failure, ref, host, timeAfter, true);
  const { reason, hint, action, code } = words;
  const problem = { message: `${reason} ${hint}`, action, code };
  return { problem, waits: failure.kind === 'rateLimited' };
}

/**
 * @param failure of the secret storage or the sample service, if one of them failed.
 * @param hasNumbers whether the panel shows earlier numbers.
 */
export function noConnectionProblem(
  failure: Error | undefined,
  hasNumbers: boolean,
): Pick<ShownProblem, 'problem'> {
  if (failure) {
    const message = `${failure.message} ${l10n.t('Until it works, you are signed out here.')}`;
    return { problem: { message, action: 'retry' } };
  }
  const message = hasNumbers
    ? l10n.t('Signed out. Sign in to update these numbers.')
    : l10n.t('Sign in to see these numbers.');
  return { problem: { message, action: 'signIn' } };
}

/** What to say of a project that the service does not know, after asking for the other kind. */
export async function unknownProblem(
  ref: ProjectRef,
  connection: ActiveConnection,
  signal: AbortSignal,
): Promise<ShownProblem> {
  const other = otherKind(ref);
  const { known, failure } = await projectKinds(connection, ref.id, [other.kind], signal);
  if (failure) return failureProblem(failure, ref, connection.address.host);
  if (known.size === 0) {
    const { reason } = describeStatsFailure({ kind: 'notFound' }, ref, '', timeAfter, true);
    return { problem: { message: reason, action: 'retry' } };
  }
  const message = unknownProject(ref.id, ref.kind, true);
  return { problem: { message, action: 'retry', other: formatRef(other) } };
}
