import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { JsonFiles } from '../../documents/jsonFiles.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { offerToChoose, targetRow, type Views } from '../../views/commandTargets.ts';
import { type AskedProject, projectRefOf } from '../../views/projectRefOf.ts';
import { compareSnapshot, saveSnapshot } from './compareSnapshot.ts';

/** Commands that save and compare snapshots. */
export function snapshotCommands(session: Session, views: Views, files: JsonFiles) {
  const onProject =
    (run: (asked: AskedProject) => Promise<void>): Handler =>
    (row, selected) =>
      connected(session, async (connection) => {
        const project = targetRow(views, row, selected);
        if (project?.kind !== 'project') return offerToChoose('one project');
        const ref = await projectRefOf(project, connection.ended);
        if (!ref) return;
        session.probeNow();
        await run({ project, ref, connection });
      });
  return {
    'mintscope.saveSnapshot': onProject(async (asked) => {
      await saveSnapshot(await files.documents(), asked);
    }),

    'mintscope.compareSnapshot': onProject(async (asked) => {
      await compareSnapshot(await files.documents(), asked);
    }),
  } satisfies Handlers;
}
