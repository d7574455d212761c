import { displayText } from '../core/base/displayText.ts';

/** An image that may be fetched, and who learns of it. */
export interface ImageSource {
  readonly address: string;
  readonly host: string;
}

/** Longer addresses are not fetched: no real image has one, and the page would carry it around. */
const LONGEST_ADDRESS = 8000;

/** What of this machine a content security policy can name: it has no words for `[::1]`. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];

/**
 * Where images may come from, as a content security policy says it: https, and http on this machine
 * for a service that runs there.
 */
export function imagePolicy(loopback: boolean): readonly string[] {
  return ['https:', ...(loopback ? LOOPBACK_HOSTS.map((host) => `http://${host}:*`) : [])];
}

/**
 * The image at an address that a service gave, if `imagePolicy` lets it pass: never `data:`,
 * `javascript:` or something in the clear.
 */
export function imageSource(
  address: string | undefined,
  loopback: boolean,
): ImageSource | undefined {
  if (address === undefined || address.length > LONGEST_ADDRESS) return undefined;
  const url = URL.parse(address);
  // Credentials in an address are never sent, and would dress up the host that is named.
  if (url?.username !== '' || url.password !== '') return undefined;
  const isLocal = loopback && url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) return undefined;
  return { address: url.href, host: displayText(url.host, 80) };
}
