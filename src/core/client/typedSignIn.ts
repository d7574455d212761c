import { isToken } from './accessToken.ts';
import {
  type AddressFault,
  isLoopback,
  readAddress,
  type ServiceAddress,
} from './serviceAddress.ts';

/* What a person types at sign-in, checked. What is refused comes with a sentence on what to do. */

type AddressResult =
  | { readonly ok: true; readonly address: ServiceAddress }
  | { readonly ok: false; readonly sentence: string };

type TokenResult =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly sentence: string };

const EXAMPLE = 'for example https://api.example.com';

const SENTENCES: Readonly<Record<AddressFault, string>> = {
  empty: `Type the address of the service, ${EXAMPLE}.`,
  controls: 'The address holds a line break or another control character. Type it again.',
  noScheme: `Type the whole address with https:// in front, ${EXAMPLE}.`,
  notWeb: `This is not a web address. Type one, ${EXAMPLE}.`,
  http: 'http would send the token unencrypted. Use https (http works for this machine only).',
  otherScheme: `Only https addresses work, ${EXAMPLE}.`,
  credentials: 'Leave the user name and password out of the address. The token comes next.',
  query: 'Leave out the “?” and everything after it.',
  fragment: 'Leave out the “#” and everything after it.',
};

/** Reads a service address as a person types it (`readAddress`). */
export function parseServiceAddress(text: string): AddressResult {
  const address = readAddress(text);
  if (typeof address === 'object') return { ok: true, address };
  if (address === 'noScheme' && isLoopbackWithoutScheme(text.trim())) {
    return refuse('Type the whole address with http:// or https:// in front.');
  }
  return refuse(SENTENCES[address]);
}

/** `127.0.0.1:3000`, as messages name a service on this machine. */
function isLoopbackWithoutScheme(text: string): boolean {
  const url = `http://${text}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** Reads a pasted token without the spaces around it; refuses what cannot be one. */
export function parseToken(text: string): TokenResult {
  const secret = text.trim();
  if (isToken(secret)) return { ok: true, secret };
  if (secret === '') return refuse('Paste the token.');
  if (/^bearer\s/i.test(secret)) {
    return refuse('Paste the token alone, without the word “Bearer”.');
  }
  return refuse(
    secret.length > 4096
      ? 'This is longer than any token (4,096 characters at most).'
      : 'A token has no spaces, line breaks or accented letters. Copy it again.',
  );
}

function refuse(sentence: string): { readonly ok: false; readonly sentence: string } {
  return { ok: false, sentence };
}
