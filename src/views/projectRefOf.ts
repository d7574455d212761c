import type { ActiveConnection } from '../connection/session.ts';
import { type Project, type ProjectRef, projectRef } from '../core/model/model.ts';

/** A project that can be asked about. */
export interface AskedProject {
  readonly project: Project;
  readonly ref: ProjectRef;
  readonly connection: ActiveConnection;
}

/**
 * What a project's stats are asked by; a person is asked for its kind where the row left that out.
 * `undefined` if they gave up, if there is no id, or if the connection ended meanwhile.
 */
export async function projectRefOf(
  project: Project,
  ended?: AbortSignal,
): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  const { askKind } = await import('./askKind.ts');
  return askKind(project, ended);
}
