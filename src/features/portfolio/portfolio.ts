import type * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { problemOf } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { statsOf } from '../../connection/statsCache.ts';
import { historyOf } from '../../connection/statsHistory.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread, RemainingPages } from '../../core/lists/remainingPages.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { coverageWords } from '../../core/messages/portfolioMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import type { ProjectCounts } from '../../core/portfolio/projectCounts.ts';
import { Sweep } from '../../core/portfolio/sweep.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import type { PortfolioPhase, PortfolioRow, PortfolioState } from '../../protocol/portfolio.ts';
import { PortfolioRows } from './portfolioRows.ts';

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
  readonly #pages: RemainingPages;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** How the reading of the list stands; `failed` as the state of the list says. */
  #list: 'reading' | 'paused' | 'stopped' | 'failed' | 'read' = 'reading';
  /** Identifies the newest reading of the list. */
  #run: symbol | undefined;
  /** Whether all counts are to be read after the list, also those that are young. */
  #anew = false;
  #following: (() => void) | undefined;

  constructor(connection: ActiveConnection, parts: PortfolioParts) {
    this.connection = connection;
    this.#parts = parts;
    const { projects, clock, onChange } = parts;
    const known = counts.get(connection) ?? new Map<string, ProjectCounts>();
    counts.set(connection, known);
    this.rows = new PortfolioRows(connection.address.host, known);
    this.#pages = new RemainingPages([projects]);
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
    if (this.#list === 'reading') return 'list';
    if (this.#list === 'failed') return 'stopped';
    if (this.#list !== 'read') return this.#list;
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
      progress: this.#list === 'read' ? this.#sweep.progress : share,
      problem: this.#problem(),
    };
  }

  /** Whether an outage has stopped it. */
  get failed(): boolean {
    const { problem } = this.#sweep;
    const { failure } = this.#parts.projects.state;
    const cause = this.#list === 'failed' ? failure?.failure : problem;
    return this.phase === 'stopped' && cause !== undefined && isOutage(cause);
  }

  row(key: string): PortfolioRow | undefined {
    const failure = this.#sweep.failures.get(key);
    return this.rows.row(key, { failure, loading: this.#sweep.isAsked(key) });
  }

  /** Stops reading; what is under way is awaited, but for pages of the list. */
  pause(): void {
    if (this.#list === 'reading') this.#stopList('paused');
    else this.#sweep.pause();
  }

  /** Goes on after `pause`, `cancel` or a problem; reads what is old if it was done. */
  resume(): void {
    if (this.#list === 'reading') return;
    if (this.#list !== 'read' || this.#sweep.phase === 'done') void this.#readList();
    else this.#sweep.resume();
  }

  cancel(): void {
    if (this.#list === 'reading' || this.#list === 'paused') this.#stopList('stopped');
    this.#sweep.cancel();
  }

  /** Reads the list and all counts anew. */
  refresh(): void {
    this.#anew = true;
    this.#sweep.cancel();
    void this.#readList(true);
  }

  /** Reads the counts of these projects anew. */
  retry(keys: readonly string[]): void {
    this.#sweep.retry(keys.filter((key) => this.rows.refOf(key) !== undefined));
  }

  dispose(): void {
    this.connection.ended.removeEventListener('abort', this.#dispose);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#following?.();
    this.#endList();
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
    if (this.#list === 'reading') await this.#readList();
  }

  /** Reads what is left of the list, or all of it, and then the stats. */
  async #readList(anew = false): Promise<void> {
    const { projects, clock, onChange } = this.#parts;
    const run = Symbol();
    this.#run = run;
    this.#list = 'reading';
    onChange();
    if (anew) await projects.refresh();
    if (this.#run === run) await this.#pages.read();
    // A person may have started other work of the list.
    while (this.#run === run && projects.state.work) await projects.idle();
    if (this.#run !== run) return;
    this.#run = undefined;
    const { failure } = projects.state;
    const isFailed = failure !== undefined && (anew || isUnread(projects.state));
    if (isFailed || isUnread(projects.state)) {
      this.#list = isFailed ? 'failed' : 'stopped';
      this.#follow();
      return;
    }
    this.#follow();
    this.#list = 'read';
    const old = new Set(this.rows.toRead(this.rows.projects.keys(), clock.now(), this.#anew));
    this.#anew = false;
    const { failures } = this.#sweep;
    const all = [...this.rows.projects.keys()];
    this.#sweep.start(all.filter((key) => old.has(key) || failures.has(key)));
  }

  #stopList(end: 'paused' | 'stopped'): void {
    this.#endList();
    this.#list = end;
    this.#parts.onChange();
  }

  /** Ends what was started here; a Load All of a person goes on. */
  #endList(): void {
    if (this.#run === undefined) return;
    this.#run = undefined;
    if (this.#parts.projects.state.work === 'refresh') this.#parts.projects.cancel();
    this.#pages.stop();
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

  /** Takes over the rows of the list. The stats of new ones are read too. */
  #follow(): void {
    this.#following?.();
    this.#following = undefined;
    const { projects, clock, onChange } = this.#parts;
    const cache = statsOf(this.connection);
    const fresh = this.rows.follow(projects.state.rows);
    for (const key of fresh) {
      const ref = this.rows.refOf(key);
      const reading = ref && cache.last(ref);
      if (reading) this.rows.learn(key, reading);
    }
    if (this.#list === 'read') this.#sweep.add(this.rows.toRead(fresh, clock.now(), false));
    onChange();
  }

  #problem(): PortfolioState['problem'] {
    const { session, projects } = this.#parts;
    if (this.#list === 'failed') {
      const problem = problemOf(session, projects.state);
      return problem && { message: problem.whole, action: problem.action, code: problem.code };
    }
    const { problem } = this.#sweep;
    if (this.phase !== 'stopped' || !problem) return undefined;
    const { reason, hint, action, code } = describeFailure(problem, this.connection.address.host);
    return { message: `${reason} ${hint}`, action, code };
  }
}
