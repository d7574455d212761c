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

/** What is opened of a row. */
interface Link extends RowQuestion {
  /** Its name in sentences, if the row has none. */
  readonly what: string;
}

/** Commands that open the links of a row. */
export function linkCommands(targets: Targets) {
  const open =
    (
      { title, what, kinds }: Link,
      textOf: (row: ServiceRow) => string | undefined,
      template?: () => string,
    ): Handler =>
    async (called, selected) => {
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
    'mintscope.openImage': open(
      {
        title: l10n.t('Open the image of which project or collection?'),
        what: l10n.t('image'),
        kinds: ['project', 'collection'],
      },
      ({ image }) => image,
    ),

    'mintscope.openAnimation': open(
      {
        title: l10n.t('Open the animation of which project?'),
        what: l10n.t('animation'),
        kinds: ['project'],
      },
      (row) => (row.kind === 'project' ? row.animationUrl : undefined),
    ),

    'mintscope.openMetadata': open(
      {
        title: l10n.t('Open the metadata of which collection?'),
        what: l10n.t('metadata'),
        kinds: ['collection'],
      },
      (row) => (row.kind === 'collection' ? row.uri : undefined),
    ),

    'mintscope.openInExplorer': open(
      {
        title: l10n.t('Open which project or collection in the explorer?'),
        what: l10n.t('mint address'),
        kinds: ['project', 'collection'],
      },
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
  if (await vscode.env.openExternal(exact)) showStatus(l10n.t('Opened {0}.', host));
}
