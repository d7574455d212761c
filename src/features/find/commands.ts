import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Collection, Project, ProjectRef } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { showInformation } from '../../editor/notify.ts';
import type { AskRow, Views } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { find } from './find.ts';

/** The part of `statsPanels` that is used here: opens the stats of a project. */
interface StatsPanels {
  open(ref: ProjectRef, project: Project, from: 'picker'): Promise<void>;
}

/** The command that finds a row of either list, loaded or not. */
export function findCommands(
  session: Session,
  panels: StatsPanels,
  { projects, collections }: Catalog,
  views: Views,
) {
  return {
    'mintscope.find': () =>
      connected(session, async ({ ended }) => {
        const found = await find(session, projects, collections, ended);
        if (!found) return;
        const { row, to } = found;
        if (to === 'reveal') await reveal(row, views);
        else if (row.kind === 'collection') {
          await vscode.commands.executeCommand('mintscope.openJson', row);
        } else {
          const ref = await projectRefOf(row, ended);
          if (ref && !ended.aborted) await panels.open(ref, row, 'picker');
        }
      }),
  } satisfies Handlers;
}

/** Asks for the row of a command in the finder. The button Reveal shows a row and ends the command. */
export function finderFor(
  session: Session,
  { projects, collections }: Catalog,
  views: Views,
): AskRow {
  const lists = { project: projects, collection: collections };
  return async ({ title, kinds }, ended) => {
    const options = { title, lists: kinds.map((kind) => lists[kind]) };
    const found = await find(session, projects, collections, ended, options);
    if (found?.to !== 'reveal') return found?.row;
    await reveal(found.row, views);
    return undefined;
  };
}

async function reveal(row: Project | Collection, views: Views): Promise<void> {
  const there = await (row.kind === 'project'
    ? views.projects.reveal(row)
    : views.collections.reveal(row));
  if (there) return;
  void showInformation('That row is no longer in the list.');
}
