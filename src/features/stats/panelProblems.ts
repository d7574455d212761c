import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { otherKind } from '../../core/model/projectRef.ts';
import { type Failure, isOutage } from '../../core/model/serviceError.ts';
import { timeAfter } from '../../editor/locale.ts';
import type { PanelProblem } from '../../protocol/stats.ts';
import { projectKinds } from '../../stats/projectKinds.ts';

export interface ShownProblem {
  readonly problem: PanelProblem;
  /** What it is read again after by itself. */
  readonly trouble?: 'outage' | 'wait' | undefined;
}

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

/** What to say of a project that the service does not know, after asking for the other kind. */
export async function unknownProblem(
  ref: ProjectRef,
  connection: ActiveConnection,
  signal: AbortSignal,
): Promise<ShownProblem> {
  const other = otherKind(ref);
  const { known, failure } = await projectKinds(connection, ref.id, [other.kind], signal);
  if (failure) return failureProblem(failure, ref, connection.address.host);
  if (known.size === 0) return { problem: { message: unknownProject(ref.id), action: 'retry' } };
  const message = unknownProject(ref.id, ref.kind, true);
  return { problem: { message, action: 'retry', other: formatRef(other) } };
}
