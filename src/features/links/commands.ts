import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import {
  type RowQuestion,
  type ServiceRow,
  type Targets,
  targetRow,
  whyMissing,
} from '../../views/commandTargets.ts';
import { explorerLink, type LinkResult, parseWebLink } from './webLink.ts';

export function linkCommands(targets: Targets) {
  /** @param what names the link in sentences. */
  const open =
    (
      question: RowQuestion,
      what: string,
      textOf: (row: ServiceRow) => string | undefined,
      toLink = parseWebLink,
    ): Handler =>
    async (called, selected) => {
      const row = await targetRow(targets, called, selected, question);
      if (!row) return;
      const text = textOf(row);
      if (text === undefined) void showWarning(whyMissing(row, what));
      else await openLink(toLink(text));
    };
  return {
    'mintscope.openImage': open(
      {
        title: l10n.t('Open the image of which project or collection?'),
        kinds: ['project', 'collection'],
      },
      l10n.t('image'),
      ({ image }) => image,
    ),

    'mintscope.openAnimation': open(
      { title: l10n.t('Open the animation of which project?'), kinds: ['project'] },
      l10n.t('animation'),
      (row) => (row.kind === 'project' ? row.animationUrl : undefined),
    ),

    'mintscope.openMetadata': open(
      { title: l10n.t('Open the metadata of which collection?'), kinds: ['collection'] },
      l10n.t('metadata'),
      (row) => (row.kind === 'collection' ? row.uri : undefined),
    ),

    'mintscope.openInExplorer': open(
      {
        title: l10n.t('Open which project or collection in the explorer?'),
        kinds: ['project', 'collection'],
      },
      l10n.t('mint address'),
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
