import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { perConnection } from '../connection/perConnection.ts';
import { AT_A_TIME } from '../core/client/transport.ts';
import { countsOf } from '../core/model/counts.ts';
import type { JsonObject, ProjectRef, ProjectStats } from '../core/model/model.ts';
import {
  concernsOneProject,
  type Failure,
  isBusy,
  isOutage,
  isServiceError,
  ServiceError,
} from '../core/model/serviceError.ts';
import type { FailedSinceNow } from '../core/stats/failedSince.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { endOf, hasLeft, leftOf } from '../core/stats/share.ts';
import { Slice, slices } from '../editor/slices.ts';
import { Readings } from '../kept/readings.ts';
import { type Demand, DemandQueue, type Urgency } from './demandQueue.ts';

export type { Demand, Urgency };

export interface StatsResponse {
  readonly stats: ProjectStats;
  /** When it was requested, in milliseconds since 1970. */
  readonly asOf: number;
}

/** A new reading of a project, of this window or another one of the sign-in. */
export interface NewReading {
  readonly ref: ProjectRef;
  readonly last: LastReading;
  /** The newest reading before it that this window knows. */
  readonly before: LastReading | undefined;
  /** Whether another window has read it. */
  readonly isElsewhere: boolean;
}

export interface ListDemand {
  readonly signal: AbortSignal;
  /** Counts younger than this, in milliseconds, are not requested; 0 requests all. */
  readonly maxAgeMs: number;
  readonly urgency?: Urgency;
  /** Called when a project was read, has young counts, or has failed for itself. */
  readonly onEach?: (ref: ProjectRef) => void;
}

/**
 * The stats of projects through one connection: the only code that requests them. Surfaces state a
 * `Demand`; a response becomes a reading (`Readings`), which all windows of the sign-in see.
 *
 * During a wait that the service asks for (`OriginPause`), demands stay in the queue. Only those
 * of the user go on to the client, one after the other. It lets one pass after `Session.probeNow`; a
 * success ends the wait for all. It rejects the others, so that their surface can say until when.
 */
export class StatsReader {
  readonly readings: Readings;
  readonly #connection: ActiveConnection;
  readonly #queue: DemandQueue<ProjectRef, StatsResponse>;
  /** Whether a request is under way that began during a wait. */
  #isProbing = false;
  readonly #changed = new vscode.EventEmitter<NewReading>();
  readonly #failed = new vscode.EventEmitter<ProjectRef>();
  readonly #failures = new Map<ProjectRef, Failure>();
  readonly #responses = new Map<ProjectRef, StatsResponse>();
  /**
   * The projects whose last response was a 503 with a wait, after which they are requested again. A
   * second one in a row is a failure of the project: otherwise it would stop all others for ever.
   */
  readonly #askedToWait = new Set<ProjectRef>();

  /** Since when a project has failed, as `Failures` knows; it sets this. */
  failedSince: (ref: ProjectRef) => FailedSinceNow | undefined = () => undefined;

  readonly onDidChange = this.#changed.event;
  /** Fires when a project was added to `failures` or removed from it, or has failed again. */
  readonly onDidFail = this.#failed.event;

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
    const { store, ended, wait, warn, beforeClose } = connection;
    this.readings = new Readings(store, warn);
    this.#queue = new DemandQueue({
      request: (ref, signal) => this.#request(ref, signal),
      mayStart: (urgency) => wait.leftMs === 0 || (urgency === 'user' && !this.#isProbing),
      keepsDemands: (ref, error) =>
        !ended.aborted && (isRefusal(error) || this.#askedToWait.has(ref)),
    });
    const stops = [
      store.onChange((isCleared) => {
        if (isCleared) this.readings.forget();
        else this.#followOtherWindows();
      }),
      wait.onChange(this.#queue.pump),
    ];
    ended.addEventListener('abort', () => {
      for (const stop of stops) stop();
      this.#queue.end(new ServiceError({ kind: 'aborted' }));
      void this.readings.settle();
    });
    beforeClose.add(() => this.readings.settle());
  }

  /** In milliseconds since 1970. */
  get now(): number {
    return this.#connection.clock.now();
  }

  last(ref: ProjectRef): LastReading | undefined {
    return this.readings.last(ref);
  }

  /**
   * How a mint has ended; `undefined` if it has not. With nothing confirmed or failed it has ended
   * only if something was left before: else it may not have begun.
   */
  endOf(ref: ProjectRef) {
    const last = this.last(ref) ?? {};
    const wasLeft = () => leftOf(last) === 0 && this.readings.of(ref).some((one) => hasLeft(one));
    return endOf(last, false) ?? endOf(last, wasLeft());
  }

  /**
   * All that the service sent with the newest counts of a project, if this window has read them: only
   * counts are stored.
   */
  received(ref: ProjectRef): JsonObject | undefined {
    const response = this.#responses.get(ref);
    return response?.asOf === this.last(ref)?.at ? response?.stats.source : undefined;
  }

  /**
   * Why this window could not read the stats of projects at the last try, without failures of the
   * service as a whole.
   */
  get failures(): ReadonlyMap<ProjectRef, Failure> {
    return this.#failures;
  }

  /**
   * Whether a project itself could not be read at the last try: it has stats (no 404), and the failure
   * is no outage while the service fails as a whole, which says nothing of the project.
   */
  isUnread(ref: ProjectRef): boolean {
    const failure = this.#failures.get(ref);
    if (!failure || failure.kind === 'notFound') return false;
    return !(isOutage(failure) && this.#connection.isFailing());
  }

  /**
   * The newest reading of each project, also of those that are read later. Yields to other work after
   * each slice. Rejects only if `signal` aborts.
   */
  newest(signal?: AbortSignal): Promise<ReadonlyMap<ProjectRef, LastReading>> {
    return this.readings.newest(async () => {
      await slices.pause();
      signal?.throwIfAborted();
    });
  }

  /** Takes over a reading that another window has just stored; otherwise that takes up to a second. */
  catchUp(ref: ProjectRef): void {
    const before = this.readings.known(ref);
    const last = this.readings.lookUp(ref);
    // It may be one of this window.
    if (last && last.at !== before?.at) {
      this.#changed.fire({ ref, last, before, isElsewhere: true });
    }
  }

  /**
   * The newest reading if it is young enough, else a requested one. Rejects with a `ServiceError`,
   * for which `describeStatsFailure` has words.
   */
  async read(ref: ProjectRef, demand: Demand): Promise<LastReading> {
    const last = this.last(ref);
    if (last && this.now - last.at < demand.maxAgeMs) return last;
    const response = await this.request(ref, demand);
    return this.last(ref) ?? { ...readingOf(response), movedAt: response.asOf };
  }

  /** Requests the stats, with all members of the response. Rejects as `read`. */
  request(ref: ProjectRef, demand: Demand): Promise<StatsResponse> {
    if (this.#connection.ended.aborted) {
      return Promise.reject(new ServiceError({ kind: 'aborted' }));
    }
    return this.#queue.demand(ref, demand);
  }

  /**
   * Reads the counts of many projects in this order. Resolves when each was read, has young counts,
   * or has failed for itself (`failures`). Rejects with a `ServiceError` that concerns all of them,
   * and with `aborted` once `signal` aborts. A later call for the same projects continues.
   */
  async readAll(
    refs: Iterable<ProjectRef>,
    { signal, maxAgeMs, urgency = 'list', onEach }: ListDemand,
  ): Promise<void> {
    const failed = new AbortController();
    const demand = { urgency, maxAgeMs, signal: AbortSignal.any([signal, failed.signal]) };
    const readOne = async (ref: ProjectRef) => {
      await this.read(ref, demand).catch((error: unknown) => {
        if (!isServiceError(error) || !concernsOneProject(error.failure)) throw error;
      });
      onEach?.(ref);
    };
    const remaining = refs[Symbol.iterator]();
    const slice = new Slice();
    const readRest = async () => {
      for (let next = remaining.next(); !next.done; next = remaining.next()) {
        await readOne(next.value);
        if (slice.isOver) await slice.next();
      }
    };
    try {
      // The first alone: while the service is suspected to fail, only one request is let through.
      const first = remaining.next();
      if (!first.done) await readOne(first.value);
      await Promise.all(Array.from({ length: AT_A_TIME }, readRest));
    } catch (error) {
      failed.abort();
      throw error;
    }
  }

  async #request(ref: ProjectRef, signal: AbortSignal): Promise<StatsResponse> {
    const { client, ended, wait } = this.#connection;
    const asOf = this.now;
    const isProbe = wait.leftMs > 0;
    if (isProbe) this.#isProbing = true;
    const stats = await client
      .stats(ref, signal)
      .catch((error: unknown) => {
        if (isServiceError(error)) this.#followFailure(ref, error.failure);
        throw error;
      })
      .finally(() => {
        if (isProbe) this.#isProbing = false;
      });
    this.#failures.delete(ref);
    this.#askedToWait.delete(ref);
    const response = { stats, asOf };
    this.#responses.set(ref, response);
    // A response that arrives after the end of the connection is not stored: after a sign-out, the
    // data of the account is deleted.
    if (!ended.aborted) {
      const before = this.last(ref);
      const last = this.readings.add(ref, readingOf(response));
      if (last !== before) this.#changed.fire({ ref, last, before, isElsewhere: false });
    }
    return response;
  }

  #followFailure(ref: ProjectRef, failure: Failure): void {
    const isFirstWait = isBusy(failure) && !this.#askedToWait.delete(ref);
    if (isFirstWait) {
      this.#askedToWait.add(ref);
    } else if (concernsOneProject(failure)) {
      this.#failures.set(ref, failure);
      this.#failed.fire(ref);
    } else if (isOutage(failure)) {
      // The service does not work, so the outages before were not about their projects.
      for (const [other, before] of this.#failures) {
        if (isOutage(before) && this.#failures.delete(other)) this.#failed.fire(other);
      }
    }
  }

  readonly #followOtherWindows = (): void => {
    const { ended, clock } = this.#connection;
    if (ended.aborted) return;
    const projects = this.readings.changed();
    for (const ref of projects) this.catchUp(ref);
    // There may be more; meanwhile the extension host can do other work.
    if (projects.length > 0) clock.after(0, this.#followOtherWindows);
  };
}

/** Whether the service refuses all requests for a while (429). */
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
