import type * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread } from '../../core/lists/remainingPages.ts';
import type { Project } from '../../core/model/model.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import type {
  PortfolioPhase,
  PortfolioRow,
  PortfolioState,
  Trend,
} from '../../protocol/portfolio.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';
import { LastWeek } from './lastWeek.ts';
import { PortfolioRows } from './portfolioRows.ts';
import { stateOf } from './portfolioState.ts';
import { PortfolioSweep } from './portfolioSweep.ts';
import { rowPace, trendOf } from './rowHistory.ts';
import { WholeList } from './wholeList.ts';

/** Changes of the list within this time are followed together: a long list arrives in many pages. */
const FOLLOW_MS = 250;

export interface PortfolioParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
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
  readonly #sweep: PortfolioSweep;
  readonly #list: WholeList;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** Whether the list is refetched, because the user refreshes everything. */
  #isRefreshing = false;
  #cancelFollow: (() => void) | undefined;
  readonly #closed = new AbortController();

  /** @param earlier the portfolio of an earlier sign-in to the same account. */
  constructor(connection: ActiveConnection, parts: PortfolioParts, earlier?: Portfolio) {
    this.connection = connection;
    this.#parts = parts;
    const { session, projects } = parts;
    const onChange = () => {
      if (this.phase !== 'done') this.week.isDue = true;
      parts.onChange();
    };
    const onKeys = (keys: readonly string[]) => {
      for (const key of keys) this.rows.noteChanged(key);
      onChange();
    };
    this.#reader = readerOf(connection);
    const isDone = () => this.phase === 'done';
    this.week = new LastWeek(connection, isDone, this.#closed.signal, parts.onChange);
    this.rows = new PortfolioRows(connection.address.host, earlier?.rows);
    this.#list = new WholeList(projects, () => {
      this.#listChanged();
    });
    const onRow = (key: string) => {
      onKeys([key]);
    };
    this.#sweep = new PortfolioSweep(this.rows, this.#reader, session.clock, { onRow, onChange });
    this.#subscriptions = [
      session.onDidChangeStatus(onChange),
      {
        dispose: projects.onChange(() => {
          this.#followSoon();
        }),
      },
      // This includes readings of other surfaces and windows.
      this.#reader.onDidChange(({ key: ref, last }) => {
        const key = `project/${ref}`;
        this.#sweep.failures.delete(key);
        this.rows.learn(key, last);
        onChange();
      }),
      this.#reader.onDidChangeWait(onChange),
      watchedOf(connection).onDidChange(onKeys),
      concernedOf(connection).onDidChange(onKeys),
    ];
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

  /** Whether an outage has stopped the reading. */
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

  /**
   * Stops reading pages, or starts no further request for stats; those under way are aborted only if
   * the service asks to wait.
   */
  pause(): void {
    if (this.#list.phase === 'reading') this.#list.stop('paused');
    else this.#sweep.pause(this.#reader.waitUntil !== undefined);
  }

  /** Continues after `pause`, `cancel` or a problem. If all was read, refetches old counts. */
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

  /** Stops reading and aborts its requests. `resume` continues. */
  cancel(): void {
    if (['reading', 'paused'].includes(this.#list.phase)) this.#list.stop('stopped');
    this.#sweep.cancel();
  }

  /** Refetches the list and all counts. */
  refresh(): void {
    this.#isRefreshing = true;
    this.#sweep.refreshedAt = this.#parts.session.clock.now();
    this.#sweep.cancel();
    void this.#list.read(true);
  }

  /** Refetches the counts of these projects. */
  retry(keys: readonly string[]): void {
    this.#sweep.retry(keys.filter((key) => this.rows.refOf(key) !== undefined));
  }

  /** Call it when the tab is closed or the connection changes. Aborted requests are not failures. */
  dispose(): void {
    this.#closed.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#cancelFollow?.();
    this.#list.end();
    this.#sweep.dispose();
  }

  async #start(): Promise<void> {
    this.rows.recall(await this.#reader.newest());
    // The tab was closed, so nobody could cancel what starts below.
    if (this.#closed.signal.aborted) return;
    this.#follow();
    if (this.#list.phase === 'reading') await this.#list.read(false);
  }

  /** Called when the phase of `WholeList` has changed. Once the list was read, reads the stats. */
  #listChanged(): void {
    if (this.#list.phase === 'read') this.#sweepOld();
    // Takes the rows over at once: the words for a stopped list count them.
    else this.#follow();
  }

  #sweepOld(): void {
    this.#takeRows();
    this.#isRefreshing = false;
    this.#sweep.startOld();
  }

  #followSoon(): void {
    this.#cancelFollow ??= this.#parts.session.clock.after(FOLLOW_MS, () => {
      this.#follow();
    });
  }

  /** Takes over the rows. Once the list was read, reads the stats of new rows too. */
  #follow(): void {
    const fresh = this.#takeRows();
    if (this.#list.phase === 'read') this.#sweep.addOld(fresh);
    this.#parts.onChange();
  }

  /** Takes over the rows of the list now. Returns the keys that are new. */
  #takeRows(): readonly string[] {
    this.#cancelFollow?.();
    this.#cancelFollow = undefined;
    return this.rows.follow(this.#parts.projects.state.rows);
  }
}
