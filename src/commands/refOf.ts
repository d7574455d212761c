import { type Project, type ProjectRef, projectRef } from '../core/domain.ts';

/**
 * What a project's stats are asked by; a person is asked for its kind where the row left that out.
 * `undefined` if they gave up or there is no id.
 */
export async function refOf(project: Project): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  const { askKind } = await import('../editor/flows/index.ts');
  return askKind(project);
}
