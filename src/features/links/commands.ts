import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import type { ListName, RowsOf } from '../../lists/index.ts';
import {
  type RowQuestion,
  type Targets,
  targetRow,
  whyMissing,
} from '../../views/commandTargets.ts';
import { explorerLink, type LinkResult, parseWebLink } from './webLink.ts';

export function linkCommands(targets: Targets) {
  /** @param missing says that the row has none. */
  const open =
    <Name extends ListName>(
      question: RowQuestion<Name>,
      missing: string,
      textOf: (row: RowsOf[Name]) => string | undefined,
      toLink = parseWebLink,
    ): Handler =>
    async (called, selected) => {
      const row = await targetRow(targets, called, selected, question);
      if (!row) return;
      const text = textOf(row);
      if (text === undefined) void showWarning(whyMissing(row, missing));
      else await openLink(toLink(text));
    };
  return {
    'mintscope.openImage': open(
      { title: l10n.t('Open the image of which project or collection?') },
      l10n.t('This row has no image.'),
      ({ image }) => image,
    ),

    'mintscope.openAnimation': open(
      { title: l10n.t('Open the animation of which project?'), lists: ['projects'] },
      l10n.t('This row has no animation.'),
      ({ animationUrl }) => animationUrl,
    ),

    'mintscope.openMetadata': open(
      { title: l10n.t('Open the metadata of which collection?'), lists: ['collections'] },
      l10n.t('This row has no metadata.'),
      ({ uri }) => uri,
    ),

    'mintscope.openInExplorer': open(
      { title: l10n.t('Open which project or collection in the explorer?') },
      l10n.t('This row has no mint address.'),
      ({ mintAddress }) => mintAddress,
      (mintAddress) => explorerLink(settings.explorerUrl, mintAddress),
    ),
  } satisfies Handlers;
}

/**
 * Opens a link in the browser. The editor asks first and shows the address, unless the user
 * trusts that host; after opening, the status bar names the host.
 */
async function openLink(link: LinkResult): Promise<void> {
  if (!link.ok) {
    void showWarning(link.sentence);
    return;
  }
  const { host, href } = link.url;
  // Pass a string, which the editor accepts. A Uri would be decoded and encoded again, which could
  // make a signed address invalid.
  const exact = href as unknown as vscode.Uri;
  if (await vscode.env.openExternal(exact)) showStatus(l10n.t('Opened {0}.', host));
}
