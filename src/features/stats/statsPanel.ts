import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Recoverable } from '../../connection/recoverable.ts';
import { statsOf } from '../../connection/statsCache.ts';
import { historyOf } from '../../connection/statsHistory.ts';
import type { History } from '../../core/stats/reading.ts';
import { forEachCount } from '../../core/model/counts.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isOutage, isServiceError } from '../../core/model/serviceError.ts';
import type { StatsReading } from '../../core/model/statsText.ts';
import { type PanelParts, RowPanel, type ShownRow } from '../../panels/rowPanel.ts';
import type { RowState } from '../../protocol/panel.ts';
import type {
  FromStatsPanel,
  PanelProblem,
  ProjectFacts,
  StatsState,
} from '../../protocol/stats.ts';
import { failureProblem, noConnectionProblem } from './panelProblems.ts';
import { statsTitle } from './statsTabs.ts';
import { timeLineOf } from './timeLine.ts';
import { unknownProblem } from './unknownProject.ts';

/** What a panel shows of one project. */
export interface ShownStats extends ShownRow {
  readonly ref: ProjectRef;
  /** What is known from a list, a row or a saved panel. */
  facts: ProjectFacts | undefined;
  /** Kept here too, because the cache may drop a reading that the panel still shows. */
  reading?: StatsReading;
  /** The readings so far; `undefined` until they were looked up. */
  history?: History;
  problem?: PanelProblem | undefined;
  /** Whether `problem` is an outage. */
  outage?: boolean;
}

/** A tab that shows one project's stats, and another one's later if it is a preview. */
export class StatsPanel
  extends RowPanel<ShownStats, StatsState, FromStatsPanel>
  implements Recoverable
{
  readonly #refresh: (key: string) => void;

  /** @param refresh what the Refresh button of the page does; gets the key of the project. */
  constructor(
    refresh: (key: string) => void,
    parts: PanelParts<FromStatsPanel>,
    shown: ShownStats,
    preview: boolean,
  ) {
    super(parts, shown, preview);
    this.#refresh = refresh;
  }

  get failed(): boolean {
    return this.shown.outage === true;
  }

  retry(): Promise<void> {
    return this.load();
  }

  /** What is known of the project; `unknown` if it is one of another account. */
  get project(): Project | 'unknown' {
    return this.isOfAnotherAccount ? 'unknown' : unseenProject(this.shown.ref, this.shown.facts);
  }

  /** Shows a reading that another surface asked for: the service answers again. */
  showReading(reading: StatsReading): void {
    if (this.isOfAnotherAccount) return;
    Object.assign(this.shown, { reading, problem: undefined, outage: false });
    // Its own request repaints at its end.
    if (!this.busy) this.repaint();
  }

  /** Shows the readings of its project so far. */
  async showHistory(connection: ActiveConnection): Promise<void> {
    const { shown } = this;
    const history = await historyOf(connection).of(shown.ref);
    // The tab may have been given to another project meanwhile.
    if (shown !== this.shown || shown.account !== connection.account) return;
    const before = shown.history?.at(-1)?.at;
    shown.history = history;
    if (history.length > 1 && history.at(-1)?.at !== before) this.repaint();
  }

  /** Updates the facts from the list: name, status and so on. */
  showFacts(facts: ProjectFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.shown.facts)) return;
    this.shown.facts = facts;
    this.repaint();
  }

  /** The reading that is shown at once, and if the service cannot be reached now. */
  protected override async recall(shown: ShownStats, connection: ActiveConnection): Promise<void> {
    const cache = statsOf(connection);
    await cache.restored;
    const last = cache.last(shown.ref);
    if (last && !shown.reading) shown.reading = last;
    // Not waited for: the numbers are shown before the line.
    void this.showHistory(connection);
  }

  /** Requests the stats again; the old numbers stay until the new ones arrive. */
  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<ShownStats>> {
    const { ref, reading: before } = this.shown;
    if (!connection) {
      const problem = noConnectionProblem(this.session.failure, before !== undefined);
      return { problem, outage: false };
    }
    const cache = statsOf(connection);
    try {
      const own = await cache.get(ref, signal, 'anew');
      // Another surface may have asked later, and been answered earlier.
      const last = cache.last(ref);
      const reading = last && last.asOf > own.asOf ? last : own;
      return { problem: undefined, outage: false, reading };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      if (failure.kind === 'notFound') return await unknownProblem(ref, connection, signal);
      const problem = failureProblem(failure, ref, connection.address.host);
      return { problem, outage: isOutage(failure) };
    }
  }

  protected draw(common: RowState): { readonly state: StatsState; readonly title: string } {
    const { facts, reading, history, problem, outage } = this.shown;
    const { image, ...words } = facts ?? {};
    // Leaves out an image that the page may not load.
    const source = this.loadable(image);
    const state: StatsState = {
      ...common,
      loading: this.busy,
      facts: facts && { ...words, ...(source !== undefined && { image: source }) },
      counts: reading && {
        ...forEachCount((name) => reading.stats[name]),
        further: reading.stats.further,
      },
      asOf: reading?.asOf,
      timeLine: timeLineOf(history, this.session.clock.now()),
      problem: problem && { ...problem, retryAt: outage ? this.session.retryAt : undefined },
    };
    return { state, title: statsTitle(state) };
  }

  protected async act(message: FromStatsPanel): Promise<void> {
    switch (message.type) {
      case 'ready':
        return;
      case 'refresh':
        this.#refresh(this.key);
        return;
      case 'signIn':
        await vscode.commands.executeCommand('mintscope.signIn');
        return;
      case 'showLog':
        await vscode.commands.executeCommand('mintscope.showLog');
        return;
      case 'openOther':
        await vscode.commands.executeCommand('mintscope.openStats', this.shown.problem?.other);
        return;
      case 'copy': {
        const { what } = message;
        return this.copy(what, what === 'id' ? this.key : this.shown.facts?.mintAddress);
      }
      case 'keepOpen':
        this.keepOpen();
        this.repaint();
    }
  }
}
