import * as vscode from 'vscode';
import { type Project, type ProjectRef, projectRef } from '../core/domain.ts';
import { projectTitle } from '../editor/treeItems.ts';

/**
 * What a project's stats are asked by. The path to them names the kind (service-interface §4.2); a
 * person is asked for it where the row left it out. `undefined` if they gave up or there is no id.
 */
export async function refOf(project: Project): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  const { id } = project;
  if (id === undefined) {
    void vscode.window.showWarningMessage(
      'The service gave no id for this project, so its stats cannot be asked for.',
    );
    return undefined;
  }
  const choice = await vscode.window.showQuickPick(
    [
      { label: 'Transferable', description: `t/${id}`, ref: { kind: 't', id } as const },
      { label: 'Non-transferable', description: `n/${id}`, ref: { kind: 'n', id } as const },
    ],
    { title: `The service did not say which kind “${projectTitle(project)}” is` },
  );
  return choice?.ref;
}
