import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { settings } from '../../editor/settings.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { refreshRow } from '../../core/lists/refreshRow.ts';
import { sharedReference } from '../../core/messages/searchMessages.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { showWarning } from '../../editor/notify.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { RowPanels, type RowPanelType } from '../../panels/rowPanels.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import {
  FACT_TEXTS,
  type FromStatsPanel,
  isFromStatsPanel,
  type ProjectFacts,
  readSavedStatsPanel,
} from './messages.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { type ShownStats, StatsPanel } from './statsPanel.ts';
import { isTabOf, statsTitle } from './statsTabs.ts';

/** The most characters of a text that a panel gets: more than its page shows. */
const LONGEST_TEXT = 50_000;

/** The stats panels of this window, one for each project. They follow its readings and its row. */
export class StatsPanels extends RowPanels<ShownStats, FromStatsPanel, StatsPanel> {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #following: vscode.Disposable;

  constructor(session: Session, projects: PagedList<Project>, extensionUri: vscode.Uri) {
    const refresh = (key: string) => {
      this.refresh(key);
    };
    const refusalOf = (ref: ProjectRef) => this.#refusalOf(ref);
    const kind: RowPanelType<ShownStats, StatsPanel, FromStatsPanel> = {
      viewType: 'mintscope.stats',
      page: 'stats',
      extensionUri,
      stylesheet: 'panels.css',
      isMessage: isFromStatsPanel,
      titleOf: ({ key }) => statsTitle({ ref: key }),
      isTabOf,
      create: (...parts) => new StatsPanel(refresh, refusalOf, ...parts),
    };
    super(session, kind, projects);
    this.#session = session;
    this.#projects = projects;
    this.#following = followConnection(session, (current) =>
      current ? this.#follow(current) : [],
    );
  }

  /** Opens a panel; a reference of several projects only gets a warning that names them. */
  open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): void {
    const refusal = this.#refusalOf(ref);
    if (refusal !== undefined) {
      void showWarning(refusal);
      return;
    }
    // The user requests the stats. Panels that are restored or follow a sign-in end no pause.
    this.#session.probeNow();
    const key = formatRef(ref);
    // The list is at least as new as the row that a command passes.
    const facts = this.#factsOf(key) ?? (project && projectFacts(project));
    this.show({ key, ref, facts, account: undefined }, from);
  }

  /** The project of the panel in front; see `RowInFront`. */
  get inFront(): ReturnType<RowInFront> {
    const project = this.active?.project;
    if (project === undefined || project === 'unknown') return project;
    return this.#projects.rowOf(project.key) ?? project;
  }

  /** Whether nothing is left to mint in the panel in front; false without one. */
  get isOverInFront(): boolean {
    return this.active?.isOver ?? false;
  }

  /** The projects of the open panels, as far as the panels know them. */
  get projects(): readonly Project[] {
    return this.surfaces.flatMap(({ project }) => (project === 'unknown' ? [] : project));
  }

  /** Refreshes the panel in front. Returns whether there is one. */
  refreshInFront(): boolean {
    const panel = this.active;
    if (panel) this.refresh(panel.key);
    return panel !== undefined;
  }

  /**
   * Requests the stats of a panel again, then the project's row for its status. The view and the
   * panel then show the same. The row comes second, because in an outage only one request is let
   * through; if that fails, the row is not requested.
   */
  refresh(key: string): void {
    this.#session.probeNow();
    const panel = this.byKey.get(key);
    void panel?.load().then(() => {
      if (!panel.failed) this.refreshRow(`project/${key}`);
    });
  }

  refreshRow(key: string): void {
    const { current } = this.#session;
    if (current) void refreshRow(this.#projects, key, current.ended);
  }

  restore(tab: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedStatsPanel(state);
    const ref = saved && parseProjectRef(saved.ref);
    if (!ref) {
      tab.dispose();
      return;
    }
    const key = formatRef(ref);
    const facts = this.#factsOf(key) ?? (settings.keepRows ? saved.facts : undefined);
    this.adopt(tab, { key, ref, facts, account: saved.service }, saved.preview === true);
  }

  override dispose(): void {
    super.dispose();
    this.#following.dispose();
  }

  protected followList(): void {
    const open = this.byKey;
    // The pages of a Load All are followed together, at its end.
    if (open.size === 0 || this.#projects.state.work === 'all') return;
    for (const [key, panel] of open) {
      const facts = this.#factsOf(key);
      if (facts) panel.showFacts(facts);
      panel.followRefusal();
    }
  }

  /** Why the stats of this reference are not shown, if several projects have it. */
  #refusalOf(ref: ProjectRef): string | undefined {
    const rows = this.#projects.rowsOf(`project/${formatRef(ref)}`);
    return rows.length > 1 ? sharedReference(ref, rows) : undefined;
  }

  #follow(connection: ActiveConnection): readonly vscode.Disposable[] {
    return [
      readerOf(connection).onDidChange(({ key, last }) => {
        const { status, asOf: statusAt } = this.#factsOf(key) ?? {};
        const isSeen = vscode.window.state.focused && this.byKey.get(key)?.visible;
        const isBehind = isStatusBehind({ status, statusAt }, last);
        if (isSeen && isBehind) this.refreshRow(`project/${key}`);
      }),
      ...[watchedOf(connection), concernedOf(connection)].map(({ onDidChange }) =>
        onDidChange(() => {
          for (const panel of this.surfaces) panel.repaint();
        }),
      ),
    ];
  }

  #factsOf(key: string): ProjectFacts | undefined {
    const project = this.#projects.rowOf(`project/${key}`);
    return project && projectFacts(project);
  }
}

/**
 * What a stats panel shows of a Project besides its counts: texts and the address of its image. An
 * address that is cut here is too long to be loaded anyway.
 */
export function projectFacts(project: Project): ProjectFacts {
  const { askedAt: asOf } = project;
  const facts = FACT_TEXTS.flatMap((name) => {
    const text = project[name]?.slice(0, LONGEST_TEXT);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(facts), ...(asOf !== undefined && { asOf }) };
}
