import { ServiceError } from '../core/model/serviceError.ts';

/*
 * The names of what can fail between here and the service. They are ours because undici, Node, OpenSSL
 * and the editor name the same failure in different ways, some only in a message; words and retries
 * depend on one name each.
 */

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
  ['UND_ERR_HEADERS_OVERFLOW', 'NOT_HTTP'],
  // A response of both a length and chunks.
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'NOT_HTTP'],
]);

/** A request that failed before any of it was sent, so it may be sent in another way. */
export class UnsentError extends ServiceError {}

interface Failed {
  /** What the editor's `fetch` requested: an error at another host or port is the proxy's. */
  readonly url?: URL;
  /** Whether the headers of a response had arrived. */
  readonly inBody?: boolean;
  /** What could not be connected to, so nothing was sent. */
  readonly connectingTo?: 'service' | 'proxy';
  /** Who issued its certificate, if that arrived. */
  readonly issuer?: string | undefined;
}

/**
 * Turns an error of undici, Node or OpenSSL into a `ServiceError` with its code, without its
 * message, which may quote headers. It stays the `cause`, unless it holds bytes of the response:
 * these may contain the token. A `ServiceError` is returned as it is.
 */
export function networkError(error: unknown, failed: Failed = {}): ServiceError {
  if (error instanceof ServiceError) return error;
  const { url, inBody, connectingTo } = failed;
  const errors = withCauses(error);
  const plain = inBody === true ? 'INCOMPLETE' : plainCode(errors);
  const isOfProxy =
    connectingTo === 'proxy' || (url && errors.some((one) => isElsewhere(one, url)));
  const code = `${isOfProxy ? 'PROXY_' : ''}${plain}`.slice(0, 60);
  const issuer = UNKNOWN_ISSUER.test(code) ? failed.issuer : undefined;
  // An error of undici's parser holds the bytes it could not read.
  const holdsBytes = errors.some((one) => 'data' in one);
  return new (connectingTo ? UnsentError : ServiceError)(
    { kind: 'network', code, tls: TLS_CODE.test(code), ...(issuer !== undefined && { issuer }) },
    holdsBytes ? undefined : { cause: error },
  );
}

/** The first code that is not undici's own, or else that of the innermost error, or its name. */
function plainCode(errors: readonly Error[]): string {
  const error = errors.find((one) => /^(?!UND_ERR_)./.test(codeOf(one))) ?? errors.at(-1);
  if (!error) return 'UNKNOWN';
  // The status of the editor's proxy is only in undici's message.
  const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (status !== undefined) return `PROXY_${status}`;
  const code = codeOf(error) || error.name;
  // A response that is not TLS: Node has a code for it, the desktop editor only a message.
  const isNoTls = code === 'EPROTO' && /wrong[ _]version[ _]number/i.test(error.message);
  if (isNoTls) return 'ERR_SSL_WRONG_VERSION_NUMBER';
  return /^(HPE_|HTTPParserError$)/.test(code) ? 'NOT_HTTP' : (PLAIN_CODES.get(code) ?? code);
}

/** An empty text if there is none. A DOMException's code is a number. */
function codeOf(error: NodeJS.ErrnoException): string {
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether the proxy cannot be reached, or its certificate is of another host. */
function isElsewhere(error: Error, { hostname, port }: URL): boolean {
  const at = error as NodeJS.ErrnoException & { hostname?: string; port?: number };
  if (at.syscall === 'getaddrinfo') return at.hostname !== hostname;
  if (at.syscall === 'connect') return at.port !== Number(port || 443);
  return at.code === 'UND_ERR_PRX_TLS';
}

/** An error and its causes, five at most. Of errors for several addresses, it takes the first. */
function withCauses(error: unknown, most = 5): readonly Error[] {
  if (!(error instanceof Error) || most === 0) return [];
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [error, ...withCauses(inner, most - 1)];
}
