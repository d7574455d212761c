import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { sharedProject } from '../../core/messages/searchMessages.ts';
import { isShared, projectRef } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../core/base/format.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { selectedRows, type Targets } from '../../views/commandTargets.ts';
import { limitWords } from './comparedLine.ts';
import type { comparePanels } from './comparePanel.ts';

export function compareCommands(
  session: Session,
  panels: Pick<ReturnType<typeof comparePanels>, 'compare'>,
  targets: Targets,
) {
  return {
    'mintscope.compareProgress': (row, selected) =>
      connected(session, () => {
        const rows = selectedRows(targets, row, selected, ['projects']);
        const refs = rows.flatMap((project) => projectRef(project) ?? []);
        const shared = rows.find(isShared);
        const advice = limitWords(rows.length);
        if (advice !== undefined) void showInformation(advice);
        else if (shared) void showWarning(sharedProject(shared));
        else if (refs.length < rows.length) {
          void showWarning(
            l10n.t(
              '{0} of {1} projects cannot be compared: the service gave no ID or no kind for them.',
              formatNumber(rows.length - refs.length),
              formatNumber(rows.length),
            ),
          );
        }
        if (advice === undefined && limitWords(refs.length) === undefined) {
          session.probeNow();
          return panels.compare(refs);
        }
        return Promise.resolve();
      }),
  } satisfies Handlers;
}
