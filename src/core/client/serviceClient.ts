import type { PageRequest } from '../lists/pageWalk.ts';
import { decodeStats, type ListSource, type Page } from '../model/decode.ts';
import { parseJson } from '../model/json.ts';
import type { Json, ProjectRef, ProjectStats } from '../model/model.ts';
import { isServiceError, ServiceError } from '../model/serviceError.ts';
import type { AccessToken } from './accessToken.ts';
import type { Policy } from './requestPolicy.ts';
import { listPath, type ServiceAddress, statsPath } from './serviceAddress.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { HOUR_MS } from '../base/clock.ts';

/** A hundred rows of 40 KB each. `JSON.parse` takes about 10 ms for a page of this size. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 3;

const utf8 = new TextDecoder();

export interface ClientEvents {
  /** A 2xx with JSON arrived, so the token is accepted; the JSON may still have a wrong shape. */
  readonly onAccepted?: () => void;
  /** A request failed after its last attempt; not called for a canceled one. */
  readonly onFailure?: (path: string, error: unknown) => void;
  /** A response of any status arrived, also one that leads to a redirect or a retry. */
  readonly onResponse?: (response: Pick<TransportResponse, 'status' | 'headers'>) => void;
}

/**
 * The requests of service-interface §4, for one connection. Responses are never cached. Whatever the
 * service or the network does, each rejects only with a `ServiceError`.
 */
export interface ServiceCalls {
  /** §4.1, §4.3. `limit` is 1 to 100. */
  page<Row>(list: ListSource<Row>, request: PageRequest, signal: AbortSignal): Promise<Page<Row>>;
  /**
   * §4.2. Rejects at once during a wait that the service asks for; `StatsReader` waits.
   * @throws TypeError for an invalid `ref` (`statsPath`).
   */
  stats(ref: ProjectRef, signal: AbortSignal): Promise<ProjectStats>;
}

export interface ClientParts {
  readonly address: ServiceAddress;
  /** Check Connection sends requests without one, which the service answers with 401 (§5). */
  readonly token: AccessToken | undefined;
  readonly transport: Transport;
  readonly policy: Policy;
  /** See `askedWaitOf`. */
  readonly now: () => number;
  readonly events?: ClientEvents;
}

export class ServiceClient implements ServiceCalls {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  page<Row>(list: ListSource<Row>, request: PageRequest, signal: AbortSignal): Promise<Page<Row>> {
    return this.#get(listPath(list, request), signal, (body) => list.decode(body));
  }

  stats(ref: ProjectRef, signal: AbortSignal): Promise<ProjectStats> {
    return this.#get(statsPath(ref), signal, decodeStats, statsPath(ref));
  }

  async #get<T>(
    path: string,
    signal: AbortSignal,
    decode: (body: Json) => T,
    stats?: string,
  ): Promise<T> {
    const { address, policy, events } = this.#parts;
    const url = new URL(address.base + path);
    const attempt = async (bounded: AbortSignal) => {
      const response = await this.#followRedirects(url, bounded);
      this.#checkStatus(response);
      return parseJson(response.body);
    };
    try {
      const body = await policy(signal, attempt, stats);
      events?.onAccepted?.();
      return decode(body);
    } catch (error) {
      const reported = isServiceError(error)
        ? error
        : new ServiceError({ kind: 'internal' }, { cause: error });
      if (reported.failure.kind !== 'aborted')
        events?.onFailure?.(url.pathname + url.search, error);
      throw reported;
    }
  }

  /** Follows redirects within the token's origin. Any other redirect is a failure. */
  async #followRedirects(start: URL, signal: AbortSignal): Promise<TransportResponse> {
    const { token } = this.#parts;
    let url = start;
    for (let hops = 0; ; hops++) {
      const response = await this.#parts.transport.get({
        url,
        headers: {
          accept: 'application/json',
          ...(token && { authorization: token.authorizationFor(url) }),
        },
        signal,
        maxBodyBytes: MAX_BODY_BYTES,
      });
      this.#parts.events?.onResponse?.(response);
      const { location } = response.headers;
      if (response.status < 300 || response.status >= 400 || location === undefined) {
        return response;
      }
      const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (target?.origin !== start.origin) {
        throw httpError(response.status, target && nameOfTarget(target, start, token));
      }
      if (hops === MAX_REDIRECTS) throw httpError(response.status);
      url = target;
    }
  }

  /** service-interface defines 200 and 401 (§4, §7); the rest is plain HTTP. */
  #checkStatus(response: TransportResponse): void {
    const { status } = response;
    if (status >= 200 && status < 300) return;
    if (status === 401 || (status === 403 && !isWebPage(response))) {
      throw new ServiceError({ kind: 'auth', status });
    }
    if (status === 404) throw new ServiceError({ kind: 'notFound' });
    const retryAfterMs = askedWaitOf(response, this.#parts.now());
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    if (status === 429) throw new ServiceError({ kind: 'rateLimited', ...wait });
    throw new ServiceError({ kind: 'http', status, ...wait });
  }
}

/** Whether a gateway sent the response and not the service. PHP sends JSON as `text/html` too. */
function isWebPage({ headers, body }: TransportResponse): boolean {
  const start = utf8.decode(body.subarray(0, 100)).trimStart();
  if (/^\s*text\/html\b/i.test(headers['content-type'] ?? '')) return !/^[[{"]/.test(start);
  return start.startsWith('<');
}

/** The host that a refused redirect names; `undefined` if it is not a web address. */
function nameOfTarget(target: URL, start: URL, token?: AccessToken): string | undefined {
  if (target.host === '') return undefined;
  // For the same host with another scheme, name the scheme too.
  const name = target.host === start.host ? target.origin : target.host;
  // Hide the token before the text is cut: half a token would not be found.
  return (token?.hideIn(name) ?? name).slice(0, 100);
}

function httpError(status: number, leadsTo?: string): ServiceError {
  return new ServiceError({ kind: 'http', status, ...(leadsTo === undefined ? {} : { leadsTo }) });
}

/** A longer wait is reduced to this: a date far ahead must not stop requests for good. */
const LONGEST_MS = HOUR_MS;

/**
 * How long the service asks to send no requests, in milliseconds over 0, by `Retry-After` (RFC 9110
 * §10.2.3). `undefined` if it says nothing that can be read. A 4xx about one request asks for no wait,
 * whatever its headers are.
 * @param now in milliseconds since 1970, for a response without `Date`.
 */
function askedWaitOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  now: number,
): number | undefined {
  if (status < 500 && status !== 408 && status !== 429) return undefined;
  // By the clock of the service, because that of this machine may be wrong.
  const sentAt = readDate(headers.date) || now;
  const waitMs = waitIn(headers['retry-after'], sentAt);
  return waitMs > 0 ? Math.min(LONGEST_MS, Math.ceil(waitMs)) : undefined;
}

/** The wait that the value of the header gives, in seconds or until a date; `NaN` for any other text. */
function waitIn(value = '', sentAt: number): number {
  // A header that was sent twice may have its values joined by a comma.
  const [, seconds] = /^\s*(\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i.exec(value) ?? [];
  return seconds === undefined ? readDate(value) - sentAt : Number(seconds) * 1000;
}

/**
 * A date in one of the three forms of HTTP (RFC 9110 §5.6.7) or in that of ISO 8601, in milliseconds
 * since 1970; `NaN` for any other text.
 */
function readDate(value = ''): number {
  const text = value.trim();
  const isDate = /^([a-z]{3,9},? |\d{4}-\d\d-\d\dT).*\d\d:\d\d:\d\d/i.test(text);
  // The form of asctime() names no time zone, but is GMT too.
  const hasZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
  return isDate ? Date.parse(hasZone ? text : `${text} GMT`) : NaN;
}
