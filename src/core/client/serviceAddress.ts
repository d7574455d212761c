import * as l10n from '@vscode/l10n';
import type { PageRequest } from '../lists/pageWalk.ts';
import { canonicalId, idOf, type ProjectRef } from '../model/model.ts';

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

const EXAMPLE = 'https://api.example.com';

/** The host and the port of an address on this machine without a scheme. */
const LOOPBACK_START = /^((?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?)(?:\/|$)/i;

/**
 * Reads an address as the user types it: https anywhere, http on loopback only.
 * @returns the address, or a sentence that says what to do.
 */
export function readAddress(text: string): ServiceAddress | string {
  const trimmed = text.trim();
  // `URL` adds slashes and leaves line breaks out.
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const isWhole = /^https?:\/\/[^\u0000-\u001f\u007f-\u009f]+$/i.test(trimmed);
  if (!isWhole || !URL.canParse(trimmed)) {
    const [, own] = LOOPBACK_START.exec(trimmed) ?? [];
    const [scheme, example] =
      own === undefined ? ['https://', EXAMPLE] : ['http://', `http://${own}`];
    return l10n.t('Type the whole address with {0} in front, for example {1}.', scheme, example);
  }
  const url = new URL(trimmed);
  const loopback = isLoopback(url.hostname);
  if (url.protocol === 'http:' && !loopback) {
    return l10n.t(
      'http would send the token unencrypted. Use https (http works for this machine only).',
    );
  }
  // In `https://@host`, and with only `?` or `#`, the parsed parts are empty, so check the text
  // too.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(trimmed)) {
    return l10n.t('Leave the user name and password out of the address. The token comes next.');
  }
  if (/[?#]/.test(trimmed)) return l10n.t('Leave out the “?” or “#” and everything after it.');
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, base, host: url.host, loopback };
}

/** `api.example.com/v9`: how the user tells services apart, which may share a host. */
export function hostAndPath({ base }: Pick<ServiceAddress, 'base'>): string {
  return base.replace(/^https?:\/\//, '');
}

/** `localhost`, `[::1]` and 127.0.0.0/8; not `x.localhost`, which DNS may resolve to any host. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Relative to the base address (§4.4). */
export function listPath(list: { readonly path: string }, { page, limit }: PageRequest): string {
  return `${list.path}?page=${page}&limit=${limit}`;
}

/** §4.2. @throws TypeError for any other text than a `ProjectRef`. */
export function statsPath(ref: ProjectRef): string {
  if (!/^[tn]\//.test(ref) || canonicalId(idOf(ref)) !== idOf(ref)) {
    throw new TypeError('A project is requested by its kind, t or n, and the digits of its id.');
  }
  return `/v2/projects/${ref}/stats`;
}
