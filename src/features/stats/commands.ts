import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { FROM_ROW, type Opening, TO_STAY } from '../../rows/rowTabs.ts';
import { isServiceRow } from '../../lists/index.ts';
import { projectRefOf, type Targets, targetRow } from '../../views/commandTargets.ts';
import type { statsPanels } from './statsPanel.ts';

/** The commands that open and refresh stats panels, and what opens the panel of a project. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  panels: Pick<ReturnType<typeof statsPanels>, 'openProject' | 'refreshAt'>,
  targets: Targets,
) {
  /** @param ended aborts when the connection that the row is from ends; then nothing opens. */
  const openProject = async (project: Project, opening: Opening, ended?: AbortSignal) => {
    const ref = await projectRefOf(project, ended);
    if (ref && !ended?.aborted) await panels.openProject(ref, project, opening);
  };
  /** @param row a row, or a reference such as `t/12`; without either, the user is prompted. */
  const openStats = async (row: unknown) => {
    const named = typeof row === 'string' ? parseProjectRef(row) : undefined;
    if (named) await panels.openProject(named, undefined, TO_STAY);
    else if (isServiceRow(row) && isProject(row)) {
      await openProject(row, FROM_ROW, session.current?.ended);
    } else await runCommand('mintscope.lookUpStats');
  };
  const refreshStats = async (row: unknown, selected: unknown) => {
    const shown = isServiceRow(row) ? undefined : targets.front.row();
    // From the title of a panel. From the palette, the user may be at another row than that in front.
    const isMeant = row instanceof vscode.Uri || Array.isArray(shown);
    const address = row instanceof vscode.Uri ? row : undefined;
    if (isMeant && panels.refreshAt(address)) return;
    const title = l10n.t('Refresh the stats of which project?');
    const question = { title, lists: ['projects'] } as const;
    const project = await targetRow(targets, row, selected, question);
    if (!project) return;
    const isInFront = isServiceRow(shown) && shown.key === project.key;
    if (isInFront && panels.refreshAt()) return;
    await openStats(project);
    // The panel requests the stats itself; its row is read too, for the status.
    const { current } = session;
    if (current) void projects.refreshPage(project.key, current.ended, true);
  };
  const handlers = {
    'mintscope.refreshStats': refreshStats,
    'mintscope.openStats': openStats,
  } satisfies Handlers;
  return { handlers, openProject };
}
