import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { type CommandTargets, offerToChoose, type ServiceRow } from '../../views/commandTargets.ts';
import { openLink } from './openLink.ts';
import { explorerLink, parseWebLink } from './webLink.ts';

/** Leaving for what a row points to. */
export function linkCommands(targets: CommandTargets) {
  const open =
    (
      what: string,
      textOf: (row: ServiceRow) => string | undefined,
      template?: () => string,
    ): Handler =>
    async (called, selected) => {
      const row = targets.one(called, selected);
      if (!row) return offerToChoose('one row');
      const text = textOf(row);
      if (text === undefined) {
        void showWarning(`This row has no ${what}.`);
        return;
      }
      await openLink(template ? explorerLink(template(), text) : parseWebLink(text));
    };
  return {
    'mintscope.openImage': open('image', ({ image }) => image),

    'mintscope.openAnimation': open('animation', (row) =>
      row.kind === 'project' ? row.animationUrl : undefined,
    ),

    'mintscope.openMetadata': open('metadata', (row) =>
      row.kind === 'collection' ? row.uri : undefined,
    ),

    'mintscope.openInExplorer': open(
      'mint address',
      ({ mintAddress }) => mintAddress,
      () => settings.explorerUrl,
    ),
  } satisfies Partial<Handlers>;
}
