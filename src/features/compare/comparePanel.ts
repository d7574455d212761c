import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { openList } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { formatNumber } from '../../core/base/format.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { sharedProject, sharedWords } from '../../core/messages/searchMessages.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { tableHeadings } from '../../core/messages/countMessages.ts';
import { readOf } from '../../core/messages/coverageMessages.ts';
import { coverage } from '../../core/messages/listMessages.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import {
  idOf,
  isShared,
  type Project,
  type ProjectRef,
  projectRef,
} from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { isOutage, isServiceError } from '../../core/model/serviceError.ts';
import type { RowState } from '../../core/panel/panel.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { problemsOf } from '../../core/stats/problems.ts';
import { type LastReading, withReading } from '../../core/stats/reading.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatTime, timeAfter } from '../../editor/locale.ts';
import { showWarning } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { slices } from '../../editor/slices.ts';
import { LISTS, rowName } from '../../lists/index.ts';
import {
  type Act,
  RowPanel,
  type RowPanels,
  type RowTab,
  type ShownRow,
} from '../../rows/rowPanel.ts';
import { TO_STAY } from '../../rows/rowTabs.ts';
import { selectedRows, type Targets } from '../../views/commandTargets.ts';
import { lookIn } from '../../views/countedLook.ts';
import { comparedCells, compareTitle, limitWords, lineWords, shareLine } from './comparedLine.ts';
import {
  type ComparedLine,
  type CompareState,
  type FromCompare,
  isFromCompare,
} from './messages.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';

/** The most readings of a project that are sent to the page: about one for each four pixels. */
const MOST_READINGS = 250;
/** How often a visible tab is repainted, because pace and forecast change with time. */
const AGE_MS = 30_000;

interface ComparedProject {
  readonly ref: ProjectRef;
  readonly name: string;
  readonly status: string | undefined;
  /** Why its stats are neither requested nor shown: other projects have its reference. */
  readonly refusal: string | undefined;
}

interface ShownComparison extends ShownRow {
  projects: readonly ComparedProject[];
  /** The readings by `t/12`, the oldest first. They stay after a sign-out. */
  histories?: ReadonlyMap<string, readonly LastReading[]>;
}

/** The most characters of a name that are sent to the page: more than it shows. */
const LONGEST_NAME = 200;

/**
 * What a comparison shows of projects besides their counts.
 * @param list `undefined` if it has the projects of another account.
 * @param before the same projects, for the names of those that are not loaded or have no name.
 */
function comparedProjects(
  refs: readonly ProjectRef[],
  list: PagedList<Project> | undefined,
  before: readonly ComparedProject[] = [],
): readonly ComparedProject[] {
  return refs.map((ref, index) => {
    const key = `project/${ref}`;
    const row = list?.rowOf(key);
    const rows = list?.rowsOf(key) ?? [];
    const name = displayText(row?.name ?? '', LONGEST_NAME) || before[index]?.name;
    return {
      ref,
      name: name ?? describeRef(ref),
      status: row?.status,
      refusal: rows.length > 1 ? sharedWords(describeRef(ref)) : undefined,
    };
  });
}

/** A tab that compares the progress of two to eight projects. */
class ComparePanel extends RowPanel<ShownComparison, FromCompare> {
  readonly #projects: PagedList<Project>;

  constructor(
    panels: RowPanels,
    tab: RowTab,
    projects: PagedList<Project>,
    first: () => ShownComparison,
  ) {
    super(panels, tab, { page: 'compare', hasImages: false, isMessage: isFromCompare, first });
    this.#projects = projects;
  }

  override followList(): void {
    if (this.#projects.state.work === 'all' || this.isOfAnotherAccount) return;
    const before = this.shown.projects;
    const refs = before.map(({ ref }) => ref);
    const projects = comparedProjects(refs, this.#projects, before);
    if (isDeepStrictEqual(projects, before)) return;
    this.shown.projects = projects;
    this.repaint();
  }

  protected override get refs(): readonly ProjectRef[] {
    return this.shown.projects.flatMap(({ ref, refusal }) => (refusal === undefined ? [ref] : []));
  }

  protected override addReading({ ref, last, before }: NewReading): void {
    const { shown } = this;
    const history = withReading(shown.histories?.get(ref), last, before);
    if (history) shown.histories = new Map(shown.histories).set(ref, history);
  }

  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<ShownRow> {
    if (!connection) return this.failedBy();
    const isFirst = this.shown.histories === undefined;
    await this.#recall(connection, signal);
    // Show the stored readings meanwhile.
    if (isFirst && !signal.aborted) this.repaint();
    const reader = readerOf(connection);
    const { refs } = this;
    try {
      await reader.readAll(refs, { urgency: 'user', signal, maxAgeMs: 0 });
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return this.failedBy(error.failure);
    }
    // If only some could not be read, their rows say why, and the others are kept young.
    const failures = refs.map((ref) => reader.failures.get(ref));
    const [failure] = failures;
    return this.failedBy(failures.every((one) => one && isOutage(one)) ? failure : undefined);
  }

  /** Loads the stored readings. It yields after each project, because there may be many. */
  async #recall(connection: ActiveConnection, signal: AbortSignal): Promise<void> {
    const histories = new Map<string, readonly LastReading[]>();
    for (const { ref } of this.shown.projects) {
      histories.set(ref, readerOf(connection).readings.of(ref));
      await slices.pause();
    }
    if (!signal.aborted) this.shown.histories = histories;
  }

  protected draw(common: RowState) {
    const lines = this.#lines(common.problem !== undefined);
    const withReading = lines.filter(({ asOf }) => asOf !== undefined).length;
    const state: CompareState = {
      ...common,
      lines,
      covers: readOf(withReading, lines.length),
      loading: this.busy,
    };
    this.ageing.restart(AGE_MS);
    return { state, title: compareTitle(this.shown.projects.map(({ name }) => name)) };
  }

  /** @param isOutdated leaves out pace and forecast, which need current readings. */
  #lines(isOutdated: boolean): readonly ComparedLine[] {
    const { projects, histories } = this.shown;
    const now = this.session.clock.now();
    const { current } = this.session;
    return projects.map(({ ref, name, status, refusal }) => {
      const known = refusal === undefined ? histories?.get(ref) : undefined;
      const history = known ?? [];
      const last = history.at(-1);
      const pace =
        isOutdated || this.isOfAnotherAccount
          ? undefined
          : unlessFailed(current && last && projectPace(current, ref, last), status);
      const line = shareLine(history, MOST_READINGS);
      return {
        name,
        cells: comparedCells(last, history, last && pace, now),
        asOf: last?.at,
        note:
          joinWords(
            last ? concernWords(problemsOf(last, status)) : '',
            refusal ?? this.#failureOf(ref) ?? lineWords(history.length) ?? '',
          ) || undefined,
        ...line,
      };
    });
  }

  /** Why the counts of a project could not be read at the last try, in words. */
  #failureOf(ref: ProjectRef): string | undefined {
    const { current, host } = this.session;
    if (!current || this.isOfAnotherAccount) return undefined;
    const failure = readerOf(current).failures.get(ref);
    if (!failure) return undefined;
    const { reason, hint } = describeStatsFailure(failure, ref, host, timeAfter, true);
    return `${reason} ${hint}`;
  }

  protected async act(message: Act<FromCompare>): Promise<void> {
    switch (message.type) {
      case 'refresh':
        await this.refresh();
        return;
      case 'copy':
        await this.copy('table', this.#markdown());
    }
  }

  #markdown(): string {
    const headings = tableHeadings();
    const columns = ['share', 'confirmed', 'pace', 'left', 'doneIn'] as const;
    const rows = this.#lines(this.problem !== undefined).map(({ name, cells, asOf, note }) => [
      joinWords(name, note ?? ''),
      ...columns.map((column) => cells[column]),
      asOf === undefined ? '' : formatTime(asOf, 'short'),
    ]);
    return markdownTable(Object.values(headings), rows);
  }
}

/**
 * Prompts for two to eight of the loaded projects. Resolves with `undefined` if the user canceled or
 * the connection ended.
 * @param selected those that are checked at first. They stand above the others.
 */
function askCompared(
  { state }: PagedList<Project>,
  connection: ActiveConnection,
  selected: readonly ProjectRef[],
): Promise<readonly ProjectRef[] | undefined> {
  const items = state.rows.flatMap((row) => {
    const ref = projectRef(row);
    if (!ref) return [];
    const { description: facts } = LISTS.projects.inFinder(row);
    const description = joinWords(lookIn(connection, row).words, facts, ref);
    return [textItem({ label: rowName(row), description, ref })];
  });
  const checked = items.filter(({ ref }) => selected.includes(ref));
  const pick = createPick<(typeof items)[number]>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.placeholder = l10n.t('{0} loaded', coverage(state));
  pick.items = [...new Set([...checked, ...items])];
  pick.selectedItems = checked;
  const showTitle = () => {
    pick.title = limitWords(pick.selectedItems.length) ?? l10n.t('Compare Progress');
  };
  showTitle();
  return answered<readonly ProjectRef[]>(pick, connection.ended, (answer) => {
    pick.onDidChangeSelection(showTitle);
    pick.onDidAccept(() => {
      const refs = pick.selectedItems.map(({ ref }) => ref);
      if (limitWords(refs.length) === undefined) answer(refs);
    });
  });
}

export function comparePanels(panels: RowPanels, projects: PagedList<Project>) {
  const { session } = panels;
  const openComparison = async (refs: readonly ProjectRef[]): Promise<void> => {
    // Sort, so that the same projects have one address in whatever order they were selected.
    const { compare } = new Intl.Collator('en', { numeric: true });
    const sorted = refs.toSorted(
      (one, other) => compare(idOf(one), idOf(other)) || compare(one, other),
    );
    const title = compareTitle(comparedProjects(sorted, projects).map(({ name }) => name));
    await panels.open({ kind: 'compare', refs: sorted }, title, TO_STAY);
  };
  const handlers = (targets: Targets) =>
    ({
      'mintscope.compareProgress': (row, selected) =>
        connected(session, async (connection) => {
          const rows = selectedRows(targets, row, selected, ['projects']);
          const refs = rows.flatMap((project) => projectRef(project) ?? []);
          const shared = rows.find(isShared);
          if (shared) void showWarning(sharedProject(shared));
          else if (refs.length < rows.length) {
            void showWarning(
              l10n.t(
                '{0} of {1} projects cannot be compared: the service gave no ID or no kind for them.',
                formatNumber(rows.length - refs.length),
                formatNumber(rows.length),
              ),
            );
          }
          session.probeNow();
          if (limitWords(refs.length) === undefined) {
            await openComparison(refs);
            return;
          }
          await openList(session, projects);
          await readerOf(connection).newest();
          const chosen = await askCompared(projects, connection, refs);
          if (chosen) await openComparison(chosen);
        }),
    }) satisfies Handlers;
  return {
    handlers,
    show: (refs: readonly ProjectRef[], tab: RowTab): void => {
      const first = () => {
        const isOwn = panels.isOf(session.account, tab.place);
        return { projects: comparedProjects(refs, isOwn ? projects : undefined) };
      };
      new ComparePanel(panels, tab, projects, first);
    },
  };
}
