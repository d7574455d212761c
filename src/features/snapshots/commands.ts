import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { JsonDocuments } from '../../documents/jsonDocuments.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { type AskedSnapshot, compareSnapshot, saveSnapshot } from './compareSnapshot.ts';

/** Commands that save and compare snapshots. */
export function snapshotCommands(
  session: Session,
  targets: Targets,
  documents: JsonDocuments,
  projects: PagedList<Project>,
) {
  const onProject =
    (title: string, run: (asked: AskedSnapshot) => Promise<void>): Handler =>
    (row, selected) =>
      connected(session, async (connection) => {
        const project = await targetRow(targets, row, selected, { title, lists: ['projects'] });
        if (!project || connection.ended.aborted) return;
        const ref = await projectRefOf(project, connection.ended);
        if (!ref) return;
        session.probeNow();
        await run({ project, ref, connection, projects });
      });
  return {
    'mintscope.saveSnapshot': onProject(l10n.t('Save a snapshot of which project?'), (asked) =>
      saveSnapshot(documents, asked),
    ),

    'mintscope.compareSnapshot': onProject(
      l10n.t('Compare which project with a snapshot?'),
      (asked) => compareSnapshot(documents, asked),
    ),
  } satisfies Handlers;
}
