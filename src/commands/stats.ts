import * as vscode from 'vscode';
import { type Project, type ProjectRef, projectRef } from '../core/domain.ts';
import type { PagedList } from '../core/pagedList.ts';
import type { Session } from '../editor/session.ts';
import type { StatsPanels } from '../editor/statsPanels.ts';
import { projectTitle } from '../editor/treeItems.ts';
import type { Handlers } from './ids.ts';
import { offerSignIn } from './offerSignIn.ts';

type Ids = 'mintscope.lookUpStats' | 'mintscope.openStats';

/** The ways to a project's stats. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  panels: StatsPanels,
): Handlers<Ids> {
  const lookUpStats = async () => {
    await session.ready();
    if (!session.current) return offerSignIn(session);
    const { lookUp } = await import('../editor/flows/index.ts');
    const found = await lookUp(projects);
    if (!found) return;
    const ref = found.ref ?? (found.project && (await askKind(found.project)));
    if (ref) panels.open(ref, found.project);
  };
  return {
    'mintscope.lookUpStats': lookUpStats,

    'mintscope.openStats': async (row) => {
      if (!isProject(row)) return lookUpStats();
      const ref = projectRef(row) ?? (await askKind(row));
      if (ref) panels.open(ref, row, true);
    },
  };
}

/** Other extensions may call the command with anything. */
function isProject(row: unknown): row is Project {
  return typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'project';
}

/** The path to the stats names the kind (service-interface §4.2), which the row left out. */
async function askKind(project: Project): Promise<ProjectRef | undefined> {
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
