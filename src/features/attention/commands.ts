import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { plural } from '../../core/base/format.ts';
import { showInformation, withViewProgress } from '../../editor/notify.ts';
import { rowName } from '../../lists/index.ts';
import { type Targets, targetRows } from '../../views/commandTargets.ts';
import type { AttentionView } from './attentionView.ts';

function acknowledgedWords([one, ...others]: readonly Project[]): string {
  return one && others.length === 0
    ? l10n.t('{0} is acknowledged until it changes.', rowName(one))
    : plural(
        others.length + 1,
        l10n.t(
          '{0} project is acknowledged until it changes. | {0} projects are acknowledged until they change.',
        ),
      );
}

export function attentionCommands(session: Session, view: AttentionView, targets: Targets) {
  return {
    'mintscope.acknowledge': (row, selected, isElsewhere) =>
      connected(session, async () => {
        const title = l10n.t('Acknowledge the state of which project?');
        const rows = await targetRows(targets, row, selected, { title, lists: ['projects'] });
        const keys = new Set(rows.map(({ key }) => key));
        // From the palette, the user may be elsewhere.
        const isHere = row !== undefined && !isElsewhere;
        const done = await view.without(keys, isHere, () => view.attention?.acknowledge(keys));
        if (!done || done.projects.length === 0) return;
        const label = l10n.t('Undo');
        if ((await showInformation(acknowledgedWords(done.projects), label)) !== label) return;
        await done.undo();
        view.tree.paintNow();
      }),

    'mintscope.attention.readAll': () =>
      connected(session, async () => {
        session.probeNow();
        await withViewProgress('mintscope.attention', async () => view.attention?.readAll());
        view.tree.paintNow();
      }),

    'mintscope.showAcknowledged': async () => {
      await view.attention?.showAgain();
      view.tree.paintNow();
    },
  } satisfies Handlers;
}
