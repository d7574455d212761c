import { displayText } from '../base/displayText.ts';

export interface ImageSource {
  readonly address: string;
  readonly host: string;
}

/** Longer addresses are not loaded; real ones are shorter. */
const LONGEST_ADDRESS = 8000;

/** Loopback hosts that a content security policy can name; it has no syntax for `[::1]`. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];

/** Https, and http on this machine. @param loopback whether the service runs there. */
export function imagePolicy(loopback: boolean): readonly string[] {
  return ['https:', ...(loopback ? LOOPBACK_HOSTS.map((host) => `http://${host}:*`) : [])];
}

/** The image, if `imagePolicy` allows it. Never `data:` or `javascript:`. */
export function imageSource(
  address: string | undefined,
  loopback: boolean,
): ImageSource | undefined {
  if (address === undefined || address.length > LONGEST_ADDRESS) return undefined;
  const url = URL.parse(address);
  // Credentials in an address could disguise its host.
  if (url?.username !== '' || url.password !== '') return undefined;
  const isLocal = loopback && url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) return undefined;
  return { address: url.href, host: displayText(url.host, 80) };
}
