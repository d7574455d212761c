import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { projectKinds } from '../../connection/projectKinds.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { otherKind } from '../../core/model/projectRef.ts';
import type { PanelProblem } from '../../protocol/stats.ts';
import { failureProblem } from './panelProblems.ts';

/** What to say of a project that the service does not know, after asking for the other kind. */
export async function unknownProblem(
  ref: ProjectRef,
  connection: ActiveConnection,
  signal: AbortSignal,
): Promise<PanelProblem> {
  const other = otherKind(ref);
  const { known, failure } = await projectKinds(connection, ref.id, [other.kind], signal);
  if (failure) {
    return failureProblem(failure, ref, connection.address.host);
  }
  if (known.size === 0) return { message: unknownProject(ref.id), action: 'retry' };
  const message = unknownProject(ref.id, ref.kind, true);
  return { message, action: 'retry', other: formatRef(other) };
}
