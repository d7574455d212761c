import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { otherKind } from '../../core/model/projectRef.ts';
import { projectKinds } from '../../stats/projectKinds.ts';
import { failureProblem, type ShownProblem } from './panelProblems.ts';

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
