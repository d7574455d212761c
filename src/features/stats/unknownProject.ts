import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { projectKinds } from '../../connection/projectKinds.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { otherKind } from '../../core/model/projectRef.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import type { PanelProblem } from '../../protocol/stats.ts';
import { failureProblem } from './panelProblems.ts';

/** What to say of a project that the service does not know, after asking for the other kind. */
export async function unknownProblem(
  ref: ProjectRef,
  connection: ActiveConnection,
  signal: AbortSignal,
): Promise<{ readonly problem: PanelProblem; readonly outage: boolean }> {
  const other = otherKind(ref);
  const { known, failure } = await projectKinds(connection, ref.id, [other.kind], signal);
  if (failure) {
    const problem = failureProblem(failure, ref, connection.address.host);
    return { problem, outage: isOutage(failure) };
  }
  if (known.size === 0)
    return { problem: { message: unknownProject(ref.id), action: 'retry' }, outage: false };
  const message = unknownProject(ref.id, ref.kind, true);
  return { problem: { message, action: 'retry', other: formatRef(other) }, outage: false };
}
