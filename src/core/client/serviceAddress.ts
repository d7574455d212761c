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

export type AddressFault =
  | 'empty'
  | 'controls'
  | 'noScheme'
  | 'notWeb'
  | 'http'
  | 'otherScheme'
  | 'credentials'
  | 'query'
  | 'fragment';

/**
 * Reads a service address. Allowed: https anywhere, http on loopback only, a path prefix. Refused:
 * everything that could send the token to another host or in clear text.
 */
export function readAddress(text: string): ServiceAddress | AddressFault {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(trimmed)) return 'controls';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return 'noScheme';
  if (!URL.canParse(trimmed)) return 'notWeb';
  const url = new URL(trimmed);
  const loopback = isLoopback(url.hostname);
  if (url.protocol === 'http:' && !loopback) return 'http';
  if (!/^https?:$/.test(url.protocol)) return 'otherScheme';
  // `https://@host` and `?` or `#` alone leave the parsed parts empty, so check the text too.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(trimmed)) {
    return 'credentials';
  }
  if (trimmed.includes('?')) return 'query';
  if (trimmed.includes('#')) return 'fragment';
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, base, host: url.host, loopback };
}

/** `localhost` and the loopback ranges, but not names below `.localhost`, which DNS resolves. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
