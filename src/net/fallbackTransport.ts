import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport, TransportRequest, TransportResponse } from '../core/client/transport.ts';
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
  /** The choice that the log names. */
  told?: 'own' | 'editor';
  /** Whether the editor's transport reaches the origin, while the first request finds out. */
  trial?: Promise<boolean>;
  /** When the editor's transport may be tried again. */
  triedAgainAt: number;
}

/**
 * Uses the own transport, or, for an origin that it cannot connect to, the editor's. Which one is
 * found out with the first requests to an origin, and stays so until the extension host restarts or
 * the editor's network settings change (`RenewableTransport.renew`).
 *
 * A request goes to the second transport only if the first one has not sent it, and to no third:
 * what may have reached the service is repeated by the retry policy alone. (Every request is a GET,
 * so that would do no harm.) If both fail, the second is not tried for a minute: an outage does not
 * double the attempts. Once the own transport has worked, the other one is tried only for a request
 * that a person asks for (`probeNow`).
 */
export class FallbackTransport implements Transport {
  readonly #own: UndiciTransport;
  readonly #editor: Transport | undefined;
  readonly #now: () => number;
  readonly #log: (line: string) => void;
  readonly #mayUseEditor: () => boolean;
  readonly #origins = new Map<string, OriginState>();

  /**
   * @param log takes one line of the log; it is told once how the requests to an origin are sent.
   * @param mayUseEditor whether the editor's transport may be used, asked before each request to it.
   */
  constructor(
    own: UndiciTransport,
    editor: Transport | undefined,
    now: () => number,
    log: (line: string) => void,
    mayUseEditor = () => true,
  ) {
    this.#own = own;
    this.#editor = editor;
    this.#now = now;
    this.#log = log;
    this.#mayUseEditor = mayUseEditor;
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const { origin, hostname } = request.url;
    const state = this.#stateOf(origin);
    const editor = this.#usable();
    if (editor && state.chosen === 'editor') return editor.get(request);
    try {
      const response = await this.#own.get(request);
      this.#choose(state, origin, 'own');
      return response;
    } catch (error) {
      // A token for this machine stays on it; the editor could hand it to a proxy.
      if (!(error instanceof UnsentError) || isLoopback(hostname)) throw error;
      return await this.#fallBack(state, request, error);
    }
  }

  /** How requests to an origin are sent; `undefined` if there were none. */
  transportFor(origin: string): Route {
    return this.#usable() && this.#origins.get(origin)?.chosen === 'editor'
      ? 'editor'
      : this.#own.transportFor(origin);
  }

  /**
   * Lets the next request try the editor's transport if it cannot connect, because a person asked
   * for it, perhaps in another network than before.
   */
  probeNow(origin: string): void {
    const state = this.#stateOf(origin);
    state.triedAgainAt = 0;
    if (state.chosen === 'own') delete state.chosen;
  }

  async close(): Promise<void> {
    await Promise.all([this.#own.close(), this.#editor?.close()]);
  }

  #usable(): Transport | undefined {
    return this.#mayUseEditor() ? this.#editor : undefined;
  }

  async #fallBack(
    state: OriginState,
    request: TransportRequest,
    first: UnsentError,
  ): Promise<TransportResponse> {
    while (state.trial) await state.trial;
    const editor = this.#usable();
    // Ended while it waited: nothing can be found out with it.
    if (!editor || state.chosen === 'own' || request.signal.aborted) throw first;
    if (state.chosen === 'editor') return editor.get(request);
    if (this.#now() < state.triedAgainAt) throw first;
    const trial = this.#try(state, request, first, editor);
    const settled = trial.then(
      () => true,
      () => false,
    );
    state.trial = settled;
    void settled.then(() => delete state.trial);
    return trial;
  }

  /** Sends what `first` could not send. Rejects with the failure that says more. */
  async #try(
    state: OriginState,
    request: TransportRequest,
    first: UnsentError,
    editor: Transport,
  ): Promise<TransportResponse> {
    const { origin } = request.url;
    const why = failureForLog(first);
    try {
      const response = await editor.get(request);
      this.#choose(state, origin, 'editor', why);
      return response;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      if (wasReached(failure)) {
        this.#choose(state, origin, 'editor', why);
        throw error;
      }
      // Canceled by a person: nothing is known yet.
      if (failure.kind === 'aborted' && !isTimeout(request.signal)) throw error;
      // The editor may have shown its log-in for the proxy: only a person's request shows it again.
      const wait = isLogIn(failure) ? Infinity : BOTH_FAILED_MS;
      state.triedAgainAt = this.#now() + wait;
      this.#log(
        `No connection to ${origin}: ${why}; with the editor's connection: ${failureForLog(error)}`,
      );
      throw failure.kind === 'aborted' || progress(failure) > progress(first.failure)
        ? error
        : first;
    }
  }

  #choose(state: OriginState, origin: string, chosen: 'own' | 'editor', why?: string): void {
    if (state.chosen) return;
    state.chosen = chosen;
    if (state.told === chosen) return;
    state.told = chosen;
    this.#log(
      chosen === 'own'
        ? `Requests to ${origin}: ${this.#own.transportFor(origin) ?? ''}`
        : `Requests to ${origin}: editor, because Mintscope itself cannot connect (${why ?? ''})`,
    );
  }

  #stateOf(origin: string): OriginState {
    let state = this.#origins.get(origin);
    if (!state) this.#origins.set(origin, (state = { triedAgainAt: 0 }));
    return state;
  }
}

/**
 * The transport of a window, as its settings say. The environment variable makes Node's `fetch`,
 * and so the editor's, accept any certificate; it is not used then, because a token may only be sent
 * unverified where `http.proxyStrictSSL` says so. Node reads the variable at each connection, and
 * another extension may set it at any time.
 * @param log see the constructor.
 */
export function createFallbackTransport(
  settings: NetworkSettings,
  now: () => number,
  log: (line: string) => void,
): FallbackTransport {
  const mayUseEditor = () =>
    process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0' || !settings.strictSSL;
  const editor = settings.editorFetch ? createEditorTransport() : undefined;
  return new FallbackTransport(createTransport(settings), editor, now, log, mayUseEditor);
}

/** Whether the attempt has ended by its deadline, not by a person. */
function isTimeout({ reason }: AbortSignal): boolean {
  return isServiceError(reason) && reason.failure.kind === 'timeout';
}

function isLogIn(failure: Failure): boolean {
  return failure.kind === 'network' && failure.code === 'PROXY_407';
}

/** Whether something answered as the service, though it could not be read. */
function wasReached(failure: Failure): boolean {
  return failure.kind !== 'aborted' && progress(failure) === 3;
}

/**
 * How far a request came: the later it failed, the more its failure says. 0: no connection; 1: to
 * the proxy; 2: to the service or a proxy that is not trusted; 3: an answer. A proxy counts as much as
 * the service there, because the editor's own failure does not say which of the two it is.
 */
function progress(failure: Failure): 0 | 1 | 2 | 3 {
  if (failure.kind !== 'network') return 3;
  if (failure.tls) return 2;
  if (/^(INCOMPLETE|NOT_HTTP|HEADERS_TOO_LARGE)$/.test(failure.code)) return 3;
  return /^PROXY_\d/.test(failure.code) ? 1 : 0;
}
