import * as vscode from 'vscode';
import { forEachCount } from '../core/model/counts.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import type { StatsReading, StatsReadings } from '../core/model/statsText.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { keepStats, readStats } from './keptStats.ts';
import { historyOf } from './statsHistory.ts';

/** A limit, because an export may read the stats of more projects than memory should hold. */
const MOST_READINGS = 2_000;

/** Readings that arrive within this time are kept on disk together. */
const SETTLED_MS = 250;
/** The least time between two writes while a whole list is read: each one writes up to 500 KB. */
const BETWEEN_MS = 5_000;

/** The requests for one project's stats that are under way. */
interface Pending {
  readonly since: number;
  readonly turn: number;
  readers: number;
}

/**
 * `turn` orders readings as they were asked for; the clock may be set back in between. It is 0 for
 * those of an earlier window.
 */
interface HeldReading extends StatsReading {
  readonly turn: number;
}

/**
 * The stats that were read through one connection, and the last ones that earlier windows read with
 * the same sign-in.
 */
class StatsCache {
  readonly #connection: ActiveConnection;
  /** By `t/12`, in the order in which they were read. */
  readonly #readings = new Map<string, HeldReading>();
  readonly #pending = new Map<string, Pending>();
  #turns = 0;
  #settling: NodeJS.Timeout | undefined;
  /** When they were written last, in milliseconds of `performance.now()`. */
  #savedAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();
  readonly #changed = new vscode.EventEmitter<ProjectRef>();

  /** Fires when `last` has become another reading. */
  readonly onDidChange = this.#changed.event;
  /** Resolves once `last` knows the readings of earlier windows. Never rejects. */
  readonly restored: Promise<void>;

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
    this.restored = this.#restore();
    connection.beforeClose.add(() => this.#writeNow());
  }

  /** The newest reading of a project, if one is held. */
  last(ref: ProjectRef): StatsReading | undefined {
    return this.#readings.get(formatRef(ref));
  }

  /**
   * Asks the service. Rejects with a `ServiceError`, for which `describeStatsFailure` has words.
   * @param freshness as for `ServiceCalls`: by default one request answers all who ask meanwhile.
   */
  get(
    ref: ProjectRef,
    signal: AbortSignal,
    freshness: 'shared' | 'anew' = 'shared',
  ): Promise<StatsReading> {
    return this.#get(ref, signal, freshness, false);
  }

  /**
   * As `get`, for who reads a whole list: what is held of other projects stays. Where there is no
   * room, `last` does not give the reading and `onDidChange` does not fire.
   */
  getInPassing(ref: ProjectRef, signal: AbortSignal): Promise<StatsReading> {
    return this.#get(ref, signal, 'shared', true);
  }

  async #get(
    ref: ProjectRef,
    signal: AbortSignal,
    freshness: 'shared' | 'anew',
    inPassing: boolean,
  ): Promise<StatsReading> {
    const key = formatRef(ref);
    const [now, turn] = [Date.now(), ++this.#turns];
    const pending = this.#pending.get(key) ?? { since: now, turn, readers: 0 };
    this.#pending.set(key, pending);
    pending.readers++;
    try {
      const stats = await this.#connection.client.stats(ref, signal);
      // Which of the requests under way has answered is not known.
      const reading =
        freshness === 'anew'
          ? { stats, asOf: now, turn }
          : { stats, asOf: pending.since, turn: pending.turn };
      this.#keep(ref, key, reading, inPassing);
      return reading;
    } finally {
      if (--pending.readers === 0) this.#pending.delete(key);
    }
  }

  #keep(ref: ProjectRef, key: string, reading: HeldReading, inPassing: boolean): void {
    historyOf(this.#connection).add(ref, {
      at: reading.asOf,
      ...forEachCount((name) => reading.stats[name]),
    });
    if (
      (this.#readings.get(key)?.turn ?? 0) > reading.turn ||
      JSON.stringify(reading.stats.source).length > 65_536
    )
      return;
    if (inPassing && !this.#readings.has(key) && this.#readings.size >= MOST_READINGS) return;
    this.#readings.delete(key);
    this.#readings.set(key, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > MOST_READINGS && oldest !== undefined) this.#readings.delete(oldest);
    this.#changed.fire(ref);
    if (!this.#connection.kept) return;
    const rest = inPassing ? this.#savedAt + BETWEEN_MS - performance.now() : 0;
    this.#settling ??= setTimeout(() => void this.#writeNow(), Math.max(SETTLED_MS, rest));
  }

  /** Never rejects. */
  #writeNow(): Promise<void> {
    if (this.#settling) {
      clearTimeout(this.#settling);
      this.#settling = undefined;
      this.#savedAt = performance.now();
      this.#writing = this.#writing.then(() => keepStats(this.#connection, () => this.#toKeep()));
    }
    return this.#writing;
  }

  #toKeep(): StatsReadings {
    return new Map([...this.#readings].filter(([, { turn }]) => turn > 0));
  }

  async #restore(): Promise<void> {
    const kept = await readStats(this.#connection);
    const newer = [...this.#readings];
    this.#readings.clear();
    for (const [key, reading] of kept) this.#readings.set(key, { ...reading, turn: 0 });
    for (const [key, reading] of newer) {
      this.#readings.delete(key);
      this.#readings.set(key, reading);
    }
  }
}

const caches = new WeakMap<ActiveConnection, StatsCache>();

/**
 * The stats cache of a connection. Each connection has its own, so that no reading is shown under
 * another account. It is created at the first call, so activation need not load this file.
 */
export function statsOf(connection: ActiveConnection): StatsCache {
  const cache = caches.get(connection) ?? new StatsCache(connection);
  caches.set(connection, cache);
  return cache;
}
