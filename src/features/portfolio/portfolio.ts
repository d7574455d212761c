import type * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { statsOf } from '../../connection/statsCache.ts';
import { historyOf } from '../../connection/statsHistory.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread } from '../../core/lists/remainingPages.ts';
import type { Project } from '../../core/model/model.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import { Sweep } from '../../core/portfolio/sweep.ts';
import type { PortfolioPhase, PortfolioRow, PortfolioState } from '../../protocol/portfolio.ts';
import { type KeptReading, keptReadingOf } from './keptReading.ts';
import { PortfolioRows } from './portfolioRows.ts';
import { type PortfolioReading, stateOf } from './portfolioState.ts';
import { WholeList } from './wholeList.ts';

/** Changes of the list within this time are followed together: a long list arrives in many pages. */
const FOLLOW_MS = 250;

/** What a portfolio is made of. */
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
  readonly #parts: PortfolioParts;
  readonly #kept: KeptReading;
  readonly #sweep: Sweep;
  readonly #list: WholeList;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** After the `list`, all `stats` are read, also those that are young. */
  #refresh: PortfolioReading['refresh'];
  #following: (() => void) | undefined;
  #isDisposed = false;

  /** @param earlier see `keptReadingOf`. */
  constructor(connection: ActiveConnection, parts: PortfolioParts, earlier?: ActiveConnection) {
    this.connection = connection;
    this.#parts = parts;
    const { session, projects, clock, onChange } = parts;
    this.#kept = keptReadingOf(connection, earlier);
    this.rows = new PortfolioRows(connection.address.host, this.#kept.counts);
    this.#list = new WholeList(projects, () => {
      this.#listChanged();
    });
    this.#sweep = new Sweep({
      ...{ clock, onChange, waitUntil: this.#kept.waitUntil },
      onRow: (key) => {
        this.rows.touch(key);
        onChange();
      },
      read: (key, signal) => this.#read(key, signal),
    });
    const cache = statsOf(connection);
    this.#subscriptions = [
      session.onDidChangeStatus(onChange),
      {
        dispose: projects.onChange(() => {
          this.#followSoon();
        }),
      },
      // Also what panels and watching have asked for.
      cache.onDidChange((ref) => {
        const reading = cache.last(ref);
        if (!reading) return;
        const key = `project/${ref.kind}/${ref.id}`;
        this.#sweep.failures.delete(key);
        this.rows.learn(key, reading);
        onChange();
      }),
      watchedOf(connection).onDidChange((keys) => {
        for (const key of keys) this.rows.touch(key);
        onChange();
      }),
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
    const { account } = this.connection;
    const [list, sweep, refresh] = [this.#list, this.#sweep, this.#refresh];
    return stateOf(
      { account, phase: this.phase, rows: this.rows, list, sweep, refresh },
      this.#parts,
    );
  }

  /** Whether an outage has stopped it. */
  get failed(): boolean {
    const { problem } = this.#sweep;
    const { failure } = this.#parts.projects.state;
    const cause = this.#list.phase === 'failed' ? failure?.failure : problem;
    return this.phase === 'stopped' && cause !== undefined && isOutage(cause);
  }

  row(key: string): PortfolioRow | undefined {
    const failure = this.#sweep.failures.get(key);
    const watched = watchedOf(this.connection).has(key);
    return this.rows.row(key, { failure, loading: this.#sweep.isAsked(key), watched });
  }

  /** Stops reading; what is under way is awaited, but for pages of the list. */
  pause(): void {
    if (this.#list.phase === 'reading') this.#list.stop('paused');
    else this.#sweep.pause();
  }

  /** Goes on after `pause`, `cancel` or a problem; reads what is old if it was done. */
  resume(): void {
    const { phase } = this.#list;
    if (phase === 'reading') return;
    if (phase !== 'read' || isUnread(this.#parts.projects.state)) void this.#list.read(false);
    else if (this.#sweep.phase === 'done') this.#sweepOld();
    else this.#sweep.resume();
  }

  cancel(): void {
    if (['reading', 'paused'].includes(this.#list.phase)) this.#list.stop('stopped');
    this.#sweep.cancel();
  }

  /** Reads the list and all counts anew. */
  refresh(): void {
    this.#refresh = 'list';
    this.#sweep.cancel();
    void this.#list.read(true);
  }

  /** Reads the counts of these projects anew. */
  retry(keys: readonly string[]): void {
    this.#sweep.retry(keys.filter((key) => this.rows.refOf(key) !== undefined));
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#kept.waitUntil = this.#sweep.waitUntil;
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
    const { connection } = this;
    const histories = await historyOf(connection).all();
    await statsOf(connection).restored;
    // Nobody could cancel what is read for a tab that is closed.
    if (this.#isDisposed || connection.ended.aborted) return;
    this.rows.recall(histories);
    this.#follow();
    if (this.#list.phase === 'reading') await this.#list.read(false);
  }

  /** Follows how the list is read; once it is, the stats are. */
  #listChanged(): void {
    if (this.#list.phase === 'read') this.#sweepOld();
    // What is said of a list that was stopped counts the rows that it has.
    else this.#follow();
  }

  /** Reads the stats of projects whose counts are old or could not be read. */
  #sweepOld(): void {
    const { clock } = this.#parts;
    this.#takeRows();
    const keys = [...this.rows.projects.keys()];
    this.#refresh = this.#refresh === 'list' ? 'stats' : undefined;
    const old = new Set(this.rows.toRead(keys, clock.now(), this.#refresh === 'stats'));
    const { failures } = this.#sweep;
    this.#sweep.start(keys.filter((key) => old.has(key) || failures.has(key)));
  }

  async #read(key: string, signal: AbortSignal): Promise<void> {
    const ref = this.rows.refOf(key);
    // The row may be gone since.
    if (ref) this.rows.learn(key, await statsOf(this.connection).getInPassing(ref, signal));
  }

  #followSoon(): void {
    this.#following ??= this.#parts.clock.after(FOLLOW_MS, () => {
      this.#follow();
    });
  }

  /** Takes over the rows of the list. Once it was read, the stats of new ones are read too. */
  #follow(): void {
    const fresh = this.#takeRows();
    const { clock, onChange } = this.#parts;
    if (this.#list.phase === 'read') {
      this.#sweep.add(this.rows.toRead(fresh, clock.now(), false));
    }
    onChange();
  }

  /** Returns the keys that are new. */
  #takeRows(): readonly string[] {
    this.#following?.();
    this.#following = undefined;
    const cache = statsOf(this.connection);
    const fresh = this.rows.follow(this.#parts.projects.state.rows);
    for (const key of fresh) {
      const ref = this.rows.refOf(key);
      const reading = ref && cache.last(ref);
      if (reading) this.rows.learnHeld(key, reading);
    }
    return fresh;
  }
}
