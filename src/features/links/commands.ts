import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isProject } from '../../core/model/model.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { targetRow, type Targets, whyMissing } from '../../views/commandTargets.ts';

export function linkCommands(targets: Targets) {
  return {
    'mintscope.openLink': async (called, selected) => {
      const question = { title: l10n.t('Open which project or collection in the browser?') };
      const row = await targetRow(targets, called, selected, question);
      if (!row) return;
      const choices = linksOf(row);
      const [only] = choices;
      if (!only) {
        void showWarning(whyMissing(row, l10n.t('This row has no link.')));
        return;
      }
      const title = l10n.t('Open in Browser');
      const link =
        choices.length === 1
          ? only.value
          : await askChoice<LinkResult>({ title, choices, closesOnBlur: true });
      if (link) await openLink(link);
    },
  } satisfies Handlers;
}

/** The addresses that a row has, each checked, the explorer of `mintscope.explorerUrl` first. */
function linksOf(row: ServiceRow): Choice<LinkResult>[] {
  const links: Choice<LinkResult>[] = [];
  const add = (label: string, text: string | undefined, toLink = parseWebLink) => {
    if (text !== undefined) links.push({ label, description: text, value: toLink(text) });
  };
  const { explorerUrl } = settings;
  if (explorerUrl !== '') {
    add(l10n.t('Explorer'), row.mintAddress, (address) => explorerLink(explorerUrl, address));
  }
  add(l10n.t('Image'), row.image);
  if (isProject(row)) add(l10n.t('Animation'), row.animationUrl);
  else add(l10n.t('Metadata'), row.uri);
  return links;
}

/** The editor first prompts with the address, unless the user trusts that host. */
async function openLink(link: LinkResult): Promise<void> {
  if (!link.ok) {
    void showWarning(link.sentence);
    return;
  }
  const { host, href } = link.url;
  // Pass a string: a Uri is decoded and encoded again, which could make a signed address invalid.
  const exact = href as unknown as vscode.Uri;
  if (await vscode.env.openExternal(exact)) showStatus(l10n.t('Opened {0}.', host));
}

export type LinkResult =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly sentence: string };

/** In characters. Browsers and shells cut longer addresses. */
const LONGEST_LINK = 8000;

/** Only https, and no user name or password, which could disguise the host. */
export function parseWebLink(text: string): LinkResult {
  if (text.length > LONGEST_LINK) return refuse(l10n.t('This link is too long to be opened.'));
  if (!URL.canParse(text)) return refuse(l10n.t('This link is not a web address.'));
  const url = new URL(text);
  if (url.protocol !== 'https:') return refuse(l10n.t('Only https links are opened.'));
  if (url.username !== '' || url.password !== '') {
    return refuse(l10n.t('This link holds a user name or a password, so it is not opened.'));
  }
  return { ok: true, url };
}

const PLACEHOLDER = '{mintAddress}';

/** @param template the setting `mintscope.explorerUrl`, which must place the address behind the host. */
export function explorerLink(template: string, mintAddress: string): LinkResult {
  const [one, other, link] = ['a', 'b', mintAddress].map((address) =>
    parseWebLink(
      template.replaceAll(PLACEHOLDER, () => encodeURIComponent(address.toWellFormed())),
    ),
  );
  const isUsable =
    one?.ok && other?.ok && one.url.origin === other.url.origin && one.url.href !== other.url.href;
  if (!isUsable) {
    return refuse(
      l10n.t(
        'The setting mintscope.explorerUrl cannot be used. It must be an https address with {0} after its host, such as https://explorer.example.com/address/{0}.',
        PLACEHOLDER,
      ),
    );
  }
  // `URL` reads `.` and `..` as steps up the path.
  return !link?.ok || /^\.\.?$/.test(mintAddress)
    ? refuse(l10n.t('The mint address of this row cannot be part of a web address.'))
    : link;
}

function refuse(sentence: string): LinkResult {
  return { ok: false, sentence };
}
