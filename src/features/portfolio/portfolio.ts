import type * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { problemOf } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { statsOf } from '../../connection/statsCache.ts';
import { historyOf } from '../../connection/statsHistory.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread } from '../../core/lists/remainingPages.ts';
import { coverageWords } from '../../core/messages/portfolioMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import type { ProjectCounts } from '../../core/portfolio/projectCounts.ts';
import { Sweep } from '../../core/portfolio/sweep.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import type { PortfolioPhase, PortfolioRow, PortfolioState } from '../../protocol/portfolio.ts';
import { PortfolioRows } from './portfolioRows.ts';
import { sweepProblem } from './sweepProblem.ts';
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

/** The counts of each connection, so that a portfolio that is opened again has them at once. */
const counts = new WeakMap<ActiveConnection, Map<string, ProjectCounts>>();

/**
 * The projects of one connection with their counts: reads all pages of the list, then the stats of
 * each project whose counts are old.
 */
export class Portfolio implements vscode.Disposable {
  readonly connection: ActiveConnection;
  readonly rows: PortfolioRows;
  readonly #parts: PortfolioParts;
  readonly #sweep: Sweep;
  readonly #list: WholeList;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** Whether all counts are to be read after the list, also those that are young. */
  #anew = false;
  #following: (() => void) | undefined;

  /** @param earlier a connection of the same account, whose counts are taken over. */
  constructor(connection: ActiveConnection, parts: PortfolioParts, earlier?: ActiveConnection) {
    this.connection = connection;
    this.#parts = parts;
    const { session, projects, clock, onChange } = parts;
    const known = counts.get(earlier ?? connection) ?? new Map<string, ProjectCounts>();
    counts.set(connection, known);
    this.rows = new PortfolioRows(connection.address.host, known);
    this.#list = new WholeList(projects, () => {
      this.#listChanged();
    });
    this.#sweep = new Sweep({
      clock,
      onChange,
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
    const { clock, projects } = this.#parts;
    const { total } = projects.state;
    const listed = this.rows.projects.size;
    const { withStats, oldest } = this.rows.covered;
    const failed = [...this.#sweep.failures.keys()].filter((key) => this.rows.projects.has(key));
    const isReading = this.phase === 'stats' || this.phase === 'list';
    const waitUntil = isReading ? this.#sweep.waitUntil : undefined;
    const covers = { listed, total, withStats, failed: failed.length, oldest, waitUntil };
    const share = total ? Math.min(1, projects.state.rows.length / total) : undefined;
    return {
      ...{ service: account, sample: account === SAMPLE, phase: this.phase, listed, withStats },
      coverage: coverageWords(covers, clock.now(), formatNumber, formatTime),
      progress: this.#list.phase === 'read' ? this.#sweep.progress : share,
      problem: this.#problem(),
    };
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
    return this.rows.row(key, { failure, loading: this.#sweep.isAsked(key) });
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
    this.#anew = true;
    this.#sweep.cancel();
    void this.#list.read(true);
  }

  /** Reads the counts of these projects anew. */
  retry(keys: readonly string[]): void {
    this.#sweep.retry(keys.filter((key) => this.rows.refOf(key) !== undefined));
  }

  dispose(): void {
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
    this.rows.recall(histories);
    this.#follow();
    if (this.#list.phase === 'reading') await this.#list.read(false);
  }

  /** Follows how the list is read; once it is, the stats are. */
  #listChanged(): void {
    if (this.#list.phase === 'read') this.#sweepOld();
    else this.#parts.onChange();
  }

  /** Reads the stats of projects whose counts are old or could not be read. */
  #sweepOld(): void {
    const { clock } = this.#parts;
    this.#takeRows();
    const keys = [...this.rows.projects.keys()];
    const old = new Set(this.rows.toRead(keys, clock.now(), this.#anew));
    this.#anew = false;
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
      if (reading) this.rows.learn(key, reading);
    }
    return fresh;
  }

  #problem(): PortfolioState['problem'] {
    const { session, projects, clock } = this.#parts;
    if (this.#list.phase === 'failed') {
      const problem = problemOf(session, projects.state);
      return problem && { message: problem.whole, action: problem.action, code: problem.code };
    }
    const { problem } = this.#sweep;
    if (this.phase !== 'stopped' || !problem) return undefined;
    return sweepProblem(problem, session, clock.now());
  }
}
