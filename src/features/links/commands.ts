import * as vscode from 'vscode';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import {
  offerToChoose,
  type ServiceRow,
  targetRow,
  type Views,
} from '../../views/commandTargets.ts';
import { explorerLink, type LinkResult, parseWebLink } from './webLink.ts';

/** Commands that open the links of a row. */
export function linkCommands(views: Views) {
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
  } satisfies Handlers;
}

/**
 * Opens a link in the browser. The editor asks first and shows the address, unless the person
 * trusts that host; after opening, the status bar names the host.
 */
export async function openLink(link: LinkResult): Promise<void> {
  if (!link.ok) {
    void showWarning(link.sentence);
    return;
  }
  const { host, href } = link.url;
  // Pass a string, which the editor accepts. A Uri would be decoded and encoded again, which could
  // make a signed address invalid.
  const exact = href as unknown as vscode.Uri;
  if (await vscode.env.openExternal(exact)) showStatus(`Opened ${host}.`);
}
