import { ServiceError } from '../core/model/serviceError.ts';

/** Codes by which Node and OpenSSL say that a certificate or a handshake was not accepted. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH)/;

/** undici's own codes, as Node or `Failure` names the same. */
const PLAIN_CODES: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'INCOMPLETE'],
]);
/** What undici's parser throws. */
const NOT_HTTP = /^(HPE_|HTTPParserError$)/;

/** What is known of a request that failed. */
interface Failed {
  readonly url?: URL;
  /** Whether the headers of an answer had arrived. */
  readonly inBody?: boolean;
}

/**
 * Names what undici, Node or OpenSSL threw. Their messages may quote addresses and headers, so
 * only the code goes on; the error itself stays reachable as `cause` for a debugger, unless it holds
 * bytes of the answer: a service may send back the token it was sent.
 */
export function networkError(error: unknown, failed: Failed = {}): ServiceError {
  const code = plainCode(error, failed);
  return new ServiceError(
    { kind: 'network', code: code.slice(0, 60), tls: TLS_CODE.test(code) },
    holdsBytes(error) ? undefined : { cause: error },
  );
}

/** Whether it is, or wraps, what undici's parser throws, which keeps what it could not read. */
function holdsBytes(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  return 'data' in error || holdsBytes(error.cause, depth + 1);
}

function plainCode(thrown: unknown, { url, inBody = false }: Failed): string {
  const error = innermost(thrown);
  if (!(error instanceof Error)) return 'UNKNOWN';
  // A DOMException's code is a number.
  const given: unknown = (error as NodeJS.ErrnoException).code;
  const code = typeof given === 'string' ? given : error.name;
  // The only trace of a proxy's answer is in a message of undici's own making.
  const refused = /^Proxy response \((\d+)\)/.exec(error.message);
  if (refused) return `PROXY_${refused[1] ?? ''}`;
  if (url && isElsewhere(error, url)) return `PROXY_${code}`;
  if (NOT_HTTP.test(code)) return inBody ? 'INCOMPLETE' : 'NOT_HTTP';
  // The service ended the connection in good order, but too early.
  if (inBody && code === 'UND_ERR_SOCKET') return 'INCOMPLETE';
  return PLAIN_CODES.get(code) ?? code;
}

/** Whether what could not be reached is not the service, which leaves the proxy. */
function isElsewhere(error: Error, url: URL): boolean {
  const { syscall, hostname, port } = error as NodeJS.ErrnoException & {
    readonly hostname?: string;
    readonly port?: number;
  };
  if (syscall === 'getaddrinfo') return hostname !== undefined && hostname !== url.hostname;
  const own = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return syscall === 'connect' && port !== undefined && port !== own;
}

/** undici wraps the system's errors, and so do errors for several addresses. */
function innermost(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const { code, cause } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError && error.errors.length > 0) {
    return innermost(error.errors[0], depth + 1);
  }
  const named = typeof code === 'string' && !code.startsWith('UND_ERR_');
  return named || cause === undefined ? error : innermost(cause, depth + 1);
}
