import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import {
  offerToChoose,
  type ServiceRow,
  targetRow,
  type Views,
} from '../../views/commandTargets.ts';
import { openLink } from './openLink.ts';
import { explorerLink, parseWebLink } from './webLink.ts';

type Ids =
  | 'mintscope.openImage'
  | 'mintscope.openAnimation'
  | 'mintscope.openMetadata'
  | 'mintscope.openInExplorer';

/** Leaving for what a row points to. */
export function linkCommands(views: Views): Handlers<Ids> {
  const open =
    (
      what: string,
      textOf: (row: ServiceRow) => string | undefined,
      template?: () => string,
    ): Handler =>
    async (called, selected) => {
      const row = targetRow(views, called, selected);
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
  };
}
