import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { outageAfter } from '../../connection/serviceStatus.ts';
import { displayLines, displayText, joinWords } from '../../core/base/displayText.ts';
import { leftOf } from '../../core/stats/share.ts';
import type { History, LastReading } from '../../core/stats/reading.ts';
import { forEachCount } from '../../core/model/counts.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { failureProblem, noConnectionProblem, unknownProblem } from '../../panels/panelProblems.ts';
import { type Act, type PanelParts, RowPanel, type ShownRow } from '../../panels/rowPanel.ts';
import type { RowState } from '../../protocol/panel.ts';
import type {
  FromStatsPanel,
  ProjectFacts,
  StatsPanelProblem,
  StatsState,
} from '../../protocol/stats.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';
import { lookOf } from '../../views/rowLook.ts';
import { statsTitle } from './statsTabs.ts';
import { timeLineOf } from './timeLine.ts';

export interface ShownStats extends ShownRow {
  readonly ref: ProjectRef;
  /** What is known from the list, a row or a saved panel. */
  facts: ProjectFacts | undefined;
  /** The newest reading. It stays after a sign-out, and when the stored readings are cleared. */
  reading?: LastReading | undefined;
  history?: History;
  problem?: StatsPanelProblem | undefined;
  /** Whether the service does not know the project. */
  isUnknown?: boolean | undefined;
  /** Why nothing is shown of it: several projects have its reference. */
  refusal?: string | undefined;
}

/** The facts as the page shows and saves them: texts are cleaned, and cut to what is shown. */
export function bounded(facts: ProjectFacts): ProjectFacts {
  const texts = {
    name: displayText(facts.name ?? '', 400),
    symbol: displayText(facts.symbol ?? '', 40),
    status: displayText(facts.status ?? '', 60),
    mintAddress: displayText(facts.mintAddress ?? '', 120),
    description: displayLines(facts.description ?? '', 20_000),
    image: facts.image ?? '',
  };
  const present = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(present), ...(facts.asOf !== undefined && { asOf: facts.asOf }) };
}

const NO_PROBLEM = {
  problem: undefined,
  isUnknown: undefined,
  outage: undefined,
  waits: undefined,
} as const;

/** A tab that shows one project's stats, and another one's later if it is a preview. */
export class StatsPanel extends RowPanel<ShownStats, StatsState, FromStatsPanel> {
  readonly #refresh: (key: string) => void;
  readonly #refusalOf: (ref: ProjectRef) => string | undefined;

  /**
   * @param refresh what the Refresh button of the page does; gets the key of the project.
   * @param refusalOf see `ShownStats.refusal`.
   */
  constructor(
    refresh: (key: string) => void,
    refusalOf: (ref: ProjectRef) => string | undefined,
    parts: PanelParts<FromStatsPanel>,
    shown: ShownStats,
    preview: boolean,
  ) {
    super(parts, shown, preview);
    this.#refresh = refresh;
    this.#refusalOf = refusalOf;
    // The wait may have ended while the tab was hidden.
    parts.tab.onDidChangeViewState(() => {
      this.followWait();
    });
  }

  /** What is known of the project; `unknown` if it is one of another account. */
  get project(): Project | 'unknown' {
    return this.isOfAnotherAccount ? 'unknown' : unseenProject(this.shown.ref, this.shown.facts);
  }

  /** Whether it is known that nothing is left to mint, so that there is nothing to watch. */
  get isOver(): boolean {
    const { reading } = this.shown;
    return reading !== undefined && leftOf(reading) === 0;
  }

  /** Shows the newest reading, whichever surface has requested it, with those before it. */
  showReading(reader: StatsReader): void {
    const { shown } = this;
    const reading = reader.last(shown.ref);
    if (this.isOfAnotherAccount || shown.refusal !== undefined) return;
    if (!reading || reading.at === shown.reading?.at) return;
    const history = reader.readings.of(shown.ref);
    Object.assign(shown, { reading, history, ...NO_PROBLEM });
    // The panel's own request repaints it at its end.
    if (!this.busy) this.repaint();
  }

  /** Call it when the list has changed: whether several projects have the reference. */
  followRefusal(): void {
    if (this.isOfAnotherAccount) return;
    if (this.#refusalOf(this.shown.ref) !== this.shown.refusal) void this.load();
  }

  showFacts(facts: ProjectFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.shown.facts)) return;
    this.shown.facts = facts;
    this.repaint();
  }

  /** Adds the stored readings. They are shown at once, and stay if the service cannot be reached. */
  protected override recall(shown: ShownStats, connection: ActiveConnection): void {
    const refusal = this.#refusalOf(shown.ref);
    if (refusal !== undefined) {
      Object.assign(shown, { refusal, facts: undefined, reading: undefined, history: [] });
      return;
    }
    const reader = readerOf(connection);
    shown.refusal = undefined;
    shown.reading = reader.last(shown.ref) ?? shown.reading;
    shown.history = reader.readings.of(shown.ref);
  }

  /** Requests the stats. Without a connection or after a failure, resolves with the problem. */
  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<ShownStats>> {
    const { ref, reading: before, refusal } = this.shown;
    if (refusal !== undefined) {
      return { ...NO_PROBLEM, problem: { message: refusal, action: 'retry' } };
    }
    if (!connection) {
      return { ...NO_PROBLEM, ...noConnectionProblem(this.session.failure, before !== undefined) };
    }
    try {
      const demand = { urgency: 'user', signal, maxAgeMs: 0 } as const;
      return { ...NO_PROBLEM, reading: await readerOf(connection).read(ref, demand) };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      const isUnknown = failure.kind === 'notFound';
      const { outage, ...problem } = isUnknown
        ? await unknownProblem(ref, connection, signal)
        : failureProblem(failure, ref, connection.address.host);
      const now = this.session.clock.now();
      return {
        ...{ ...NO_PROBLEM, ...problem, isUnknown },
        ...(outage && { outage: outageAfter(this.shown.outage, outage, now) }),
      };
    }
  }

  protected draw(common: RowState) {
    const { facts, reading, history } = this.shown;
    const problem = common.problem ?? this.shown.problem;
    const timeLine = timeLineOf(history, this.session.clock.now(), facts?.status);
    const state: StatsState = {
      ...common,
      loading: this.busy,
      ...this.#toneAndChips,
      facts: facts && bounded({ ...facts, image: this.loadable(facts.image) }),
      counts: reading && {
        ...forEachCount((name) => reading[name]),
        further: reading.further ?? [],
      },
      asOf: reading?.at,
      watched: this.#watched,
      // Pace and forecast cannot be brought up to date.
      timeLine: timeLine && problem ? { ...timeLine, pace: [], done: undefined } : timeLine,
      problem,
    };
    return { state, title: statsTitle(state) };
  }

  /** The icon and the concerns, as in the project's row in the tree. */
  get #toneAndChips(): Pick<StatsState, 'tone' | 'chips'> {
    const { ref, facts, reading } = this.shown;
    const { current } = this.session;
    const project = unseenProject(ref, facts);
    const concerns =
      current && !this.isOfAnotherAccount
        ? projectConcerns(project, reading, readerOf(current))
        : [];
    const { tone, chips } = lookOf(project, reading, concerns);
    const isAcknowledged = current && concernedOf(current).isAlarmAcknowledged(project.key);
    return {
      tone,
      chips: joinWords(chips, isAcknowledged ? l10n.t('acknowledged') : '') || undefined,
    };
  }

  /**
   * Whether the project is watched. `undefined`, which hides the button, if that is not known or an
   * unwatched project has nothing left to mint.
   */
  get #watched(): boolean | undefined {
    const { current } = this.session;
    if (!current || this.isOfAnotherAccount) return undefined;
    const isWatched = watchedOf(current).has(`project/${this.key}`);
    const mayMint = !this.shown.isUnknown && !this.isOver;
    return isWatched || mayMint ? isWatched : undefined;
  }

  protected async act(message: Act<FromStatsPanel>): Promise<void> {
    switch (message.type) {
      case 'refresh':
        this.#refresh(this.key);
        return;
      case 'watch':
        await vscode.commands.executeCommand('mintscope.watchProject', this.project);
        return;
      case 'stopWatching':
        await vscode.commands.executeCommand('mintscope.stopWatching', this.project);
        return;
      case 'openOther':
        await vscode.commands.executeCommand('mintscope.openStats', this.shown.problem?.other);
        return;
      case 'copy': {
        const { what } = message;
        await this.copy(what, what === 'id' ? this.key : this.shown.facts?.mintAddress);
      }
    }
  }
}
