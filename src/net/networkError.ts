import { ServiceError } from '../core/model/serviceError.ts';

/** Codes of Node and OpenSSL for a refused certificate or handshake. */
const TLS_CODE =
  /^(PROXY_)?(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH)/;
const UNKNOWN_ISSUER =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/;

/** From undici's codes to the codes of Node or of `Failure` for the same error. */
const PLAIN_CODES: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
  ['UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HEADERS_TOO_LARGE'],
]);

/**
 * Codes and names of what undici's parser throws; the last one also for a response with both
 * `content-length` and `transfer-encoding: chunked`.
 */
const NOT_HTTP = /^(HPE_|HTTPParserError$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/;

/** Codes for a body that is cut off: of zlib and brotli, and of a connection that was closed. */
const CUT_OFF = /^(Z_|ERR__|ERR_BROTLI|UND_ERR_SOCKET$)/;

/** A request that failed before any of it was sent, so it may be sent in another way. */
export class UnsentError extends ServiceError {}

/** A request that was sent on a connection that broke before the headers of a response. */
export class ResetError extends ServiceError {}

/** @param code the status of the proxy's answer, or `INVALID` for its address. */
export function proxyFailure(code: string): UnsentError {
  return new UnsentError({ kind: 'network', code: `PROXY_${code}`, tls: false });
}

interface Failed {
  /** What the editor's `fetch` requested. An error at another host or port is the proxy's. */
  readonly url?: URL;
  /** Whether the headers of a response had arrived. */
  readonly inBody?: boolean;
  /** What could not be connected to, so nothing was sent. */
  readonly connectingTo?: 'service' | 'proxy';
  /** Who issued its certificate, if that arrived. */
  readonly issuer?: string | undefined;
}

/**
 * Turns an error of undici, Node or OpenSSL into a `ServiceError` with its code. Their messages may
 * quote addresses and headers and are left out. The error stays the `cause`, unless it holds bytes
 * of the response, because a service may send the token back. A `ServiceError` is returned as it is.
 */
export function networkError(error: unknown, failed: Failed = {}): ServiceError {
  if (error instanceof ServiceError) return error;
  const { url, connectingTo } = failed;
  const errors = withCauses(error);
  const plain = plainCode(errors, failed.inBody === true);
  const isOfProxy =
    connectingTo === 'proxy' || (url && errors.some((one) => isElsewhere(one, url)));
  const code = `${isOfProxy ? 'PROXY_' : ''}${plain}`.slice(0, 60);
  const issuer = UNKNOWN_ISSUER.test(code) ? failed.issuer : undefined;
  // An error of undici's parser holds the bytes it could not read.
  const holdsBytes = errors.some((one) => 'data' in one);
  const isReset = failed.inBody !== true && /^(ECONNRESET|EPIPE)$/.test(code);
  return new (connectingTo ? UnsentError : isReset ? ResetError : ServiceError)(
    { kind: 'network', code, tls: TLS_CODE.test(code), ...(issuer !== undefined && { issuer }) },
    holdsBytes ? undefined : { cause: error },
  );
}

function plainCode(errors: readonly Error[], inBody: boolean): string {
  const error = errors.find(isInnermost);
  if (!error) return 'UNKNOWN';
  // The status of the editor's proxy is only in undici's message.
  const refused = /^Proxy response \((\d+)\)/.exec(error.message);
  if (refused) return `PROXY_${refused[1] ?? ''}`;
  // A DOMException's code is a number.
  const given: unknown = (error as NodeJS.ErrnoException).code;
  const code = typeof given === 'string' ? given : error.name;
  // A response that is not TLS: Node has a code for it, the desktop editor only a message.
  const isNoTls = code === 'EPROTO' && /wrong[ _]version[ _]number/i.test(error.message);
  if (isNoTls) return 'ERR_SSL_WRONG_VERSION_NUMBER';
  if (inBody && (CUT_OFF.test(code) || NOT_HTTP.test(code))) return 'INCOMPLETE';
  return NOT_HTTP.test(code) ? 'NOT_HTTP' : (PLAIN_CODES.get(code) ?? code);
}

/** Whether a certificate is not that of the proxy's host, or what cannot be reached is the proxy. */
function isElsewhere(error: Error, { hostname, port }: URL): boolean {
  const at = error as NodeJS.ErrnoException & { hostname?: string; port?: number };
  if (at.syscall === 'getaddrinfo') return at.hostname !== hostname;
  if (at.syscall === 'connect') return at.port !== Number(port || 443);
  return at.code === 'UND_ERR_PRX_TLS';
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
