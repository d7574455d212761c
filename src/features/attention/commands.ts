import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation } from '../../editor/notify.ts';
import { rowName } from '../../lists/index.ts';
import { type Targets, targetRows } from '../../views/commandTargets.ts';
import type { Attention } from './attention.ts';

function acknowledgedWords(refs: ReadonlySet<string>, rows: readonly Project[]): string {
  const one = refs.size === 1 && rows.length === 1 ? rows[0] : undefined;
  return one
    ? l10n.t('{0} is acknowledged until it changes.', rowName(one))
    : l10n.t('{0} projects are acknowledged until they change.', formatNumber(refs.size));
}

/** Commands that hide what needs attention until it changes, and show it again. */
export function attentionCommands(session: Session, attention: Attention, targets: Targets) {
  return {
    'mintscope.acknowledge': (row, selected) =>
      connected(session, async () => {
        const title = l10n.t('Acknowledge the state of which project?');
        const rows = await targetRows(targets, row, selected, { title, lists: ['projects'] });
        const refs = attention.acknowledge(new Set(rows.map(({ key }) => key)));
        if (refs.size === 0) return;
        const undo = l10n.t('Undo');
        if ((await showInformation(acknowledgedWords(refs, rows), undo)) === undo) {
          attention.forget(refs);
        }
      }),

    'mintscope.showAcknowledged': () => {
      attention.showAgain();
    },
  } satisfies Handlers;
}
