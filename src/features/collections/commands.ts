import * as l10n from '@vscode/l10n';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Collection } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { FROM_ROW } from '../../rows/rowTabs.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import type { collectionPanels } from './collectionPanels.ts';

export function collectionCommands(
  targets: Targets,
  list: PagedList<Collection>,
  panels: Pick<ReturnType<typeof collectionPanels>, 'openCollection'>,
) {
  return {
    /** @param called a row, or its key as a hover names it. */
    'mintscope.openCollection': async (called, selected) => {
      const title = l10n.t('Open which collection?');
      const question = { title, lists: ['collections'] } as const;
      const named = list.state.rows.find(({ key }) => key === called);
      const row = named ?? (await targetRow(targets, called, selected, question));
      if (row) await panels.openCollection(row, FROM_ROW);
    },
  } satisfies Handlers;
}
