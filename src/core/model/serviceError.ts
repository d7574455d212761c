import { displayText } from '../base/displayText.ts';

/** How a request can fail, as data, without token, headers or body; see `describeFailure`. */
export type Failure =
  /** The token was refused (401, service-interface §5) or forbidden (403; as a web page it is `http`). */
  | { readonly kind: 'auth'; readonly status: 401 | 403 }
  | { readonly kind: 'notFound' }
  /** 429. `retryAfterMs` is the wait that the service asked for, if it did. */
  | { readonly kind: 'rateLimited'; readonly retryAfterMs?: number }
  /** Any other status outside 2xx. `leadsTo` is the target of a refused redirect. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly leadsTo?: string;
      readonly retryAfterMs?: number;
    }
  /** Nothing was sent, because the service kept failing. `cause` is the last of these failures. */
  | { readonly kind: 'paused'; readonly retryAfterMs: number; readonly cause: Failure }
  /**
   * The service could not be reached, the connection broke, or the response is not HTTP. `code` is that
   * of Node or TLS, or one of ours: `INCOMPLETE` (cut off or garbled), `NOT_HTTP`, `PROXY_407` (its
   * status), `PROXY_ECONNREFUSED` (why it could not be reached, or, with `tls`, not be trusted),
   * `PROXY_INVALID`. `issuer` is who issued the certificate, if unknown here; it is untrusted text.
   */
  | {
      readonly kind: 'network';
      readonly code: string;
      readonly tls: boolean;
      readonly issuer?: string;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** A page after the first, which the service does not give. `status` unless it was 2xx. */
  | { readonly kind: 'noPage'; readonly page: number; readonly status?: number }
  /** A response arrived that is not as service-interface §2 describes. */
  | { readonly kind: 'decode'; readonly what: DecodeFault }
  /** A bug of Mintscope. */
  | { readonly kind: 'internal' }
  | { readonly kind: 'aborted' };

export type DecodeFault =
  'tooLarge' | 'tooComplex' | 'notJson' | 'notAList' | 'notStats' | 'notCounts' | 'noBody';

/** The only error of a request. Its message is the `failureCode`, so it is safe to log. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failureCode(failure), options);
    this.failure = failure;
  }
}

/** Whether the service could not be reached or did not work, which may be temporary. */
export function isOutage(failure: Failure): boolean {
  return (
    /network|timeout|paused/.test(failure.kind) ||
    (failure.kind === 'http' && failure.status >= 500)
  );
}

export function causeOf(failure: Failure): Failure {
  return failure.kind === 'paused' ? failure.cause : failure;
}

/** Whether a failure to read the stats of a project may concern that project only. */
export function concernsOneProject(failure: Failure): boolean {
  if (failure.kind === 'auth') return failure.status === 403;
  return ['notFound', 'decode', 'http', 'timeout'].includes(failure.kind);
}

/** Whether a request for stats was too slow or failed by a 5xx, which may be due to that project. */
export function failsAtOneProject(failure: Failure): boolean {
  return isOutage(failure) && concernsOneProject(failure);
}

/** The wait that the service asked for, in milliseconds. */
export function askedWait(failure: Failure): number | undefined {
  const hasHeaders = failure.kind === 'rateLimited' || failure.kind === 'http';
  return hasHeaders ? failure.retryAfterMs : undefined;
}

/** Whether the service asks all requests to wait by a 503 (RFC 9110 §10.2.3). */
export function isBusy(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 503 && askedWait(failure) !== undefined;
}

/** Any other error is a bug. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}

/** An error for the log: without its `cause`, which may quote a body or a header. */
export function failureForLog(error: unknown): string {
  if (isServiceError(error)) return displayText(failureCode(error.failure));
  return displayText(error instanceof Error ? (error.stack ?? error.message) : String(error), 2000);
}

/** A short, stable name, for example `http 503` or `network ECONNREFUSED`. */
export function failureCode(failure: Failure): string {
  switch (failure.kind) {
    case 'auth':
      return `auth ${failure.status}`;
    case 'http':
      return `http ${failure.status}${failure.leadsTo === undefined ? '' : ' elsewhere'}`;
    case 'network':
      return `network ${failure.code}`;
    case 'noPage':
      return `no page ${failure.page}`;
    case 'timeout':
      return `timeout ${failure.afterMs} ms`;
    case 'decode':
      return `decode ${failure.what}`;
    case 'paused':
      return `paused after ${failureCode(failure.cause)}`;
    case 'notFound':
    case 'rateLimited':
    case 'internal':
    case 'aborted':
      return failure.kind;
  }
}
