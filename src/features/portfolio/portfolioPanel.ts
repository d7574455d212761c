import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import { isDown } from '../../connection/serviceStatus.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import { Later } from '../../core/base/later.ts';
import { isUnread } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { noLongerWatchedWords } from '../../core/messages/watchMessages.ts';
import { type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { type Failure, isServiceError, ServiceError } from '../../core/model/serviceError.ts';
import { isMinting } from '../../core/stats/pace.ts';
import { endOf, given, leftOf } from '../../core/stats/share.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { Slice, slices } from '../../editor/slices.ts';
import { rowName } from '../../lists/index.ts';
import {
  type Act,
  RowPanel,
  type RowPanels,
  type RowTab,
  type ShownRow,
} from '../../rows/rowPanel.ts';
import { acknowledgedOf, watchedOf } from '../../stats/rowFacts.ts';
import { Polling } from '../../stats/polling.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';
import { tableText } from './columns.ts';
import type { ProjectRow } from '../../core/messages/projectColumns.ts';
import type { RowState } from '../../core/panel/panel.ts';
import {
  type FromPortfolio,
  isFromPortfolio,
  type PortfolioPhase,
  type PortfolioState,
  type SentRows,
} from './messages.ts';
import { runCommand } from '../../editor/commandRegistry.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { projectRow } from '../../stats/projectRow.ts';

/** Changes of the list within this time are followed together: a long list arrives in many pages. */
const FOLLOW_MS = 250;
/** The least time between two batches of rows: the page sorts and paints after each. */
const BETWEEN_MS = 250;
/** The most rows of a message: to send them takes a few milliseconds. */
const ROWS_AT_A_TIME = 250;
/**
 * Counts younger than this are not requested again. To read a thousand projects takes minutes, so
 * the ages of their counts differ by as much anyway.
 */
const YOUNG_MS = 5 * MINUTE_MS;
/** As `YOUNG_MS` for what is minted or has ended, which rarely changes: read again by a refresh only. */
const YOUNG_OVER_MS = 10 * MINUTE_MS;
/** How often projects that move are read while the portfolio is in front. */
const MOVING_MS = MINUTE_MS;

interface ShownPortfolio extends ShownRow {
  phase: PortfolioPhase;
  /** The connection that the reading under way, or the last one, is of. */
  connection?: ActiveConnection | undefined;
  /** The rows of the list, and the same by key. */
  rows: readonly Project[];
  projects: Map<string, Project>;
  /** The keys of the rows that the page does not have as they are. */
  readonly due: Set<string>;
  /** What moves, by what was sent: what was read last comes last. */
  readonly moving: Set<ProjectRef>;
  /** Identifies the sending of rows that is under way. */
  sending?: symbol | undefined;
  /** The keys of the rows of which the next reading reads the counts; of all if left out. */
  keys?: readonly string[] | undefined;
  /** How many of the counts that were due are read, or could not be read. */
  count: { done: number; of: number };
  /** When the user refreshed, until all was read: pages and counts from before are old. */
  refreshedAt: number;
}

type OnRows = Extract<FromPortfolio, { readonly keys: unknown }>;

/** A tab that shows the projects of an account: reads all of the list, then what counts are due. */
export class PortfolioPanel extends RowPanel<ShownPortfolio, FromPortfolio> {
  readonly #list: PagedList<Project>;
  readonly #following = new Later(this.session.clock, () => void this.#followInTurn());
  readonly #sendDue = new Later(this.session.clock, () => void this.#send(), BETWEEN_MS);
  /** Keeps the projects that move young; `undefined` without a connection. */
  #polling: Polling | undefined;

  constructor(panels: RowPanels, tab: RowTab, list: PagedList<Project>) {
    const first = (): ShownPortfolio => ({
      phase: 'list',
      rows: [],
      projects: new Map(),
      due: new Set(),
      moving: new Set(),
      count: { done: 0, of: 0 },
      refreshedAt: -Infinity,
    });
    super(panels, tab, { page: 'portfolio', hasImages: false, isMessage: isFromPortfolio, first });
    this.#list = list;
    const subscriptions = [
      tab.panel.onDidChangeViewState(() => {
        this.#polling?.update();
      }),
      onDidChangeFocus(() => {
        this.repaint();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.stallMinutes')) {
          this.#sendAll();
        }
      }),
      followConnection(this.session, (current) => {
        if (!current) return [];
        const reader = readerOf(current);
        const polling = new Polling({
          connection: current,
          urgency: 'list',
          // The last are demanded first: those that were read longest ago.
          refs: () => [...this.shown.moving].reverse(),
          leastMs: () => {
            const isSeen = this.visible && hasFocus();
            return isSeen && this.shown.phase === 'done' && !isDown(this.session)
              ? MOVING_MS
              : undefined;
          },
        });
        this.#polling = polling;
        return [
          vscode.Disposable.from(polling),
          reader.onDidFail((ref) => {
            this.#resend([`project/${ref}`]);
          }),
          // Whether the service fails decides which projects could not be read for themselves.
          this.session.onDidChangeStatus(() => {
            this.#resend([...reader.failures.keys()].map((ref) => `project/${ref}`));
          }),
          watchedOf(current).onDidChange(this.#resend),
          acknowledgedOf(current).onDidChange(this.#resend),
        ];
      }),
    ];
    tab.panel.onDidDispose(() => {
      for (const due of [this.#following, this.#sendDue]) due.cancel();
      for (const subscription of subscriptions) subscription.dispose();
    });
  }

  /** The account of the numbers; `undefined` while there are none. */
  get account(): string | undefined {
    return this.connection?.account;
  }

  /** The projects with these keys that are still in the portfolio. */
  projectsOf(keys: readonly string[]): readonly Project[] {
    return [...new Set(keys)].flatMap((key) => this.shown.projects.get(key) ?? []);
  }

  /** Whether an outage has stopped the reading. */
  override get failed(): boolean {
    return this.hasOutage;
  }

  /** Reads what is missing or old. Goes on if it is reading. The constructor of the frame calls it. */
  override load(): Promise<void> {
    const { connection, phase } = this.shown;
    if (this.busy && connection && connection === this.session.current) return Promise.resolve();
    const ended = this.begin();
    // There may be nothing old, and the user wants to know whether the service answers again.
    if (phase === 'done' && (this.session.refused || this.session.outage)) {
      void this.#list.refresh();
    }
    return ended;
  }

  /** Continues where an outage stopped it. Resolves at once, because the rest may take minutes. */
  override retry(): Promise<void> {
    void this.load();
    return Promise.resolve();
  }

  /** Reads the list again, then all counts, but those of what is over only after `YOUNG_OVER_MS`. */
  override refresh(): Promise<void> {
    this.session.probeNow();
    this.shown.refreshedAt = this.#now;
    return this.begin();
  }

  /** @param keys of the rows of which the counts are read; of all if left out. */
  protected begin(keys?: readonly string[]): Promise<void> {
    this.shown.keys = keys;
    return super.load();
  }

  override followList(): void {
    this.#following.soon(FOLLOW_MS);
  }

  override showReading({ ref }: NewReading): void {
    this.#resend([`project/${ref}`]);
  }

  override followService(): void {
    this.repaint();
  }

  override repaint(): void {
    this.#sendDue.soon(0);
  }

  protected draw(common: RowState) {
    const { phase, projects } = this.shown;
    const isReading = phase === 'list' || phase === 'stats';
    const state: PortfolioState = {
      ...common,
      service: this.account,
      phase,
      listed: projects.size,
      total: this.account === undefined ? undefined : this.#list.state.total,
      waitUntil: isReading ? this.session.waitUntil : undefined,
      work: this.#work,
    };
    return { state, title: l10n.t('Portfolio') };
  }

  /** Why the numbers do not change, or what changes them. */
  get #work(): string | undefined {
    const { phase, refreshedAt, count } = this.shown;
    return {
      list: refreshedAt === -Infinity ? undefined : l10n.t('refreshing'),
      stats: l10n.t('reading {0} of {1}', formatNumber(count.done), formatNumber(count.of)),
      stopped: l10n.t('stopped'),
      done: undefined,
    }[phase];
  }

  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<ShownPortfolio>> {
    const { shown } = this;
    // Its failures, and what is watched, may be others.
    if (connection !== shown.connection) this.#sendAll();
    if (!connection) {
      const none = { rows: [], projects: new Map<string, Project>() };
      return { connection, phase: 'stopped', ...none, ...this.failedBy() };
    }
    Object.assign(shown, { connection }, this.failedBy());
    try {
      // From then on, `StatsReader.last` needs no database.
      await readerOf(connection).newest(signal);
      const { keys } = shown;
      // Further new rows than those of `keys` are left to `#follow`, which reads their counts too.
      if (!keys) this.#takeRows();
      const isListOld = this.#isListOld;
      if (isListOld) {
        await this.#readList(signal);
        await slices.pause();
        signal.throwIfAborted();
      }
      const all = [...shown.projects.keys()];
      await this.#readCounts(connection, isListOld ? all : (keys ?? all), signal);
      return { phase: 'done', refreshedAt: -Infinity };
    } catch (error) {
      // What has ended it has drawn its own state.
      if (signal.aborted) return {};
      this.#takeRows();
      return this.#stoppedBy(this.#failureOf(error));
    }
  }

  get #isListOld(): boolean {
    return isUnread(this.#list.state) || this.#isListBeforeRefresh;
  }

  get #isListBeforeRefresh(): boolean {
    return (this.#list.state.asOf ?? -Infinity) < this.shown.refreshedAt;
  }

  /** Rejects with a `ServiceError`: with `aborted` if the user has stopped it in the view. */
  async #readList(signal: AbortSignal): Promise<void> {
    const list = this.#list;
    this.#enter('list');
    if (this.#isListBeforeRefresh) {
      // Ends only the refresh that was started here, not one of the user.
      const cancel = () => {
        list.cancel();
      };
      signal.addEventListener('abort', cancel);
      await list.refresh();
      signal.removeEventListener('abort', cancel);
    }
    if (!signal.aborted) await list.loadAll(signal);
    // The trees follow the end of the list first, in a turn of their own.
    await slices.pause();
    // The user may have started other work of the list, which replaced the Load All.
    while (!signal.aborted && list.state.work) await list.idle();
    signal.throwIfAborted();
    this.#takeRows();
    const failure = list.state.failure?.failure ?? { kind: 'aborted' };
    // A service may give no further rows, whatever its totals say: those that came are all.
    const isAtEnd = failure.kind === 'noPage' && !this.#isListBeforeRefresh;
    if (this.#isListOld && !isAtEnd) throw new ServiceError(failure);
  }

  /** Reads the counts that are missing or old. Rejects with a `ServiceError` of the whole service. */
  async #readCounts(
    connection: ActiveConnection,
    keys: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    this.#enter('stats');
    const reader = readerOf(connection);
    const now = this.#now;
    const { refreshedAt } = this.shown;
    const isRefresh = refreshedAt > -Infinity;
    const failed = { refs: [] as ProjectRef[], maxAgeMs: 0 };
    const changing = {
      refs: [] as ProjectRef[],
      // The clock may have been set back since.
      maxAgeMs: isRefresh ? Math.max(0, now - refreshedAt) : YOUNG_MS,
    };
    const over = { refs: [] as ProjectRef[], maxAgeMs: isRefresh ? YOUNG_OVER_MS : Infinity };
    const slice = new Slice();
    for (const ref of this.#refsOf(keys)) {
      if (slice.isOver) {
        await slice.next();
        signal.throwIfAborted();
      }
      const last = reader.last(ref);
      const isOver = last !== undefined && endOf(last, false) !== undefined;
      const due = reader.failures.has(ref) ? failed : isOver ? over : changing;
      if (!last || now - last.at >= due.maxAgeMs) due.refs.push(ref);
    }
    const all = [failed, changing, over];
    const count = { done: 0, of: all.reduce((sum, { refs }) => sum + refs.length, 0) };
    this.shown.count = count;
    const onEach = () => {
      count.done++;
    };
    for (const { refs, maxAgeMs } of all) {
      await reader.readAll(refs, { signal, maxAgeMs, onEach });
    }
  }

  #enter(phase: PortfolioPhase): void {
    this.shown.phase = phase;
    this.repaint();
  }

  /** Ends the reading. What was read stays. */
  #stop(stopped: Partial<ShownPortfolio>): void {
    this.cancel();
    Object.assign(this.shown, stopped);
    this.#takeRows();
    this.repaint();
  }

  /** The members of `shown` after a failure of the service, or after the user has stopped the reading. */
  #stoppedBy(failure: Failure): Partial<ShownPortfolio> {
    const isOfUser = failure.kind === 'aborted';
    return { phase: 'stopped', ...this.failedBy(isOfUser ? undefined : failure) };
  }

  #failureOf(error: unknown): Failure {
    if (isServiceError(error)) return error.failure;
    this.shown.connection?.warn(`The portfolio cannot be read: ${String(error)}`);
    return { kind: 'internal' };
  }

  /** To take over 20,000 rows and to paint them in the tree would block too long in one turn. */
  async #followInTurn(): Promise<void> {
    await slices.pause();
    if (!this.isClosed) this.#follow();
  }

  /** Takes over the rows of the list. Once the list was read, reads the counts of new rows too. */
  #follow(): void {
    if (!this.connection) return;
    const fresh = this.#takeRows();
    const { phase } = this.shown;
    if (fresh.length > 0 && phase === 'stats') void this.begin();
    if (fresh.length > 0 && phase === 'done') void this.begin(fresh);
    this.repaint();
  }

  /** Takes over the rows of the list now. Returns the keys that are new. */
  #takeRows(): readonly string[] {
    this.#following.cancel();
    const { shown } = this;
    const { rows: before, projects: known, due } = shown;
    const { rows } = this.#list.state;
    shown.rows = rows;
    let from = 0;
    while (from < before.length && before[from] === rows[from]) from++;
    if (from < before.length) {
      shown.projects = new Map(rows.map((project) => [project.key, project]));
      // The page adds new rows at its end, so it starts over if others are gone or have moved.
      if (before.some(({ key }, at) => rows[at]?.key !== key)) {
        shown.moving.clear();
        this.#sendAll();
      }
    }
    const fresh: string[] = [];
    for (const project of rows.slice(from)) {
      const { key } = project;
      if (!known.has(key)) fresh.push(key);
      if (known.get(key) !== project) due.add(key);
      shown.projects.set(key, project);
    }
    return fresh;
  }

  /** Notes whether a row is read each minute. */
  #noteRow({ key, minting }: ProjectRow, connection: ActiveConnection): void {
    const { moving } = this.shown;
    const [ref] = this.#refsOf([key]);
    if (!ref) return;
    const known = readerOf(connection).last(ref);
    const moves = known?.restMs !== undefined || given(known?.processing) > 0;
    moving.delete(ref);
    if (minting || isMinting({ known, status: undefined }, moves, stallLimitMs())) moving.add(ref);
  }

  /** Without the rows that are gone, or that have no id or kind. */
  *#refsOf(keys: readonly string[]): Generator<ProjectRef> {
    for (const key of keys) {
      const project = this.shown.projects.get(key);
      const ref = project && projectRef(project);
      if (ref) yield ref;
    }
  }

  get #now(): number {
    return this.session.clock.now();
  }

  readonly #resend = (keys: readonly string[]): void => {
    const { projects, due } = this.shown;
    for (const key of keys) if (projects.has(key)) due.add(key);
    this.repaint();
  };

  /** Sends all rows in the order of the list, instead of those that are being sent. */
  #sendAll(): void {
    this.shown.due.clear();
    this.shown.sending = undefined;
    this.#resend([...this.shown.projects.keys()]);
  }

  /** The new page has no rows. */
  protected override greetPage(): void {
    this.show(this.drawn());
    this.#sendAll();
    this.#sendDue.now();
  }

  /** Sends changed rows, then the state from before, which covers no row that changed meanwhile. */
  async #send(): Promise<void> {
    const drawn = this.drawn();
    // A hidden page gets all rows when it is shown. What has changed since is sent at the end of that.
    if (this.visible && (this.shown.sending || !(await this.#sendRows()))) return;
    this.show(drawn);
    this.#polling?.update();
  }

  /** Sends changed rows, in the order of the list. Returns false if something has stopped it. */
  async #sendRows(): Promise<boolean> {
    const { shown } = this;
    const sending = Symbol();
    shown.sending = sending;
    const { due } = shown;
    const { connection } = this;
    const keys = connection ? [...due] : [];
    let isFirst = keys.length === shown.projects.size;
    let rows: ProjectRow[] = [];
    const send = () => {
      if (isFirst || rows.length > 0)
        this.notify({ type: 'rows', first: isFirst, rows } satisfies SentRows);
      rows = [];
      isFirst = false;
    };
    const slice = new Slice();
    for (const key of keys) {
      // To build a row with a pace, the history of the project is read.
      if (slice.isOver || rows.length === ROWS_AT_A_TIME) {
        if (rows.length === ROWS_AT_A_TIME) send();
        await slice.next();
        const isEnded = shown.sending !== sending || this.shown !== shown;
        if (isEnded || this.isClosed) return false;
      }
      const project = shown.projects.get(key);
      if (!project || !connection) continue;
      const row = portfolioRow(connection, project);
      due.delete(key);
      this.#noteRow(row, connection);
      rows.push(row);
    }
    send();
    shown.sending = undefined;
    if (keys.length > 0) this.repaint();
    return true;
  }

  protected async act(message: Act<FromPortfolio>): Promise<void> {
    if ('keys' in message) {
      if (this.connection) await this.#actOnRows(message, this.connection);
      return;
    }
    switch (message.type) {
      case 'whatHappened':
        await runCommand('mintscope.whatHappened');
        return;
      case 'stop':
        if (this.busy) this.#stop(this.#stoppedBy({ kind: 'aborted' }));
        return;
      case 'continue':
        // The user requests it, so a pause of requests ends.
        this.session.probeNow();
        if (this.session.current) void this.load();
        else await this.session.retry();
        return;
      case 'refresh':
        void this.refresh();
        return;
      case 'open': {
        const [project] = this.projectsOf([message.key]);
        const ref = project && projectRef(project);
        if (project) await runCommand('mintscope.openStats', ref ?? project);
      }
    }
  }

  async #actOnRows({ type, keys }: OnRows, connection: ActiveConnection): Promise<void> {
    const projects = this.projectsOf(keys);
    const [first] = projects;
    if (!first) return;
    switch (type) {
      case 'watch':
        await runCommand('mintscope.watchProject', first, projects);
        return;
      case 'stopWatching': {
        const count = await runCommand<number>('mintscope.stopWatching', first, projects, true);
        if (count !== undefined) this.#say(noLongerWatchedWords(count, projects.map(rowName)));
        return;
      }
      case 'compare':
        await runCommand('mintscope.compareProgress', first, projects);
        return;
      case 'copy': {
        const rows = projects.map((project) => portfolioRow(connection, project));
        await vscode.env.clipboard.writeText(tableText(rows, this.#now));
        this.#say(plural(rows.length, l10n.t('{0} project copied | {0} projects copied')));
        return;
      }
      case 'export':
        await runCommand('mintscope.exportProjects', first, projects);
    }
  }

  #say(what: string): void {
    this.notify({ type: 'done', what });
  }
}

/** The row of a project as it is sent, with its newest counts. Reads its history for the pace. */
export function portfolioRow(connection: ActiveConnection, project: Project): ProjectRow {
  const { status } = project;
  const ref = projectRef(project);
  const known = ref && readerOf(connection).last(ref);
  const tone = statusTone(status);
  // Before the first reading, only the status says that it is being minted.
  const isOpen = known ? leftOf(known) !== 0 && tone !== 'failed' : tone === 'underWay';
  const pace = ref && isOpen ? projectPace(connection, ref, known) : undefined;
  return {
    ...projectRow(connection, project),
    minting: isMinting(
      { known, status },
      pace !== undefined && 'perMinute' in pace,
      stallLimitMs(),
    ),
    pace,
  };
}
