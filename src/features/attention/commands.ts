import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { type Targets, targetRows } from '../../views/commandTargets.ts';
import type { Attention } from './attention.ts';

/** Commands that hide what needs attention until it changes, and show it again. */
export function attentionCommands(session: Session, attention: Attention, targets: Targets) {
  return {
    'mintscope.acknowledge': (row, selected) =>
      connected(session, async () => {
        const title = l10n.t('Acknowledge the state of which project?');
        const rows = await targetRows(targets, row, selected, { title, lists: ['projects'] });
        attention.acknowledge(new Set(rows.map(({ key }) => key)));
      }),

    'mintscope.showAcknowledged': () => {
      attention.showAgain();
    },
  } satisfies Handlers;
}
