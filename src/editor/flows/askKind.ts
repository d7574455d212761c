import * as vscode from 'vscode';
import type { Project, ProjectRef } from '../../core/domain.ts';
import { projectTitle } from '../treeItems.ts';

/**
 * Asks which kind a project is, because the path to its stats names the kind (service-interface
 * §4.2) and the row did not. `undefined` if the person gave up or there is no id.
 */
export async function askKind(project: Project): Promise<ProjectRef | undefined> {
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
