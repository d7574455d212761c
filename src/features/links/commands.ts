import * as vscode from 'vscode';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import {
  type ServiceRow,
  type Targets,
  targetRow,
  whyMissing,
} from '../../views/commandTargets.ts';
import { explorerLink, type LinkResult, parseWebLink } from './webLink.ts';

const EITHER = ['project', 'collection'] as const;

/** Commands that open the links of a row. */
export function linkCommands(targets: Targets) {
  const open =
    (
      what: string,
      kinds: readonly ServiceRow['kind'][],
      textOf: (row: ServiceRow) => string | undefined,
      template?: () => string,
    ): Handler =>
    async (called, selected) => {
      const which = kinds.join(' or ');
      const title = template
        ? `Open which ${which} in the explorer?`
        : `Open the ${what} of which ${which}?`;
      const row = await targetRow(targets, called, selected, { title, kinds });
      if (!row) return;
      const text = textOf(row);
      if (text === undefined) {
        void showWarning(whyMissing(row, what));
        return;
      }
      await openLink(template ? explorerLink(template(), text) : parseWebLink(text));
    };
  return {
    'mintscope.openImage': open('image', EITHER, ({ image }) => image),

    'mintscope.openAnimation': open('animation', ['project'], (row) =>
      row.kind === 'project' ? row.animationUrl : undefined,
    ),

    'mintscope.openMetadata': open('metadata', ['collection'], (row) =>
      row.kind === 'collection' ? row.uri : undefined,
    ),

    'mintscope.openInExplorer': open(
      'mint address',
      EITHER,
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
