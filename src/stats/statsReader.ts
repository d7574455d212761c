import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { perConnection } from '../connection/perConnection.ts';
import { countsOf } from '../core/model/counts.ts';
import { formatRef, type ProjectRef, type ProjectStats } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import {
  concernsOneProject,
  type Failure,
  isServiceError,
  ServiceError,
} from '../core/model/serviceError.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { slices } from '../editor/slices.ts';
import type { Database } from '../kept/database.ts';
import { Readings } from '../kept/readings.ts';
import { AskedWait } from './askedWait.ts';
import { type Demand, DemandQueue } from './demandQueue.ts';

export type { Demand, Urgency } from './demandQueue.ts';

export interface StatsResponse {
  readonly stats: ProjectStats;
  /** When it was requested, in milliseconds since 1970. */
  readonly asOf: number;
}

/**
 * The stats of projects through one connection: the only code that requests them. Surfaces state a
 * `Demand`; a response becomes a reading (`Readings`), which all windows of the sign-in see.
 *
 * A wait that the service asks for (`AskedWait`) stops all of them in all windows of the sign-in.
 * Meanwhile demands of the user are rejected with it, so that their surface can say until when; the
 * others stay in the queue.
 */
export class StatsReader {
  readonly readings: Readings;
  readonly #connection: ActiveConnection;
  readonly #queue: DemandQueue<StatsResponse>;
  readonly #wait: AskedWait;
  /** The end of the wait that a timer is set for, and what stops the timer. */
  #waiting: { readonly until: number; readonly callOff: () => void } | undefined;
  /** The place after the last reading that `onDidChange` has reported; see `Readings.since`. */
  #reported: number | undefined;
  /** The database that `#reported` is from. */
  #database: Database;
  readonly #changed = new vscode.EventEmitter<ProjectRef>();
  readonly #failed = new vscode.EventEmitter<ProjectRef>();
  readonly #waitChanged = new vscode.EventEmitter<void>();
  readonly #failures = new Map<string, Failure>();

  /** Fires when `last` of a project has changed, also because of another window. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a project was added to `failures`, or has failed again. */
  readonly onDidFail = this.#failed.event;
  /** Fires when `waitUntil` has changed. */
  readonly onDidChangeWait = this.#waitChanged.event;

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
    const { store, ended, warn, beforeClose } = connection;
    this.readings = new Readings(store, warn);
    this.#wait = new AskedWait(store);
    this.#queue = new DemandQueue({
      now: store.clock.now,
      request: (key, signal) => this.#request(key, signal),
      mayStart: () => this.#followWait() === undefined,
      keepsDemands: (error) => !ended.aborted && isRefusal(error),
    });
    this.#reported = this.readings.since(undefined).mark;
    this.#database = store.database;
    const stop = store.events.onWrittenElsewhere(this.#followOtherWindows);
    ended.addEventListener('abort', () => {
      stop();
      this.#waiting?.callOff();
      this.#queue.reject(new ServiceError({ kind: 'aborted' }));
      this.#queue.endRequests();
      void this.readings.settle();
    });
    beforeClose.add(() => this.readings.settle());
  }

  /** The newest reading of a project, of any window. */
  last(ref: ProjectRef): LastReading | undefined {
    return this.readings.last(ref);
  }

  /**
   * Why this window could not read the stats of projects at the last try, by `t/12`, without
   * failures of the service as a whole.
   */
  get failures(): ReadonlyMap<string, Failure> {
    return this.#failures;
  }

  /** When the wait that the service asks for ends, in milliseconds since 1970. */
  get waitUntil(): number | undefined {
    return this.#wait.until;
  }

  /**
   * The newest reading of each project, by `t/12`. Yields to other work of the extension host after
   * each slice. Rejects only if `signal` aborts.
   */
  async newest(signal?: AbortSignal): Promise<Map<string, LastReading>> {
    const newest = new Map<string, LastReading>();
    for (const slice of this.readings.lastOfAll()) {
      for (const [ref, last] of slice) {
        if (last.at >= (newest.get(ref)?.at ?? 0)) newest.set(ref, last);
      }
      await slices.pause();
      signal?.throwIfAborted();
    }
    return newest;
  }

  /**
   * The stored reading if it is young enough, else a requested one. Rejects with a `ServiceError`,
   * for which `describeStatsFailure` has words.
   */
  async read(ref: ProjectRef, demand: Demand): Promise<LastReading> {
    const last = this.last(ref);
    const age = last && this.#connection.store.clock.now() - last.at;
    if (last && age !== undefined && age < demand.maxAgeMs) return last;
    const response = await this.request(ref, demand);
    return this.last(ref) ?? { ...readingOf(response), movedAt: response.asOf };
  }

  /** Requests the stats, with all members of the response. Rejects as `read`. */
  request(ref: ProjectRef, demand: Demand): Promise<StatsResponse> {
    if (this.#connection.ended.aborted) {
      return Promise.reject(new ServiceError({ kind: 'aborted' }));
    }
    // The other demands wait in the queue.
    const until = demand.urgency === 'user' ? this.#followWait() : undefined;
    if (until !== undefined) return Promise.reject(this.#refusal(until));
    return this.#queue.demand(formatRef(ref), demand);
  }

  async #request(key: string, signal: AbortSignal): Promise<StatsResponse> {
    const ref = parseProjectRef(key);
    if (!ref) throw new ServiceError({ kind: 'notFound' });
    const { client, store, ended } = this.#connection;
    const asOf = store.clock.now();
    const stats = await client.stats(ref, signal).catch((error: unknown) => {
      if (isServiceError(error) && concernsOneProject(error.failure)) {
        this.#failures.set(key, error.failure);
        this.#failed.fire(ref);
      }
      throw this.#afterFailure(error);
    });
    this.#failures.delete(key);
    this.#wait.answered();
    const response = { stats, asOf };
    // A response that arrives after the end of the connection is not stored: after a sign-out, the
    // data of the account is deleted.
    if (!ended.aborted) {
      this.readings.add(ref, readingOf(response));
      this.#changed.fire(ref);
    }
    return response;
  }

  /** Starts the wait that an error asks for, if any. Returns the error for the demands. */
  #afterFailure(error: unknown): unknown {
    if (!isServiceError(error) || !this.#wait.follow(error.failure)) return error;
    const until = this.#followWait();
    return until === undefined || !isRefusal(error) ? error : this.#refusal(until);
  }

  /** Returns the end of the wait if there is one, and sets the timer that resumes requests then. */
  #followWait(): number | undefined {
    const until = this.waitUntil;
    // A timer that ends before the wait checks again. One that ends after it is replaced.
    const isFollowed = until === undefined || (this.#waiting && this.#waiting.until <= until);
    if (isFollowed) return until;
    const { clock } = this.#connection.store;
    this.#queue.reject(this.#refusal(until), 'user');
    this.#waiting?.callOff();
    const callOff = clock.after(until - clock.now(), () => {
      this.#waiting = undefined;
      if (this.#followWait() === undefined) this.#queue.pump();
      this.#waitChanged.fire();
    });
    this.#waiting = { until, callOff };
    this.#waitChanged.fire();
    return until;
  }

  #refusal(until: number): ServiceError {
    const retryAfterMs = Math.max(0, until - this.#connection.store.clock.now());
    return new ServiceError({ kind: 'rateLimited', retryAfterMs });
  }

  readonly #followOtherWindows = (): void => {
    const { ended, store } = this.#connection;
    if (ended.aborted) return;
    const { clock, database } = store;
    // When `mintscope.keepRows` changes, the readings are in another database.
    const { projects, mark } = this.readings.since(
      database === this.#database ? this.#reported : undefined,
    );
    [this.#reported, this.#database] = [mark, database];
    this.#followWait();
    for (const project of projects) {
      const ref = parseProjectRef(project);
      if (ref) this.#changed.fire(ref);
    }
    // There may be more; meanwhile the extension host can do other work.
    if (projects.length > 0) clock.after(0, this.#followOtherWindows);
  };
}

/**
 * Whether the service refuses all requests for a while (429). A 503 may be about one project only,
 * so its demands are rejected: in the queue they would stop all others again and again.
 */
function isRefusal(error: unknown): boolean {
  return isServiceError(error) && error.failure.kind === 'rateLimited';
}

function readingOf({ stats, asOf }: StatsResponse) {
  return { at: asOf, ...countsOf(stats) };
}

/**
 * The reader of a connection, created at the first call. Each connection has its own, so that no
 * reading is shown under another account.
 */
export const readerOf = perConnection((connection) => new StatsReader(connection));
