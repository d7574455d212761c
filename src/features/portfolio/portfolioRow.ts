import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { type Project, projectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { isMinting } from '../../core/stats/pace.ts';
import { leftOf } from '../../core/stats/share.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { projectRow } from '../../stats/projectRow.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { ProjectRow } from '../../core/messages/projectColumns.ts';

/** The row of a project as it is sent, with its newest counts. Reads its history for the pace. */
export function portfolioRow(connection: ActiveConnection, project: Project): ProjectRow {
  const { status } = project;
  const ref = projectRef(project);
  const known = ref && readerOf(connection).last(ref);
  const tone = statusTone(status);
  // Before the first reading, only the status says that it is being minted.
  const isOpen = known ? leftOf(known) !== 0 && tone !== 'failed' : tone === 'underWay';
  const pace = ref && isOpen ? projectPace(connection, ref, known) : undefined;
  return {
    ...projectRow(connection, project),
    minting: isMinting(
      { known, status },
      pace !== undefined && 'perMinute' in pace,
      stallLimitMs(),
    ),
    pace,
  };
}
