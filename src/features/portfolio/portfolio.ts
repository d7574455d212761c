import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { isDown } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { formatNumber } from '../../core/base/format.ts';
import { Later } from '../../core/base/later.ts';
import { isUnread } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import {
  type Failure,
  isOutage,
  isServiceError,
  ServiceError,
} from '../../core/model/serviceError.ts';
import { isMinting } from '../../core/stats/pace.ts';
import { endOf } from '../../core/stats/share.ts';
import { formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { Slice } from '../../editor/slices.ts';
import { serviceProblem } from '../../rows/panelProblems.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';
import type { PortfolioPhase, PortfolioState } from './messages.ts';

/** Changes of the list within this time are followed together: a long list arrives in many pages. */
const FOLLOW_MS = 250;
/**
 * Counts younger than this are not requested again. To read a thousand projects takes minutes, so
 * the ages of their counts differ by as much anyway.
 */
const YOUNG_MS = 5 * MINUTE_MS;
/** As `YOUNG_MS` in a refresh, for what is minted or has ended: it rarely changes. */
const YOUNG_OVER_MS = 10 * MINUTE_MS;
/** How often projects that move are read while the portfolio is in front. */
const MOVING_MS = MINUTE_MS;

export interface PortfolioParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  /** Whether the user sees the portfolio. Call `followMoving` when it has changed. */
  readonly isSeen: () => boolean;
  /** Called when the state or rows have changed. */
  readonly onChange: () => void;
}

/**
 * The projects of one connection: reads all pages of the list, then demands the counts that are
 * missing or old. The counts themselves are those of the `StatsReader`.
 */
export class Portfolio implements vscode.Disposable {
  readonly connection: ActiveConnection;
  /** The keys of the rows that the page does not have as they are. */
  readonly due = new Set<string>();
  /** The keys of the rows whose counts move, by what was sent. */
  readonly moving = new Set<string>();
  readonly #parts: PortfolioParts;
  readonly #reader: StatsReader;
  readonly #following: Later;
  /** Reads the projects that move, at most once in `MOVING_MS`. */
  readonly #movingDue: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The rows of `projects`. */
  #rows: readonly Project[] = [];
  #projects = new Map<string, Project>();
  #phase: PortfolioPhase = 'list';
  /** What has stopped the reading, and when, in milliseconds since 1970. */
  #problem: { readonly failure: Failure; readonly at: number } | undefined;
  /** How many of the counts that were due are read, or could not be read. */
  #count = { done: 0, of: 0 };
  /** When the user refreshed, until all was read: pages and counts from before are old. */
  #refreshedAt = -Infinity;
  /** Ends the reading under way. */
  #end = new AbortController();
  /** Ends the reading of the projects that move; `undefined` while there is none. */
  #movingEnd: AbortController | undefined;
  readonly #closed = new AbortController();

  constructor(connection: ActiveConnection, parts: PortfolioParts) {
    this.connection = connection;
    this.#parts = parts;
    const { session, projects, onChange } = parts;
    this.#reader = readerOf(connection);
    this.#following = new Later(session.clock, () => {
      this.#follow();
    });
    this.#movingDue = new Later(session.clock, () => void this.#readMoving(), MOVING_MS);
    const onKeys = (keys: readonly string[]) => {
      this.resend(keys);
    };
    this.#subscriptions = [
      session.onDidChangeStatus(() => {
        this.followMoving();
        onChange();
      }),
      {
        dispose: projects.onChange(() => {
          this.#following.soon(FOLLOW_MS);
        }),
      },
      // These include what other surfaces and windows have read.
      this.#reader.onDidChange(({ key }) => {
        onKeys([`project/${key}`]);
      }),
      this.#reader.onDidFail((ref) => {
        onKeys([`project/${formatRef(ref)}`]);
      }),
      watchedOf(connection).onDidChange(onKeys),
      concernedOf(connection).onDidChange(onKeys),
    ];
    void this.#start();
  }

  /** By row key, in the order of the list. */
  get projects(): ReadonlyMap<string, Project> {
    return this.#projects;
  }

  get isReading(): boolean {
    return this.#phase === 'list' || this.#phase === 'stats';
  }

  /** Whether an outage has stopped the reading. */
  get failed(): boolean {
    return this.#problem !== undefined && isOutage(this.#problem.failure);
  }

  get state(): PortfolioState {
    const { session, projects } = this.#parts;
    const { account } = this.connection;
    return {
      service: account,
      sample: account === SAMPLE,
      phase: this.#phase,
      listed: this.projects.size,
      total: projects.state.total,
      waitUntil: this.isReading ? session.waitUntil : undefined,
      work: this.#work,
      problem: serviceProblem(session, this.failed ? session.outage : undefined) ?? this.#stopWords,
    };
  }

  /** Reads what is missing or old, also after `stop` or a problem. Goes on if it is reading. */
  continue(): void {
    if (this.isReading) return;
    const { session, projects } = this.#parts;
    const wasDone = this.#phase === 'done';
    this.#begin();
    // There may be nothing old, and the user wants to know whether the service answers again.
    if (wasDone && (session.refused || session.outage)) void projects.refresh();
  }

  /**
   * Reads the list again, then all counts that can still change, whatever their age. What is over is
   * read only if its counts are missing or older than `YOUNG_OVER_MS`.
   */
  refresh(): void {
    this.#refreshedAt = this.#now;
    this.#begin();
  }

  /** Ends the reading. What was read stays. */
  stop(): void {
    if (this.isReading) this.#stopFor(undefined);
  }

  /**
   * Reads the counts of these projects at once, because the user waits for them. Resolves with the
   * reason, in words, if the service asks to wait. Another failure of the service stops the reading.
   */
  async retry(keys: readonly string[]): Promise<string | undefined> {
    const { signal } = this.#closed;
    try {
      await this.#reader.readAll(this.#refsOf(keys), { urgency: 'user', maxAgeMs: 0, signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = this.#failureOf(error);
      if (failure.kind === 'rateLimited') {
        return waitWords(formatTime(this.#now + (failure.retryAfterMs ?? 0)));
      }
      this.#stopFor(failure);
    } finally {
      // The page shows them as being read until it gets them.
      this.resend(keys);
    }
    return undefined;
  }

  /** Sends these rows to the page again. */
  resend(keys: readonly string[]): void {
    for (const key of keys) if (this.#projects.has(key)) this.due.add(key);
    this.#parts.onChange();
  }

  /** Sends all rows to the page again, in the order of the list. */
  resendAll(): void {
    this.due.clear();
    this.resend([...this.#projects.keys()]);
  }

  /**
   * Reads the projects that move once a minute while the portfolio is read and in front. Call it when
   * `isSeen` has changed or rows were sent.
   */
  followMoving(): void {
    const { session, isSeen } = this.#parts;
    if (this.#phase !== 'done' || isDown(session) || !isSeen()) {
      this.#movingEnd?.abort();
      this.#movingDue.cancel();
    } else if (this.moving.size > 0) this.#movingDue.soon(0);
  }

  /** `undefined` for a row that is gone, or that has no id or kind. */
  refOf(key: string): ProjectRef | undefined {
    const project = this.projects.get(key);
    return project && projectRef(project);
  }

  /**
   * Notes whether a row is read each minute. If only its status says that it has failed, its counts may
   * move all the same.
   */
  noteMoving(key: string, minting: boolean | undefined): void {
    const ref = this.refOf(key);
    const known = ref && this.#reader.last(ref);
    const hasMoved = known?.restMs !== undefined;
    if (minting || isMinting({ known, status: undefined }, hasMoved, stallLimitMs())) {
      this.moving.add(key);
    } else this.moving.delete(key);
  }

  *#refsOf(keys: readonly string[]): Generator<ProjectRef> {
    for (const key of keys) {
      const ref = this.refOf(key);
      if (ref) yield ref;
    }
  }

  /** Call it when the tab is closed or the connection changes. Aborted requests are not failures. */
  dispose(): void {
    this.#closed.abort();
    this.#end.abort();
    this.#movingEnd?.abort();
    this.#movingDue.cancel();
    this.#following.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #start(): Promise<void> {
    // From then on, `StatsReader.last` needs no database.
    await this.#reader.newest();
    if (this.#closed.signal.aborted) return;
    this.#follow();
    if (this.#phase === 'list') this.#begin();
  }

  /** @param keys of the rows of which the counts are read; of all if left out. */
  #begin(keys?: readonly string[]): void {
    this.#end.abort();
    this.#end = new AbortController();
    this.#problem = undefined;
    void this.#read(keys, this.#end.signal);
  }

  async #read(keys: readonly string[] | undefined, signal: AbortSignal): Promise<void> {
    try {
      const isListOld = this.#isListOld;
      if (isListOld) await this.#readList(signal);
      const all = [...this.projects.keys()];
      await this.#readCounts(isListOld ? all : (keys ?? all), signal);
    } catch (error) {
      if (!signal.aborted) this.#stopFor(this.#failureOf(error));
    }
  }

  get #isListOld(): boolean {
    return isUnread(this.#parts.projects.state) || this.#isListBeforeRefresh;
  }

  get #isListBeforeRefresh(): boolean {
    return (this.#parts.projects.state.asOf ?? -Infinity) < this.#refreshedAt;
  }

  /** Rejects with a `ServiceError`: with `aborted` if the user has stopped it in the view. */
  async #readList(signal: AbortSignal): Promise<void> {
    const { projects } = this.#parts;
    this.#enter('list');
    if (this.#isListBeforeRefresh) {
      // Ends only the refresh that was started here, not one of the user.
      const cancel = () => {
        projects.cancel();
      };
      signal.addEventListener('abort', cancel);
      await projects.refresh();
      signal.removeEventListener('abort', cancel);
    }
    if (!signal.aborted) await projects.loadAll(signal);
    // The user may have started other work of the list, which replaced the Load All.
    while (!signal.aborted && projects.state.work) await projects.idle();
    signal.throwIfAborted();
    this.#takeRows();
    const failure = projects.state.failure?.failure ?? { kind: 'aborted' };
    // A service may give no further rows, whatever its totals say: those that came are all.
    const isAtEnd = failure.kind === 'noPage' && !this.#isListBeforeRefresh;
    if (this.#isListOld && !isAtEnd) throw new ServiceError(failure);
  }

  /**
   * Reads the counts that are missing or old: first those that could not be read at the last try, then
   * those that can still change, then those that are over. Rejects with a `ServiceError` that concerns
   * all projects.
   */
  async #readCounts(keys: readonly string[], signal: AbortSignal): Promise<void> {
    this.#enter('stats');
    const now = this.#now;
    const isRefresh = this.#refreshedAt > -Infinity;
    const failed = { refs: [] as ProjectRef[], maxAgeMs: 0 };
    const changing = {
      refs: [] as ProjectRef[],
      // The clock may have been set back since.
      maxAgeMs: isRefresh ? Math.max(0, now - this.#refreshedAt) : YOUNG_MS,
    };
    const over = { refs: [] as ProjectRef[], maxAgeMs: isRefresh ? YOUNG_OVER_MS : YOUNG_MS };
    const slice = new Slice();
    for (const key of keys) {
      if (slice.isOver) {
        await slice.next();
        signal.throwIfAborted();
      }
      const ref = this.refOf(key);
      if (!ref) continue;
      const last = this.#reader.last(ref);
      const isOver = last !== undefined && endOf(last, false) !== undefined;
      const hasFailed = this.#reader.failures.has(formatRef(ref));
      const due = hasFailed ? failed : isOver ? over : changing;
      if (!last || now - last.at >= due.maxAgeMs) due.refs.push(ref);
    }
    const all = [failed, changing, over];
    const count = { done: 0, of: all.reduce((sum, { refs }) => sum + refs.length, 0) };
    this.#count = count;
    const onEach = () => {
      count.done++;
    };
    for (const { refs, maxAgeMs } of all) {
      await this.#reader.readAll(refs, { signal, maxAgeMs, onEach });
    }
    this.#refreshedAt = -Infinity;
    this.#enter('done');
  }

  /** @param failure of the service; `undefined` or `aborted` if the user has stopped the reading. */
  #stopFor(failure: Failure | undefined): void {
    this.#end.abort();
    const isProblem = failure !== undefined && failure.kind !== 'aborted';
    this.#problem = isProblem ? { failure, at: this.#now } : undefined;
    this.#takeRows();
    this.#enter('stopped');
  }

  #enter(phase: PortfolioPhase): void {
    this.#phase = phase;
    this.followMoving();
    this.#parts.onChange();
  }

  /** Takes over the rows of the list. Once the list was read, reads the counts of new rows too. */
  #follow(): void {
    const fresh = this.#takeRows();
    if (fresh.length > 0 && this.#phase === 'stats') this.#begin();
    if (fresh.length > 0 && this.#phase === 'done') this.#begin(fresh);
    this.#parts.onChange();
  }

  /** Takes over the rows of the list now. Returns the keys that are new. */
  #takeRows(): readonly string[] {
    this.#following.cancel();
    const before = this.#rows;
    const { rows } = this.#parts.projects.state;
    // The array of a list grows.
    this.#rows = [...rows];
    const same = before.findIndex((project, at) => project !== rows[at]);
    const from = same < 0 ? before.length : same;
    const known = this.#projects;
    if (from < before.length) {
      this.#projects = new Map(rows.map((project) => [project.key, project]));
      // The page adds new rows at its end, so it starts over if others are gone or have moved.
      if (before.some(({ key }, at) => rows[at]?.key !== key)) {
        this.moving.clear();
        this.resendAll();
      }
    }
    const fresh: string[] = [];
    for (const project of rows.slice(from)) {
      const { key } = project;
      if (!known.has(key)) fresh.push(key);
      if (known.get(key) !== project) this.due.add(key);
      this.#projects.set(key, project);
    }
    return fresh;
  }

  /**
   * Reads the counts of the projects that move, by one demand. `Polling` would look at each of them
   * after each reading, and there may be 20,000.
   */
  async #readMoving(): Promise<void> {
    if (this.#movingEnd) return;
    const end = new AbortController();
    this.#movingEnd = end;
    const moving = this.#refsOf([...this.moving]);
    try {
      // Those that were read in the second half of the last round are old by the next one.
      await this.#reader.readAll(moving, { signal: end.signal, maxAgeMs: MOVING_MS / 2 });
    } catch (error) {
      // What fails is tried again in the next round.
      if (!isServiceError(error)) throw error;
    } finally {
      this.#movingEnd = undefined;
    }
    if (!this.#closed.signal.aborted) this.followMoving();
  }

  get #now(): number {
    return this.#parts.session.clock.now();
  }

  #failureOf(error: unknown): Failure {
    if (isServiceError(error)) return error.failure;
    this.connection.warn(`The portfolio cannot be read: ${String(error)}`);
    return { kind: 'internal' };
  }

  /** Why the numbers do not change, or what changes them. */
  get #work(): string | undefined {
    const { done, of } = this.#count;
    return {
      list: this.#refreshedAt === -Infinity ? undefined : l10n.t('refreshing'),
      stats: l10n.t('reading {0} of {1}', formatNumber(done), formatNumber(of)),
      stopped: l10n.t('stopped'),
      done: undefined,
    }[this.#phase];
  }

  /** Why the reading has stopped, apart from an outage or a refused token. */
  get #stopWords(): PortfolioState['problem'] {
    if (!this.#problem) return undefined;
    const { failure, at } = this.#problem;
    const time = (ms: number) => formatTime(at + ms);
    const words = describeFailure(failure, this.connection.address.host, time);
    return { message: `${words.reason} ${words.hint}`, action: words.action, code: words.code };
  }
}
