import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { displayLines, displayText, joinWords } from '../../core/base/displayText.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { leftOf } from '../../core/stats/share.ts';
import { type LastReading, withReading } from '../../core/stats/reading.ts';
import { countsOf } from '../../core/model/counts.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { failureProblem, noConnectionProblem, unknownProblem } from '../../rows/panelProblems.ts';
import { type Act, type PanelFrame, RowPanel, type ShownRow } from '../../rows/rowPanel.ts';
import type { RowState } from '../../core/panel/panel.ts';
import {
  type FromStatsPanel,
  isFromStatsPanel,
  type ProjectFacts,
  type StatsPanelProblem,
  type StatsState,
} from './messages.ts';
import { rowTitle } from '../../rows/address.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';
import { lookOf } from '../../views/countedLook.ts';
import { timeLineOf } from './timeLine.ts';

/** How often a visible panel is drawn again, because the time until the end becomes shorter. */
const AGE_MS = 10_000;

export interface ShownStats extends ShownRow {
  readonly ref: ProjectRef;
  /** What is known from the list, a row or the title of the tab. */
  facts: ProjectFacts | undefined;
  /** The newest reading. It stays after a sign-out, and when the stored readings are cleared. */
  reading?: LastReading | undefined;
  /** `undefined` until it was loaded from the database. */
  history?: readonly LastReading[] | undefined;
  /** How many stored readings are not in `history`, which begins with an outline of them. */
  problem?: StatsPanelProblem | undefined;
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

/** What a stats panel uses of the list of Projects. */
interface StatsPanelOwner {
  /** What the list knows of `t/12`. */
  factsOf(key: string): ProjectFacts | undefined;
  /** See `ShownStats.refusal`. */
  refusalOf(ref: ProjectRef): string | undefined;
  /** Whether pages of a Load All are arriving, which the panels follow together, at its end. */
  readonly isLoadingAll: boolean;
  /** Reads the row with a key again, for its status. */
  refreshRow(key: string): void;
}

/** A tab that shows one project's stats. */
export class StatsPanel extends RowPanel<ShownStats, StatsState, FromStatsPanel> {
  readonly #owner: StatsPanelOwner;

  constructor(owner: StatsPanelOwner, frame: PanelFrame, first: () => ShownStats) {
    super(frame, { page: 'stats', isMessage: isFromStatsPanel }, first);
    this.#owner = owner;
  }

  /** What is known of the project; `unknown` if it is one of another account. */
  get project(): Project | 'unknown' {
    return this.isOfAnotherAccount ? 'unknown' : unseenProject(this.shown.ref, this.shown.facts);
  }

  override get polled(): readonly ProjectRef[] {
    return this.#isUnknown ? [] : super.polled;
  }

  /**
   * Reads the project's row after the stats, for its status: the view and the panel then show the
   * same. It comes second, because in an outage only one request is let through.
   */
  override async refresh(): Promise<void> {
    await super.refresh();
    if (!this.failed) this.#owner.refreshRow(`project/${this.key}`);
  }

  followList(): void {
    if (this.#owner.isLoadingAll || this.isOfAnotherAccount) return;
    const facts = this.#owner.factsOf(this.key);
    if (facts && !isDeepStrictEqual(facts, this.shown.facts)) {
      this.shown.facts = facts;
      this.repaint();
    }
    if (this.#owner.refusalOf(this.shown.ref) !== this.shown.refusal) void this.load();
  }

  /** None while a request under way would show the counts of one of several projects. */
  protected override get refs(): readonly ProjectRef[] {
    return this.shown.refusal === undefined ? [this.shown.ref] : [];
  }

  protected override addReading({ last, before }: NewReading): void {
    const history = withReading(this.shown.history, last, before);
    Object.assign(this.shown, { reading: last, history, ...this.problemOf() });
  }

  protected override addFailure(ref: ProjectRef, failure: Failure): void {
    const { current } = this.session;
    if (!current) return;
    const problem = failureProblem(failure, ref, current.address.host);
    Object.assign(this.shown, this.problemOf(problem));
  }

  /** Adds the stored readings. They are shown at once, and stay if the service cannot be reached. */
  protected override recall(shown: ShownStats, connection: ActiveConnection): void {
    const refusal = this.#owner.refusalOf(shown.ref);
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
    const { ref, refusal } = this.shown;
    if (refusal !== undefined) {
      return this.problemOf({ problem: { message: refusal, action: 'retry' } });
    }
    if (!connection) return this.problemOf(noConnectionProblem(this.session.failure));
    try {
      const demand = { urgency: 'user', signal, maxAgeMs: 0 } as const;
      return { ...this.problemOf(), reading: await readerOf(connection).read(ref, demand) };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { failure } = error;
      const problem =
        failure.kind === 'notFound'
          ? await unknownProblem(ref, connection, signal)
          : failureProblem(failure, ref, connection.address.host);
      return this.problemOf(problem);
    }
  }

  protected draw(common: RowState) {
    const { ref, facts, reading, history } = this.shown;
    const problem = common.problem ?? this.shown.problem;
    const now = this.session.clock.now();
    const { current } = this.session;
    const pace =
      current && reading && !this.isOfAnotherAccount
        ? projectPace(current, ref, reading)
        : undefined;
    const timeLine = timeLineOf(history, now, unlessFailed(pace, facts?.status));
    if (timeLine?.done) this.ageing.restart(AGE_MS);
    else this.ageing.cancel();
    const state: StatsState = {
      ...common,
      loading: this.busy,
      ...this.#toneAndChips,
      facts: facts && bounded({ ...facts, image: this.loadable(facts.image) }),
      counts: reading && countsOf(reading),
      asOf: reading?.at,
      watched: this.#watched,
      // Pace and forecast cannot be brought up to date.
      timeLine: timeLine && problem ? { ...timeLine, pace: [], done: undefined } : timeLine,
      problem,
    };
    return { state, title: rowTitle(unseenProject(this.shown.ref, facts)) };
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

  /** Whether the service knew no such project at the last try. */
  get #isUnknown(): boolean {
    const { current } = this.session;
    return current !== undefined && readerOf(current).failures.get(this.key)?.kind === 'notFound';
  }

  /**
   * Whether the project is watched. `undefined`, which hides the button, if that is not known, or if
   * an unwatched project has failed, is not known to the service or has nothing left to mint.
   */
  get #watched(): boolean | undefined {
    const { current } = this.session;
    if (!current || this.isOfAnotherAccount) return undefined;
    const isWatched = watchedOf(current).has(`project/${this.key}`);
    const { reading, facts } = this.shown;
    const isOver = reading !== undefined && leftOf(reading) === 0;
    const mayMint = !this.#isUnknown && !isOver && statusTone(facts?.status) !== 'failed';
    return isWatched || mayMint ? isWatched : undefined;
  }

  protected async act(message: Act<FromStatsPanel>): Promise<void> {
    switch (message.type) {
      case 'refresh':
        await this.refresh();
        return;
      case 'watch':
        await vscode.commands.executeCommand('mintscope.watchProject', this.project);
        return;
      case 'stopWatching':
        await vscode.commands.executeCommand('mintscope.stopWatching', this.project);
        return;
      case 'tellMeWhen':
        await vscode.commands.executeCommand('mintscope.showWatched', this.project);
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
