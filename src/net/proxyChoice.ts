import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../core/client/serviceAddress.ts';

/** As the editor's settings say. */
export interface NetworkSettings {
  /** `http.proxy`; if `undefined`, the environment variables are used; if empty, no proxy is. */
  readonly proxy: string | undefined;
  /** `http.noProxy`: hosts that are reached directly; if empty, `NO_PROXY` is used. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: a `Proxy-Authorization` header for the proxy. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.proxyStrictSSL`: whether certificates are verified. */
  readonly strictSSL: boolean;
  /** `http.systemCertificates`: whether those of the system are trusted too; true if left out. */
  readonly systemCertificates?: boolean;
  /** `http.fetchAdditionalSupport`: whether the editor patches `fetch`; false if left out. */
  readonly editorFetch?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface ChosenProxy {
  /** It may hold a password: show it by `proxyName` only. */
  readonly address: string;
  /** The setting or the variable that names it. */
  readonly from: string;
}

/**
 * Which proxy requests to an address go through: `http.proxy`, else `https_proxy`, else
 * `http_proxy`, in lower case or else in upper case. Hosts of `noProxy` and this machine are
 * reached directly: `undefined`.
 * @param env the environment of the process.
 */
export function chooseProxy(
  url: URL,
  { proxy, noProxy }: Pick<NetworkSettings, 'proxy' | 'noProxy'>,
  env: Environment,
): ChosenProxy | undefined {
  const chosen =
    proxy === undefined ? fromEnvironment(env) : { address: proxy, from: 'http.proxy' };
  const excluded = noProxy.length > 0 ? noProxy.join(',') : (env.no_proxy ?? env.NO_PROXY ?? '');
  const isDirect = isLoopback(url.hostname) || isExcluded(url, excluded);
  return isDirect || !chosen?.address ? undefined : chosen;
}

/**
 * A proxy as shown to the user, without user name and password: `http://proxy:8080`.
 * @returns `undefined` for an address that cannot be read.
 */
export function proxyName(address: string): string | undefined {
  const url = readProxy(address);
  return url && `${url.protocol}//${url.host}`;
}

/** The address of a proxy that requests can use: http or https, well-formed, without a path. */
export function usableProxy(address: string): URL | undefined {
  const url = readProxy(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const { username, password, pathname, search, hash } = url;
  const isOrigin = `${pathname}${search}${hash}` === '/';
  return isOrigin && isEncoded(`${username}:${password}`) ? url : undefined;
}

/**
 * Reads the address of a proxy, which is of http if it names no scheme, as curl does. Returns
 * `undefined` if its host may be part of a password, because that has `/`, `?` or `#`.
 */
function readProxy(address: string): URL | undefined {
  const whole = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return `${url.pathname}${url.search}${url.hash}`.includes('@') ? undefined : url;
}

/** Whether each percent sign begins an encoded character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The proxy that the environment names for https, or else for http. Unlike curl, this uses
 * `http_proxy` for https too, because requests to other hosts than loopback are always https.
 */
function fromEnvironment(env: Environment): ChosenProxy | undefined {
  for (const name of ['https_proxy', 'http_proxy']) {
    const from = env[name] === undefined ? name.toUpperCase() : name;
    const address = env[from];
    if (address) return { address, from };
  }
  return undefined;
}

/**
 * Whether an https address is in a list of hosts, as curl and the editor read it: separated by
 * commas or spaces; `*` for every host, and `<local>` for names without a dot; a host with all names
 * below it, also with `.` or `*.` in front; a port only if one is given; a network such as
 * `10.0.0.0/8` or `fd00::/8`. An IPv6 address needs brackets only before a port.
 */
function isExcluded(url: URL, list: string): boolean {
  const host = url.hostname.replace(/\.$/, '');
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    if (entry === '<local>') return /^[^.[]+$/.test(host);
    const [, network, bits] = /^([^/]+)\/(\d+)$/.exec(entry) ?? [];
    if (network !== undefined) return isInNetwork(host, network, Number(bits));
    const isBareIPv6 = /^[^[]*:.*:/.test(entry);
    const [, name = entry, port] = (isBareIPv6 ? null : /^(.+):(\d+)$/.exec(entry)) ?? [];
    if (port !== undefined && Number(port) !== Number(url.port || 443)) return false;
    const listed = canonicalHost(isBareIPv6 ? `[${name}]` : name.replace(/^\*?\./, ''));
    return listed !== '' && (host === listed || host.endsWith(`.${listed}`));
  });
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const address = withoutBrackets(host);
  const start = withoutBrackets(network);
  const version = isIP(start);
  if (version === 0 || version !== isIP(address)) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(start, Math.min(bits, version === 6 ? 128 : 32), family);
  return list.check(address, family);
}

function withoutBrackets(host: string): string {
  return host.replace(/[[\]]/g, '');
}

/** A host as `URL` writes it: in lower case and punycode. @returns an empty text for no host. */
function canonicalHost(name: string): string {
  const url = `https://${name}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
