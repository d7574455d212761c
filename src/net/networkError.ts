import { ServiceError } from '../core/model/serviceError.ts';

/** Codes of Node and OpenSSL for a refused certificate or handshake. */
const TLS_CODE =
  /^(PROXY_)?(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH)/;

/** From undici's codes to the codes of Node or of `Failure` for the same error. */
const PLAIN_CODES: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'INCOMPLETE'],
]);

/**
 * Matches the message for a response that is not TLS. Node has a code for it. The desktop editor
 * has only `EPROTO`, as for every failed handshake.
 */
const NO_TLS_ANSWER = /wrong[ _]version[ _]number/i;

/** Codes and names of what undici's parser throws. */
const NOT_HTTP = /^(HPE_|HTTPParserError$)/;

/**
 * Codes for a body that is cut off: of undici's parser, zlib and brotli, and for a connection that
 * the service closed.
 */
const CUT_OFF = /^(HPE_|HTTPParserError$|Z_|ERR__|ERR_BROTLI|UND_ERR_SOCKET$)/;

/** A request that failed before any of it was sent, so another transport may send it. */
export class UnsentError extends ServiceError {}

/** The connection to the proxy failed; the cause says why. */
export class ProxyError extends Error {
  constructor(cause: unknown) {
    super('The connection to the proxy failed.', { cause });
  }
}

interface Failed {
  readonly url?: URL;
  /** Whether the headers of a response had arrived. */
  readonly inBody?: boolean;
  /** Whether nothing of it was sent. */
  readonly unsent?: boolean;
}

/**
 * Turns an error of undici, Node or OpenSSL into a `ServiceError` with its code. Their messages may
 * quote addresses and headers and are left out. The error stays the `cause`, unless it holds bytes
 * of the response, because a service may send the token back.
 */
export function networkError(error: unknown, failed: Failed = {}): ServiceError {
  const errors = withCauses(error);
  const code = plainCode(errors, failed);
  // An error of undici's parser holds the bytes it could not read.
  const holdsBytes = errors.some((one) => 'data' in one);
  const Kind = failed.unsent ? UnsentError : ServiceError;
  return new Kind(
    { kind: 'network', code: code.slice(0, 60), tls: TLS_CODE.test(code) },
    holdsBytes ? undefined : { cause: error },
  );
}

function plainCode(errors: readonly Error[], { url, inBody = false }: Failed): string {
  const error = errors.find(isInnermost);
  if (!error) return 'UNKNOWN';
  // A DOMException's code is a number.
  const given: unknown = (error as NodeJS.ErrnoException).code;
  const named = typeof given === 'string' ? given : error.name;
  const isNoTls = named === 'EPROTO' && NO_TLS_ANSWER.test(error.message);
  const code = isNoTls ? 'ERR_SSL_WRONG_VERSION_NUMBER' : named;
  // The status of a proxy is only in undici's message.
  const refused = /^Proxy response \((\d+)\)/.exec(error.message);
  if (refused) return `PROXY_${refused[1] ?? ''}`;
  const plain = PLAIN_CODES.get(code) ?? code;
  if (errors.some(isOfProxy) || (url && isElsewhere(error, url))) return `PROXY_${plain}`;
  if (inBody && CUT_OFF.test(code)) return 'INCOMPLETE';
  return NOT_HTTP.test(code) ? 'NOT_HTTP' : plain;
}

/** Whether we, or undici for a certificate of another host, marked the error as the proxy's. */
function isOfProxy(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof ProxyError || code === 'UND_ERR_PRX_TLS';
}

/** Whether the unreachable host or port is not the service's, so it is the proxy's. */
function isElsewhere(error: Error, url: URL): boolean {
  const { syscall, hostname, port } = error as NodeJS.ErrnoException & {
    readonly hostname?: string;
    readonly port?: number;
  };
  if (syscall === 'getaddrinfo') return hostname !== undefined && hostname !== url.hostname;
  const ownPort = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  // If undici's time limit ends it, the port is only in the message.
  const late = /^Connect Timeout Error \(attempted address(?:es)?: .*?:(\d+),/.exec(error.message);
  if (late) return Number(late[1]) !== ownPort;
  return syscall === 'connect' && port !== undefined && port !== ownPort;
}

/** Whether it has no cause, or has a code that is not undici's own and so says enough. */
function isInnermost(error: Error): boolean {
  const { code, cause } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError && error.errors.length > 0) return false;
  return cause === undefined || (typeof code === 'string' && !code.startsWith('UND_ERR_'));
}

/** An error and its causes, five at most: undici and errors for several addresses wrap others. */
function withCauses(thrown: unknown): readonly Error[] {
  const errors: Error[] = [];
  let error = thrown;
  while (error instanceof Error && errors.length < 5) {
    errors.push(error);
    error = error instanceof AggregateError ? error.errors[0] : error.cause;
  }
  return errors;
}
