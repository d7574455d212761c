import type { Handlers } from '../../editor/commandRegistry.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import type { collectionPanels } from './register.ts';

/** The command that opens a collection. */
export function collectionCommands(
  targets: Targets,
  panels: Pick<ReturnType<typeof collectionPanels>, 'open'>,
) {
  return {
    'mintscope.openCollection': async (called, selected) => {
      const question = { title: 'Open which collection?', kinds: ['collection'] } as const;
      const row = await targetRow(targets, called, selected, question);
      if (row?.kind === 'collection') await panels.open(row, 'row');
    },
  } satisfies Handlers;
}
