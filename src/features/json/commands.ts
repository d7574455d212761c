import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { isUnseen, parseProjectRef, refOfKey } from '../../core/model/projectRef.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../core/base/format.ts';
import { showWarning } from '../../editor/notify.ts';
import { resourceOfRow, rowTitle } from '../../rows/address.ts';
import type { RowPanels } from '../../rows/rowPanel.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { type Targets, targetRows, whyUnseen } from '../../views/commandTargets.ts';

/** The most tabs that one call opens. */
const MOST_AT_ONCE = 10;

/** The command that opens rows as JSON: one row as a preview, several in tabs that stay. */
export function jsonCommands(session: Session, targets: Targets, panels: RowPanels) {
  return {
    'mintscope.openJson': (called, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('View which project or collection as JSON?');
        const rows = await targetRows(targets, called, selected, { title });
        if (rows.length > MOST_AT_ONCE) {
          void showWarning(
            l10n.t(
              'Select at most {0} rows to open: {1} are selected.',
              MOST_AT_ONCE,
              formatNumber(rows.length),
            ),
          );
          return;
        }
        for (const row of rows) {
          if (connection.ended.aborted) return;
          const ref = parseProjectRef(refOfKey(row.key));
          if (isUnseen(row) && !(ref && readerOf(connection).last(ref))) {
            void showWarning(whyUnseen(row));
            continue;
          }
          const opening = { preview: rows.length === 1, asText: true };
          await panels.open(resourceOfRow(row), rowTitle(row), opening);
        }
      }),
  } satisfies Handlers;
}
