import type { Project, ProjectRef } from '../core/model/model.ts';
import { askChoice } from '../editor/askChoice.ts';
import { BACK } from '../editor/askText.ts';
import { showWarning } from '../editor/notify.ts';
import { projectTitle } from './treeItems.ts';

/**
 * Asks which kind a project is, because the path to its stats names the kind (service-interface
 * §4.2) and the row did not. `undefined` if the person gave up, if there is no id, or if
 * the connection ended.
 */
export async function askKind(
  project: Project,
  ended?: AbortSignal,
): Promise<ProjectRef | undefined> {
  const { id } = project;
  if (id === undefined) {
    void showWarning('The service gave no id for this project, so its stats cannot be asked for.');
    return undefined;
  }
  const kind = await askChoice<ProjectRef['kind']>({
    title: `The service did not say which kind “${projectTitle(project)}” is`,
    choices: [
      { label: 'Transferable', description: `t/${id}`, value: 't' },
      { label: 'Non-transferable', description: `n/${id}`, value: 'n' },
    ],
    ...(ended && { ended }),
  });
  return kind && kind !== BACK ? { kind, id } : undefined;
}
