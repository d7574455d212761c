import * as l10n from '@vscode/l10n';
import { isToken } from './accessToken.ts';
import {
  type AddressFault,
  isLoopback,
  readAddress,
  type ServiceAddress,
} from './serviceAddress.ts';

/* Checks what the user types at sign-in. A refusal has a sentence that says what to do. */

interface Refusal {
  readonly ok: false;
  readonly sentence: string;
}
type AddressResult = Refusal | { readonly ok: true; readonly address: ServiceAddress };
type TokenResult = Refusal | { readonly ok: true; readonly secret: string };

const EXAMPLE = 'https://api.example.com';

function addressSentence(fault: AddressFault): string {
  const sentences: Readonly<Record<AddressFault, string>> = {
    empty: l10n.t('Type the address of the service, for example {0}.', EXAMPLE),
    controls: l10n.t('The address holds a line break or another control character. Type it again.'),
    noScheme: l10n.t('Type the whole address with https:// in front, for example {0}.', EXAMPLE),
    notWeb: l10n.t('This is not a web address. Type one, for example {0}.', EXAMPLE),
    http: l10n.t(
      'http would send the token unencrypted. Use https (http works for this machine only).',
    ),
    otherScheme: l10n.t('Only https addresses work, for example {0}.', EXAMPLE),
    credentials: l10n.t(
      'Leave the user name and password out of the address. The token comes next.',
    ),
    query: l10n.t('Leave out the “?” and everything after it.'),
    fragment: l10n.t('Leave out the “#” and everything after it.'),
  };
  return sentences[fault];
}

export function parseServiceAddress(text: string): AddressResult {
  const address = readAddress(text);
  if (typeof address === 'object') return { ok: true, address };
  if (address === 'noScheme' && isLoopbackWithoutScheme(text.trim())) {
    return refuse(l10n.t('Type the whole address with http:// or https:// in front.'));
  }
  return refuse(addressSentence(address));
}

/** `127.0.0.1:3000`, as messages name a service on this machine. */
function isLoopbackWithoutScheme(text: string): boolean {
  const url = `http://${text}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** Reads a pasted token without the spaces around it; refuses an impossible one. */
export function parseToken(text: string): TokenResult {
  const secret = text.trim();
  if (isToken(secret)) return { ok: true, secret };
  if (secret === '') return refuse(l10n.t('Paste the token.'));
  if (/^bearer\s/i.test(secret)) {
    return refuse(l10n.t('Paste the token alone, without the word “Bearer”.'));
  }
  return refuse(
    secret.length > 4096
      ? l10n.t('This is longer than any token (4,096 characters at most).')
      : l10n.t('A token has no spaces, line breaks or accented letters. Copy it again.'),
  );
}

function refuse(sentence: string): Refusal {
  return { ok: false, sentence };
}
