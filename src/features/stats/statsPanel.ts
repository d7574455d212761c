import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { isDown } from '../../connection/serviceStatus.ts';
import { displayLines, displayText, joinWords } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { sharedWords } from '../../core/messages/searchMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import { isProject, type Project, type ProjectRef } from '../../core/model/model.ts';
import {
  describeRef,
  otherKind,
  parseProjectRef,
  unseenProject,
} from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { PanelProblem, RowState } from '../../core/panel/panel.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { type LastReading, withReading, type History, thinned } from '../../core/stats/reading.ts';
import { leftOf, endSeen } from '../../core/stats/share.ts';
import { showWarning } from '../../editor/notify.ts';
import { isServiceRow } from '../../lists/index.ts';
import { addressOf, nameInTitle, rowTitle } from '../../rows/address.ts';
import {
  type Act,
  RowPanel,
  type RowPanels,
  type RowTab,
  type ShownRow,
} from '../../rows/rowPanel.ts';
import { addressInFront, FROM_ROW, type Opening, TO_STAY } from '../../rows/rowTabs.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { acknowledgedOf, watchedOf } from '../../stats/rowFacts.ts';
import { type NewReading, readerOf } from '../../stats/statsReader.ts';
import { projectRefOf, type Targets, targetRow } from '../../views/commandTargets.ts';
import { lookOf } from '../../views/countedLook.ts';
import {
  type FromStatsPanel,
  isFromStatsPanel,
  type StatsState,
  type TimeLine,
} from './messages.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { mintedWords, paceParts } from '../../core/messages/forecastMessages.ts';
import type { ProjectPace } from '../../core/stats/forecast.ts';

/** How often a visible panel is drawn again, because the time until the end becomes shorter. */
const AGE_MS = 10_000;

interface ShownStats extends ShownRow {
  /** Its row in the list, or what the title of its tab says of it. */
  project: Project;
  /** The newest reading. It stays after a sign-out, and when the stored readings are cleared. */
  reading?: LastReading | undefined;
  /** `undefined` until it was loaded from the database. */
  history?: readonly LastReading[] | undefined;
  /** Why nothing is shown of it: several projects have its reference. */
  refusal?: string | undefined;
}

/**
 * What the page shows of a project besides its counts: cleaned, and cut to what is shown.
 * @param image its address, if the page may load it.
 */
export function projectFacts(project: Project, image?: string): StatsState['facts'] {
  const texts = {
    name: displayText(project.name ?? '', 400),
    symbol: displayText(project.symbol ?? '', 40),
    status: displayText(project.status ?? '', 60),
    mintAddress: displayText(project.mintAddress ?? '', 120),
    description: displayLines(project.description ?? '', 20_000),
    image: image ?? '',
  };
  const present = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(present), asOf: project.askedAt };
}

/** Why the stats of a reference are not requested; `undefined` unless several projects have it. */
export function refusalOf(projects: PagedList<Project>, ref: ProjectRef): string | undefined {
  const rows = projects.rowsOf(`project/${ref}`);
  return rows.length > 1 ? sharedWords(describeRef(ref)) : undefined;
}

export class StatsPanel extends RowPanel<ShownStats, FromStatsPanel> {
  readonly ref: ProjectRef;
  readonly #rowKey: string;
  readonly #projects: PagedList<Project>;

  constructor(
    panels: RowPanels,
    tab: RowTab,
    projects: PagedList<Project>,
    ref: ProjectRef,
    first: () => ShownStats,
  ) {
    super(panels, tab, { page: 'stats', isMessage: isFromStatsPanel, first });
    this.#projects = projects;
    this.ref = ref;
    this.#rowKey = `project/${ref}`;
  }

  /** What is known of the project; `undefined` if it is one of another account. */
  get project(): Project | undefined {
    return this.isOfAnotherAccount ? undefined : unseenProject(this.ref, this.shown.project);
  }

  override get polled(): readonly ProjectRef[] {
    return this.#isUnknown ? [] : super.polled;
  }

  /**
   * Reads the project's row after the stats, for its status: the view and the panel then show the
   * same. It comes second, because in an outage only one request is let through.
   */
  override async refresh(): Promise<void> {
    const isConnected = !this.session.failure;
    await super.refresh();
    const { connection } = this;
    if (connection && isConnected && !isDown(this.session)) {
      void this.#projects.refreshPage(this.#rowKey, connection.ended, true);
    }
  }

  /** The pages of a Load All are followed together, at its end. */
  override followList(): void {
    if (this.#projects.state.work === 'all' || this.isOfAnotherAccount) return;
    const { project, refusal } = this.shown;
    const row = this.#projects.rowOf(this.#rowKey);
    if (refusalOf(this.#projects, this.ref) !== refusal) void this.load();
    else if (refusal === undefined && row && row !== project) {
      this.shown.project = row;
      this.repaint();
    }
  }

  /** None while a request under way would show the counts of one of several projects. */
  protected override get refs(): readonly ProjectRef[] {
    return this.shown.refusal === undefined ? [this.ref] : [];
  }

  protected override addReading({ last, before }: NewReading): void {
    const { shown } = this;
    shown.history = withReading(shown.history, last, before);
    shown.reading = last;
  }

  protected override addFailure(_: ProjectRef, failure: Failure): void {
    Object.assign(this.shown, this.failedBy(failure));
  }

  /** Adds the stored readings. They are shown at once, and stay if the service cannot be reached. */
  protected override recall(connection: ActiveConnection): void {
    const { shown } = this;
    const refusal = refusalOf(this.#projects, this.ref);
    shown.refusal = refusal;
    if (refusal !== undefined) {
      shown.project = unseenProject(this.ref);
      shown.reading = undefined;
      shown.history = [];
      return;
    }
    const reader = readerOf(connection);
    shown.project = this.#projects.rowOf(this.#rowKey) ?? shown.project;
    shown.reading = reader.last(this.ref) ?? shown.reading;
    shown.history = reader.readings.of(this.ref);
  }

  /** Requests the stats. `addReading` gets them, as those of other surfaces. */
  protected async read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<ShownStats>> {
    if (!connection || this.shown.refusal !== undefined) return this.failedBy();
    try {
      await readerOf(connection).read(this.ref, { urgency: 'user', signal, maxAgeMs: 0 });
      return this.failedBy();
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return this.failedBy(error.failure);
    }
  }

  protected override get problem(): PanelProblem | undefined {
    const { refusal } = this.shown;
    const own = refusal === undefined ? undefined : { message: refusal, action: 'retry' as const };
    return super.problem ?? own;
  }

  protected draw(common: RowState) {
    const { project, reading, history } = this.shown;
    const { connection } = this;
    const { problem } = common;
    const pace = connection && reading && projectPace(connection, this.ref, reading);
    const now = this.session.clock.now();
    const timeLine = timeLineOf(history, now, unlessFailed(pace, project.status));
    if (timeLine?.done) this.ageing.restart(AGE_MS);
    else this.ageing.cancel();
    const concerns = connection ? projectConcerns(project, reading, readerOf(connection)) : [];
    const { tone, chips } = lookOf(project, reading, concerns);
    const isAcknowledged =
      connection && acknowledgedOf(connection).all.get(this.#rowKey)?.isAlarm === true;
    const state: StatsState = {
      ...common,
      ref: this.ref,
      loading: this.busy,
      tone,
      chips: joinWords(chips, isAcknowledged ? l10n.t('acknowledged') : '') || undefined,
      facts: projectFacts(project, this.loadable(project.image)),
      counts: reading && countsOf(reading),
      asOf: reading?.at,
      watched: this.#watched,
      other: this.#isUnknown && !isDown(this.session) ? otherKind(this.ref) : undefined,
      // Pace and forecast cannot be brought up to date.
      timeLine: timeLine && problem ? { ...timeLine, pace: [], done: undefined } : timeLine,
    };
    return { state, title: rowTitle(project) };
  }

  /** Whether the service knew no such project at the last try. */
  get #isUnknown(): boolean {
    const { connection, ref } = this;
    return connection !== undefined && readerOf(connection).failures.get(ref)?.kind === 'notFound';
  }

  /**
   * Whether the project is watched. `undefined`, which hides the button, if that is not known, or if
   * an unwatched project has failed, is not known to the service or has nothing left to mint.
   */
  get #watched(): boolean | undefined {
    const { connection } = this;
    if (!connection) return undefined;
    const { reading, project } = this.shown;
    const isWatched = watchedOf(connection).all.has(this.#rowKey);
    const isOver = reading !== undefined && leftOf(reading) === 0;
    const mayMint = !this.#isUnknown && !isOver && statusTone(project.status) !== 'failed';
    return isWatched || mayMint ? isWatched : undefined;
  }

  protected async act(message: Act<FromStatsPanel>): Promise<void> {
    switch (message.type) {
      case 'refresh':
        await this.refresh();
        return;
      case 'watch':
        await runCommand('mintscope.watchProject', this.project);
        return;
      case 'stopWatching':
        await runCommand('mintscope.stopWatching', this.project, undefined, true);
        return;
      case 'tellMeWhen':
        await runCommand('mintscope.showWatched', this.project);
        return;
      case 'openOther':
        await runCommand('mintscope.openStats', otherKind(this.ref));
        return;
      case 'copy': {
        const { what } = message;
        await this.copy(what, what === 'id' ? this.ref : this.shown.project.mintAddress);
      }
    }
  }
}

export function statsPanels(panels: RowPanels, projects: PagedList<Project>) {
  const { session } = panels;
  const all = () => panels.all.filter((panel) => panel instanceof StatsPanel);
  const rowOf = (ref: ProjectRef) => projects.rowOf(`project/${ref}`);
  /** Rows that were opened and that the list does not have, or not by their reference. */
  const opened = new Map<string, Project>();
  const openedKey = (ref: ProjectRef) => `${session.account} ${ref}`;
  /** Opens a tab; for a reference of several projects, only shows a warning that names them. */
  const openProject = async (
    ref: ProjectRef,
    project: Project | undefined,
    opening: Opening,
  ): Promise<void> => {
    const refusal = refusalOf(projects, ref);
    if (refusal !== undefined) {
      void showWarning(refusal);
      return;
    }
    // The user requests the stats. Panels that are restored or follow a sign-in end no pause.
    session.probeNow();
    const listed = rowOf(ref);
    const row = listed ?? { ...unseenProject(ref, project), askedAt: project?.askedAt };
    if (!listed) opened.set(openedKey(ref), row);
    await panels.open({ kind: 'stats', ref }, rowTitle(row), opening);
  };
  /** @param ended aborts when the connection that the row is from ends; then nothing opens. */
  const openRow = async (project: Project, opening: Opening, ended?: AbortSignal) => {
    const ref = await projectRefOf(project, ended);
    if (ref && !ended?.aborted) await openProject(ref, project, opening);
  };
  /** @param row a row, or a reference such as `t/12`; without either, the user is prompted. */
  const openStats = async (row: unknown) => {
    const named = typeof row === 'string' ? parseProjectRef(row) : undefined;
    if (named) await openProject(named, undefined, TO_STAY);
    else if (isServiceRow(row) && isProject(row)) {
      await openRow(row, FROM_ROW, session.current?.ended);
    } else await runCommand('mintscope.lookUpStats');
  };
  /**
   * Reads the stats or the comparison at an address again, by default that in front. Returns whether
   * there is one.
   */
  const refreshAt = (uri = addressInFront()): boolean => {
    const kind = uri && addressOf(uri)?.resource.kind;
    if (!uri || (kind !== 'stats' && kind !== 'compare')) return false;
    for (const panel of panels.at(uri)) void panel.refresh();
    return true;
  };
  const refreshStats = async (targets: Targets, row: unknown, selected: unknown) => {
    const shown = isServiceRow(row) ? undefined : targets.front.row();
    // From the title of a panel. From the palette, the user may be at another row than that in front.
    const isMeant = row instanceof vscode.Uri || Array.isArray(shown);
    const address = row instanceof vscode.Uri ? row : undefined;
    if (isMeant && refreshAt(address)) return;
    const title = l10n.t('Refresh the stats of which project?');
    const question = { title, lists: ['projects'] } as const;
    const project = await targetRow(targets, row, selected, question);
    if (!project) return;
    const isInFront = isServiceRow(shown) && shown.key === project.key;
    if (isInFront && refreshAt()) return;
    await openStats(project);
    // The panel requests the stats itself; its row is read too, for the status.
    const { current } = session;
    if (current) void projects.refreshPage(project.key, current.ended, true);
  };
  const handlers = (targets: Targets) =>
    ({
      'mintscope.openStats': openStats,
      'mintscope.refreshStats': (row, selected) => refreshStats(targets, row, selected),
    }) satisfies Handlers;
  return {
    handlers,
    openProject,
    openRow,
    show: (ref: ProjectRef, tab: RowTab): void => {
      const named = unseenProject(ref, { name: nameInTitle(tab.title, ref) });
      const known = opened.get(openedKey(ref));
      opened.delete(openedKey(ref));
      const first = () => {
        const isOwn = panels.isOf(session.account, tab.place);
        const row = isOwn ? (rowOf(ref) ?? known) : undefined;
        return { project: row ?? named };
      };
      new StatsPanel(panels, tab, projects, ref, first);
    },
    /** What the open panels know of a project; `undefined` if none shows it. */
    projectOf: (ref: ProjectRef): Project | undefined =>
      all().find((panel) => panel.ref === ref)?.project,
    /** The projects of the open panels, as far as the panels know them. */
    projects: (): readonly Project[] => all().flatMap(({ project }) => project ?? []),
  };
}

/** The most readings that are sent to the page: about one for every two pixels of the chart. */
const MOST_READINGS = 500;

/** @param pace `undefined` if it is not known. Returns `undefined` without readings. */
export function timeLineOf(
  history: History | undefined,
  now: number,
  pace?: ProjectPace,
): TimeLine | undefined {
  if (!history || history.length === 0) return undefined;
  const minted = mintedWords(history, now);
  const motion = pace ? paceParts(pace, now) : [];
  return {
    readings: thinned(history, MOST_READINGS),
    pace: minted === '' ? motion : [minted],
    done:
      pace && 'low' in pace
        ? {
            at: now,
            low: Math.max(now, pace.low),
            likely: Math.max(now, pace.likely),
            high: Math.max(now, pace.high),
          }
        : undefined,
    ended: endSeen(history)?.at,
  };
}
