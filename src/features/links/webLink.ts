import * as l10n from '@vscode/l10n';

export type LinkResult =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly sentence: string };

/** Longer addresses are cut by browsers and shells. */
const LONGEST_LINK = 8000;

/**
 * Checks an address of a service before it is opened in a browser: https, and no user name or
 * password, which could disguise the host.
 */
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

/**
 * The address of a mint address in the explorer.
 * @param template the setting `mintscope.explorerUrl`.
 */
export function explorerLink(template: string, mintAddress: string): LinkResult {
  const [one, other, link] = ['a', 'b', mintAddress].map((address) =>
    parseWebLink(
      template.replaceAll(PLACEHOLDER, () => encodeURIComponent(address.toWellFormed())),
    ),
  );
  const good =
    one?.ok && other?.ok && one.url.origin === other.url.origin && one.url.href !== other.url.href;
  if (!good) {
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
