import type * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread } from '../../core/lists/remainingPages.ts';
import { formatRef, type Project } from '../../core/model/model.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import { wasComplete, YOUNG_MS } from '../../core/portfolio/projectCounts.ts';
import { Sweep } from '../../core/portfolio/sweep.ts';
import { slices } from '../../editor/slices.ts';
import type {
  PortfolioPhase,
  PortfolioRow,
  PortfolioState,
  Trend,
} from '../../protocol/portfolio.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';
import { LastWeek } from './lastWeek.ts';
import { PortfolioRows } from './portfolioRows.ts';
import { rowPace } from './rowPace.ts';
import { stateOf } from './portfolioState.ts';
import { trendOf } from './rowTrends.ts';
import { WholeList } from './wholeList.ts';

/** Changes of the list within this time are followed together: a long list arrives in many pages. */
const FOLLOW_MS = 250;

export interface PortfolioParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  readonly clock: Clock;
  /** Called when the state or rows have changed. */
  readonly onChange: () => void;
}

/**
 * The projects of one connection with their counts: reads all pages of the list, then the stats of
 * each project whose counts are old.
 */
export class Portfolio implements vscode.Disposable {
  readonly connection: ActiveConnection;
  readonly rows: PortfolioRows;
  readonly week: LastWeek;
  readonly #parts: PortfolioParts;
  readonly #reader: StatsReader;
  readonly #sweep: Sweep;
  readonly #list: WholeList;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** Whether the list is refetched because the user asked for all. */
  #isRefreshing = false;
  /** When that began last: what was read before is old. */
  #refreshedAt = -Infinity;
  #following: (() => void) | undefined;
  readonly #closed = new AbortController();

  /** @param earlier the portfolio of an earlier sign-in to the same account. */
  constructor(connection: ActiveConnection, parts: PortfolioParts, earlier?: Portfolio) {
    this.connection = connection;
    this.#parts = parts;
    const { session, projects, clock } = parts;
    const onChange = () => {
      if (this.phase !== 'done') this.week.isDue = true;
      parts.onChange();
    };
    this.#reader = readerOf(connection);
    const ended = AbortSignal.any([connection.ended, this.#closed.signal]);
    const isDone = () => this.phase === 'done';
    this.week = new LastWeek(connection, isDone, ended, parts.onChange);
    this.rows = new PortfolioRows(connection.address.host, earlier?.rows);
    this.#list = new WholeList(projects, () => {
      this.#listChanged();
    });
    this.#sweep = new Sweep({
      ...{ now: clock.now, onChange },
      onRow: (key) => {
        this.rows.touch(key);
        onChange();
      },
      read: (key, isAsked, signal) => this.#read(key, isAsked, signal),
    });
    const onKeys = (keys: readonly string[]) => {
      for (const key of keys) this.rows.touch(key);
      onChange();
    };
    this.#subscriptions = [
      session.onDidChangeStatus(onChange),
      {
        dispose: projects.onChange(() => {
          this.#followSoon();
        }),
      },
      // Also what other surfaces and windows have read.
      this.#reader.onDidChange((ref) => {
        const last = this.#reader.last(ref);
        if (!last) return;
        const key = `project/${formatRef(ref)}`;
        this.#sweep.failures.delete(key);
        this.rows.learn(key, last);
        onChange();
      }),
      this.#reader.onDidChangeWait(onChange),
      watchedOf(connection).onDidChange(onKeys),
      concernedOf(connection).onDidChange(onKeys),
    ];
    // The client ends its requests too, and that is no failure.
    connection.ended.addEventListener('abort', this.#dispose, { once: true });
    void this.#start();
  }

  get phase(): PortfolioPhase {
    const { phase: list } = this.#list;
    if (list === 'reading') return 'list';
    if (list !== 'read') return list === 'failed' ? 'stopped' : list;
    const { phase } = this.#sweep;
    return phase === 'reading' ? 'stats' : phase;
  }

  get state(): PortfolioState {
    const { phase, connection, failed } = this;
    const reading = {
      ...{ account: connection.account, phase, failed, listed: this.rows.projects.size },
      ...{ list: this.#list, sweep: this.#sweep, isRefreshing: this.#isRefreshing },
      waitUntil: this.#reader.waitUntil,
    };
    const state = stateOf(reading, this.#parts);
    const listed = Math.max(state.listed, state.total ?? 0);
    const isListed = (key: string) => this.rows.projects.has(key);
    const isWhole = this.#list.phase === 'read';
    return { ...state, week: this.week.words(listed, isWhole ? isListed : undefined) };
  }

  trend(key: string): Trend | undefined {
    const ref = this.rows.refOf(key);
    return ref && { key, points: trendOf(this.connection, ref) };
  }

  /** Whether an outage has stopped it. */
  get failed(): boolean {
    const { problem } = this.#sweep;
    const { failure } = this.#parts.projects.state;
    const cause = this.#list.phase === 'failed' ? failure?.failure : problem;
    return this.phase === 'stopped' && cause !== undefined && isOutage(cause);
  }

  row(key: string): PortfolioRow | undefined {
    return this.rows.row(key, {
      failure: this.#sweep.failures.get(key),
      loading: this.#sweep.isAsked(key),
      watched: watchedOf(this.connection).has(key),
      acknowledged: concernedOf(this.connection).isAcknowledged(key),
      pace: rowPace(this.connection, this.rows.refOf(key), this.rows.last(key)),
    });
  }

  /** Stops reading; what is under way is awaited, but for pages of the list. */
  pause(): void {
    if (this.#list.phase === 'reading') this.#list.stop('paused');
    else this.#sweep.pause(this.#reader.waitUntil !== undefined);
  }

  /** Goes on after `pause`, `cancel` or a problem; reads what is old if it was done. */
  resume(): void {
    const { phase } = this.#list;
    if (phase === 'reading') return;
    if (phase !== 'read' || isUnread(this.#parts.projects.state)) void this.#list.read(false);
    else if (this.#sweep.phase !== 'done') this.#sweep.resume();
    else {
      const { session, projects } = this.#parts;
      this.#sweepOld();
      // There may be nothing old, and the user wants to know whether the service answers again.
      if (session.refused || session.outage) void projects.refresh();
    }
  }

  cancel(): void {
    if (['reading', 'paused'].includes(this.#list.phase)) this.#list.stop('stopped');
    this.#sweep.cancel();
  }

  /** Refetches the list and all counts. */
  refresh(): void {
    this.#isRefreshing = true;
    this.#refreshedAt = this.#parts.clock.now();
    this.#sweep.cancel();
    void this.#list.read(true);
  }

  /** Refetches the counts of these projects. */
  retry(keys: readonly string[]): void {
    this.#sweep.retry(keys.filter((key) => this.rows.refOf(key) !== undefined));
  }

  dispose(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.connection.ended.removeEventListener('abort', this.#dispose);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#following?.();
    this.#list.end();
    this.#sweep.dispose();
  }

  readonly #dispose = (): void => {
    this.dispose();
  };

  async #start(): Promise<void> {
    for (const some of this.#reader.readings.lastOfAll()) {
      this.rows.recall(some);
      await slices.pause();
      // The tab was closed, so nobody could cancel the reading.
      if (this.#closed.signal.aborted || this.connection.ended.aborted) return;
    }
    this.#follow();
    if (this.#list.phase === 'reading') await this.#list.read(false);
  }

  /** Follows how the list is read; once it is, the stats are. */
  #listChanged(): void {
    if (this.#list.phase === 'read') this.#sweepOld();
    // The words for a list that was stopped count its rows.
    else this.#follow();
  }

  /**
   * Reads the stats of projects whose counts are old or could not be read, and those first that can
   * have changed.
   */
  #sweepOld(): void {
    this.#takeRows();
    this.#isRefreshing = false;
    const parts = { changing: [] as string[], complete: [] as string[] };
    for (const key of this.rows.projects.keys()) {
      if (!this.#isToRead(key)) continue;
      parts[wasComplete(this.rows.last(key)) ? 'complete' : 'changing'].push(key);
    }
    this.#sweep.start(parts);
  }

  #isToRead(key: string): boolean {
    const now = this.#parts.clock.now();
    return this.#sweep.failures.has(key) || this.rows.isToRead(key, now, this.#maxAgeMs);
  }

  /** How old counts may be that are not read again. */
  get #maxAgeMs(): number {
    // It is negative if the clock was set back since.
    return Math.max(0, Math.min(YOUNG_MS, this.#parts.clock.now() - this.#refreshedAt));
  }

  /** What is read becomes known by `onDidChange`. */
  async #read(key: string, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const ref = this.rows.refOf(key);
    // The row may be gone since, or another surface have read it.
    if (!ref || !(isAsked || this.#isToRead(key))) return;
    const demand = isAsked
      ? ({ urgency: 'user', signal, maxAgeMs: 0 } as const)
      : ({ urgency: 'list', signal, maxAgeMs: this.#maxAgeMs } as const);
    await this.#reader.request(ref, demand);
  }

  #followSoon(): void {
    this.#following ??= this.#parts.clock.after(FOLLOW_MS, () => {
      this.#follow();
    });
  }

  /** Takes over the rows of the list. Once it was read, the stats of new ones are read too. */
  #follow(): void {
    const fresh = this.#takeRows();
    if (this.#list.phase === 'read') this.#sweep.add(fresh.filter((key) => this.#isToRead(key)));
    this.#parts.onChange();
  }

  /** Returns the keys that are new. */
  #takeRows(): readonly string[] {
    this.#following?.();
    this.#following = undefined;
    return this.rows.follow(this.#parts.projects.state.rows);
  }
}
