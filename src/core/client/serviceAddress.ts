/** The `{base_url}` of service-interface §1, checked and canonical. */
export interface ServiceAddress {
  /** Scheme, host and port. A token is sent to this origin only. */
  readonly origin: string;
  /** Origin and path prefix, without a slash at the end. */
  readonly base: string;
  /** Host and port, in punycode where it is not ASCII. */
  readonly host: string;
  readonly loopback: boolean;
}

type AddressResult =
  | { readonly ok: true; readonly address: ServiceAddress }
  | { readonly ok: false; readonly sentence: string };

const EXAMPLE = 'for example https://api.example.com';

/**
 * Reads a service address as a person types it. Allowed: https anywhere, http on loopback only,
 * a path prefix. Refused, each with a sentence that says what to do: everything that could send
 * the token somewhere unexpected or in the clear.
 */
export function parseServiceAddress(text: string): AddressResult {
  const trimmed = text.trim();
  if (trimmed === '') return refuse(`Type the address of the service, ${EXAMPLE}.`);
  if (hasControlCharacters(trimmed)) {
    return refuse('The address holds a line break or another control character. Type it again.');
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return refuse(
      isLoopbackWithoutScheme(trimmed)
        ? 'Type the whole address with http:// or https:// in front.'
        : `Type the whole address with https:// in front, ${EXAMPLE}.`,
    );
  }
  if (!URL.canParse(trimmed)) return refuse(`This is not a web address. Type one, ${EXAMPLE}.`);
  const url = new URL(trimmed);
  const loopback = isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return refuse(
      url.protocol === 'http:'
        ? 'http would send the token unencrypted. Use https (http works for this machine only).'
        : `Only https addresses work, ${EXAMPLE}.`,
    );
  }
  // `https://@host` and `?` or `#` alone leave the parsed parts empty, so the text is checked too.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(trimmed)) {
    return refuse('Leave the user name and password out of the address. The token comes next.');
  }
  if (trimmed.includes('?')) return refuse('Leave out the “?” and everything after it.');
  if (trimmed.includes('#')) return refuse('Leave out the “#” and everything after it.');
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return { ok: true, address: { origin: url.origin, base, host: url.host, loopback } };
}

function refuse(sentence: string): AddressResult {
  return { ok: false, sentence };
}

function hasControlCharacters(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}

/** `127.0.0.1:3000`, as messages name a service on this machine. */
function isLoopbackWithoutScheme(text: string): boolean {
  const url = `http://${text}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** `localhost` and the loopback ranges. Not names below `.localhost`: DNS resolves those. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
