import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport, TransportRequest } from '../core/client/transport.ts';
import { type Failure, failureForLog, isServiceError } from '../core/model/serviceError.ts';
import { createEditorTransport } from './editorTransport.ts';
import { UnsentError } from './networkError.ts';
import { createTransport, type NetworkSettings, type UndiciTransport } from './undiciTransport.ts';

/** How the requests to an origin are sent. The address of a proxy is without its password. */
export type Route = ReturnType<UndiciTransport['transportFor']> | 'editor';

/** How long only the own transport is used after both have failed, in milliseconds. */
const BOTH_FAILED_MS = 60_000;

interface OriginState {
  /** The transport that was the first to reach the origin. */
  chosen?: 'own' | 'editor';
  /** The choice that was logged. */
  logged?: 'own' | 'editor';
  /**
   * Resolves when the first request has found out whether the editor's transport reaches the
   * origin.
   */
  trial?: Promise<unknown>;
  /** When the editor's transport may be tried again, in milliseconds since 1970. */
  triedAgainAt: number;
}

export interface FallbackTransport extends Transport {
  /** How requests to an origin are sent; `undefined` if there were none. */
  transportFor(origin: string): Route;
  /**
   * Lets the next request try the editor's transport if the own one cannot connect: the user has
   * started it, perhaps in another network than before.
   */
  probeNow(origin: string): void;
}

/**
 * The transport of a window, as its settings say. `NODE_TLS_REJECT_UNAUTHORIZED=0` makes Node's
 * `fetch`, and so the editor's, accept any certificate. The editor's is not used then, because a
 * token may only be sent unverified where `http.proxyStrictSSL` says so. Node reads the variable at
 * each connection, and another extension may set it at any time.
 * @param log takes a line of the log: how the requests to an origin are sent, and why none can be.
 */
export function createFallbackTransport(
  settings: NetworkSettings,
  now: () => number,
  log: (line: string) => void,
): FallbackTransport {
  const mayUseEditor = () =>
    process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0' || !settings.strictSSL;
  const editor = settings.editorFetch ? createEditorTransport() : undefined;
  return withFallback(createTransport(settings), editor, now, log, mayUseEditor);
}

/**
 * Uses our own transport or, for an origin that it cannot connect to, the editor's. Which one is
 * found out with the first requests to an origin, and stays so until the extension host restarts or
 * the editor's network settings change (`RenewableTransport.renew`).
 *
 * A request goes to the editor's transport only if the own one has not sent it: what may have
 * reached the service is repeated by the retry policy alone. (Every request is a GET, so that would
 * do no harm.) If both fail, the editor's is not tried for a minute, so that an outage does not
 * double the attempts. Once the own transport has worked, the other one is tried only for a request
 * of the user (`probeNow`). Requests to this machine never go to the editor's.
 * @param mayUseEditor whether the editor's transport may be used, called before each request to it.
 */
export function withFallback(
  own: UndiciTransport,
  editor: Transport | undefined,
  now: () => number,
  log: (line: string) => void,
  mayUseEditor = () => true,
): FallbackTransport {
  const origins = new Map<string, OriginState>();

  const stateOf = (origin: string): OriginState => {
    const state = origins.get(origin) ?? { triedAgainAt: 0 };
    origins.set(origin, state);
    return state;
  };
  const editorNow = () => (mayUseEditor() ? editor : undefined);
  const choose = (origin: string, chosen: 'own' | 'editor', how: string) => {
    const state = stateOf(origin);
    if (state.chosen) return;
    state.chosen = chosen;
    if (state.logged === chosen) return;
    state.logged = chosen;
    log(`Requests to ${origin}: ${how}`);
  };

  /** Tries the editor's transport after `ownError`. Rejects with the failure that says more. */
  const tryEditor = async (other: Transport, request: TransportRequest, ownError: UnsentError) => {
    const { origin } = request.url;
    const why = failureForLog(ownError);
    const chooseEditor = () => {
      choose(origin, 'editor', `editor, because Mintscope itself cannot connect (${why})`);
    };
    try {
      const response = await other.get(request);
      chooseEditor();
      return response;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      const isAborted = failure.kind === 'aborted';
      const reached = progress(failure);
      if (!isAborted && reached === ANSWERED) chooseEditor();
      // After a cancel by the user nothing is known yet.
      if (isAborted ? !isTimeout(request.signal) : reached === ANSWERED) throw error;
      // The editor may have shown its log-in for the proxy. Only a request of the user may show it
      // again.
      const isLogIn = failure.kind === 'network' && failure.code === 'PROXY_407';
      stateOf(origin).triedAgainAt = now() + (isLogIn ? Infinity : BOTH_FAILED_MS);
      log(
        `No connection to ${origin}: ${why}; with the editor's connection: ${failureForLog(error)}`,
      );
      throw isAborted || reached > progress(ownError.failure) ? error : ownError;
    }
  };

  const fallBack = async (request: TransportRequest, ownError: UnsentError) => {
    const state = stateOf(request.url.origin);
    while (state.trial) await state.trial;
    const other = editorNow();
    // The request may have been aborted while it waited for the trial.
    if (!other || state.chosen === 'own' || request.signal.aborted) throw ownError;
    if (state.chosen === 'editor') return other.get(request);
    if (now() < state.triedAgainAt) throw ownError;
    const trial = tryEditor(other, request, ownError).finally(() => delete state.trial);
    state.trial = trial.catch(() => undefined);
    return trial;
  };

  const transportFor = (origin: string) =>
    editorNow() && origins.get(origin)?.chosen === 'editor' ? 'editor' : own.transportFor(origin);

  return {
    transportFor,
    get: async (request) => {
      const { origin, hostname } = request.url;
      const other = editorNow();
      if (other && stateOf(origin).chosen === 'editor') return other.get(request);
      try {
        const response = await own.get(request);
        choose(origin, 'own', own.transportFor(origin) ?? '');
        return response;
      } catch (error) {
        // A token for this machine stays on it; the editor could hand it to a proxy.
        if (!(error instanceof UnsentError) || isLoopback(hostname)) throw error;
        return fallBack(request, error);
      }
    },
    probeNow: (origin) => {
      const state = stateOf(origin);
      state.triedAgainAt = 0;
      if (state.chosen === 'own') delete state.chosen;
    },
    close: async () => {
      await Promise.all([own.close(), editor?.close()]);
    },
  };
}

/** Whether the attempt has ended by its deadline, not by the user. */
function isTimeout({ reason }: AbortSignal): boolean {
  return isServiceError(reason) && reason.failure.kind === 'timeout';
}

/** The progress of a request that got a response, readable or not. */
const ANSWERED = 3;

/**
 * How far a request got: the later it failed, the more its failure says. 0: no connection; 1: a
 * refusal of the proxy; 2: TLS with the service or the proxy, which failed; 3: a response. 2 is for
 * both, because failures of the editor's transport do not distinguish them.
 */
function progress(failure: Failure): 0 | 1 | 2 | 3 {
  if (failure.kind !== 'network') return ANSWERED;
  if (failure.tls) return 2;
  if (/^(INCOMPLETE|NOT_HTTP|HEADERS_TOO_LARGE)$/.test(failure.code)) return ANSWERED;
  return /^PROXY_\d/.test(failure.code) ? 1 : 0;
}
