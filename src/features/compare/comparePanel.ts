import { isDeepStrictEqual } from 'node:util';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { outageAfter } from '../../connection/serviceStatus.ts';
import { Later } from '../../core/base/later.ts';
import {
  comparedCells,
  comparedHeadings,
  compareTitle,
  lineWords,
} from '../../core/messages/compareMessages.ts';
import { readWords } from '../../core/messages/happenedMessages.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { paceOf, unlessFailed } from '../../core/stats/pace.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { shareLine } from '../../core/stats/shareLine.ts';
import { formatNumber, formatTime, wordingAt } from '../../editor/locale.ts';
import { slices } from '../../editor/slices.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { failureProblem, noConnectionProblem } from '../../panels/panelProblems.ts';
import { type Act, type PanelParts, RowPanel, type ShownRow } from '../../panels/rowPanel.ts';
import type { PanelProblem, RowState } from '../../protocol/panel.ts';
import type {
  CompareAxis,
  ComparedLine,
  CompareState,
  FromCompare,
} from '../../protocol/compare.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** The most readings of a project that are sent to the page: about one for each four pixels. */
const MOST_READINGS = 250;
/** How often a visible tab is repainted, because pace and forecast change with time. */
const AGE_MS = 30_000;

export interface ShownComparison extends ShownRow {
  readonly refs: readonly ProjectRef[];
  /** In the order of `refs`. */
  names: readonly string[];
  statuses: readonly (string | undefined)[];
  axis: CompareAxis;
  /** The readings by `t/12`, the oldest first. They stay after a sign-out. */
  histories?: ReadonlyMap<string, readonly LastReading[]>;
  /** By `t/12`: why the counts of a project could not be read, in words. */
  failures?: ReadonlyMap<string, string>;
  problem?: PanelProblem | undefined;
}

/** The outcome of `read`, besides the histories. */
type Tried = Required<Pick<ShownComparison, 'failures' | 'problem' | 'outage' | 'waits'>>;
const NO_PROBLEM: Tried = {
  failures: new Map(),
  problem: undefined,
  outage: undefined,
  waits: false,
};

/** A tab that compares the progress of two to eight projects. Its key joins their references. */
export class ComparePanel extends RowPanel<ShownComparison, CompareState, FromCompare> {
  readonly #age: Later;

  constructor(parts: PanelParts<FromCompare>, shown: ShownComparison, preview: boolean) {
    const onClose = () => {
      this.#age.cancel();
      parts.onClose();
    };
    super({ ...parts, onClose }, shown, preview);
    this.#age = new Later(parts.session.clock, () => {
      if (this.visible) this.repaint();
    });
    // While the tab was hidden, its texts became old and the wait may have ended.
    parts.tab.onDidChangeViewState(() => {
      if (this.visible && !this.busy) this.repaint();
      this.followWait();
    });
  }

  get names(): readonly string[] {
    return this.shown.names;
  }

  /** Repaints if a name or a status has changed. */
  showRows(rows: Pick<ShownComparison, 'names' | 'statuses'>): void {
    const { names, statuses } = this.shown;
    if (isDeepStrictEqual(rows, { names, statuses })) return;
    Object.assign(this.shown, rows);
    this.repaint();
  }

  /** Shows the newest reading of a project if it is compared here, whatever has requested it. */
  showReading(ref: ProjectRef, connection: ActiveConnection): void {
    const { shown } = this;
    const key = formatRef(ref);
    if (this.isOfAnotherAccount || !shown.refs.some((one) => formatRef(one) === key)) return;
    const history = readerOf(connection).readings.of(ref);
    const histories = new Map(shown.histories).set(key, history);
    const failures = new Map(shown.failures);
    failures.delete(key);
    Object.assign(shown, { histories, failures });
    // Until each has a reading, the failure stays, so that recovery reads the missing ones again.
    const isComplete = shown.refs.every((one) => histories.get(formatRef(one))?.length);
    if (isComplete) Object.assign(shown, NO_PROBLEM);
    if (!this.busy) this.repaint();
  }

  /** Loads the stored readings, then requests the counts only of projects that have none. */
  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<ShownComparison>> {
    const { shown, session } = this;
    if (!connection) {
      const hasNumbers = [...(shown.histories?.values() ?? [])].some(({ length }) => length > 0);
      return { ...NO_PROBLEM, ...noConnectionProblem(session.failure, hasNumbers) };
    }
    await this.#recall(connection, signal);
    const missing = shown.refs.filter((ref) => !readerOf(connection).last(ref));
    if (missing.length === 0 || signal.aborted) return NO_PROBLEM;
    // Show the stored readings while the others are requested.
    this.repaint();
    const failures = new Map<string, string>();
    const tried = { ...NO_PROBLEM, failures };
    await Promise.all(
      missing.map(async (ref) => {
        try {
          const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
          await readerOf(connection).read(ref, demand);
        } catch (error) {
          if (!isServiceError(error)) throw error;
          const { host } = connection.address;
          const { outage, problem, waits } = failureProblem(error.failure, ref, host);
          if (problem) failures.set(formatRef(ref), problem.message);
          if (waits) tried.waits = true;
          if (outage) tried.outage = outageAfter(shown.outage, outage, session.clock.now());
        }
      }),
    );
    await this.#recall(connection, signal);
    return tried;
  }

  /** Loads the stored readings. It yields after each project, because there may be many. */
  async #recall(connection: ActiveConnection, signal: AbortSignal): Promise<void> {
    const histories = new Map<string, readonly LastReading[]>();
    for (const ref of this.shown.refs) {
      histories.set(formatRef(ref), readerOf(connection).readings.of(ref));
      await slices.pause();
    }
    if (!signal.aborted) this.shown.histories = histories;
  }

  protected override get images(): readonly string[] {
    return [];
  }

  protected draw(common: RowState) {
    const { names, axis } = this.shown;
    const problem = common.problem ?? this.shown.problem;
    const lines = this.#lines(problem !== undefined);
    const withReading = lines.filter(({ asOf }) => asOf !== undefined).length;
    const state: CompareState = {
      ...common,
      facts: { axis, names },
      lines,
      covers: readWords(withReading, lines.length, formatNumber),
      loading: this.busy,
      problem,
    };
    this.#age.restart(AGE_MS);
    return { state, title: compareTitle(names, formatNumber) };
  }

  /** @param isOutdated leaves out pace and forecast, which need current readings. */
  #lines(isOutdated: boolean): readonly ComparedLine[] {
    const { refs, names, statuses, histories, failures } = this.shown;
    const now = this.session.clock.now();
    const stallMs = stallLimitMs();
    return refs.map((ref, index) => {
      const history = histories?.get(formatRef(ref)) ?? [];
      const last = history.at(-1);
      const pace = isOutdated
        ? undefined
        : unlessFailed(paceOf(history, now, stallMs), statuses[index]);
      const line = shareLine(history, MOST_READINGS);
      return {
        name: names[index] ?? formatRef(ref),
        cells: comparedCells(last, history, last && pace, wordingAt(now)),
        asOf: last?.at,
        note: failures?.get(formatRef(ref)) ?? lineWords(history.length),
        ...line,
      };
    });
  }

  protected async act(message: Act<FromCompare>): Promise<void> {
    switch (message.type) {
      case 'refresh':
        this.session.probeNow();
        await this.load();
        return;
      case 'axis':
        this.shown.axis = message.what;
        this.repaint();
        return;
      case 'copy':
        await this.copy('table', this.#markdown());
    }
  }

  #markdown(): string {
    const headings = comparedHeadings();
    const columns = ['share', 'confirmed', 'pace', 'left', 'doneIn'] as const;
    const problem = this.problem ?? this.shown.problem;
    const rows = this.#lines(problem !== undefined).map(({ name, cells, asOf, note }) => [
      ...[name, ...columns.map((column) => cells[column])],
      asOf === undefined ? note : formatTime(asOf, 'short'),
    ]);
    return markdownTable(Object.values(headings), rows);
  }
}
