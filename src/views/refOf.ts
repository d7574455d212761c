import { type Project, type ProjectRef, projectRef } from '../core/model/model.ts';

/**
 * What a project's stats are asked by; a person is asked for its kind where the row left that out.
 * `undefined` if they gave up, if there is no id, or if the connection ended meanwhile.
 */
export async function refOf(
  project: Project,
  ended?: AbortSignal,
): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  const { askKind } = await import('./projectRefOf.ts');
  return askKind(project, ended);
}
