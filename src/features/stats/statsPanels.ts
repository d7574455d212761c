import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, projectOfLink } from '../../core/model/projectRef.ts';
import { showWarning } from '../../editor/notify.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { RowPanels } from '../../panels/rowPanels.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import {
  FACT_TEXTS,
  type FromStatsPanel,
  isFromStatsPanel,
  type ProjectFacts,
  readSavedStatsPanel,
} from '../../protocol/stats.ts';
import { type ShownStats, StatsPanel } from './statsPanel.ts';
import { isTabOf, statsTitle } from './statsTabs.ts';

/** Characters of a text that are sent: more than the page shows of any. */
const LONGEST_TEXT = 50_000;

/** The stats panels of this window: one for each project, however it was asked for. */
export class StatsPanels implements vscode.Disposable {
  readonly #panels: RowPanels<ShownStats, FromStatsPanel, StatsPanel>;
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(
    viewType: string,
    session: Session,
    projects: PagedList<Project>,
    extensionUri: vscode.Uri,
  ) {
    this.#session = session;
    this.#projects = projects;
    this.#panels = new RowPanels(session, {
      type: { viewType, extensionUri, stylesheet: 'panels.css', isMessage: isFromStatsPanel },
      titleOf: ({ key }) => statsTitle({ ref: key }),
      isTabOf,
      create: (...parts) => new StatsPanel(...parts),
    });
    const stopFollowing = projects.onChange(() => {
      this.#updateFacts();
    });
    this.#subscriptions = [
      this.#panels,
      { dispose: stopFollowing },
      session.onDidChangeStatus(() => {
        for (const panel of this.surfaces) if (panel.failed) panel.repaint();
      }),
    ];
  }

  /**
   * Opens the panel of a project, or reveals and refreshes it. From a row, the focus stays in the
   * list.
   */
  open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): void {
    // A person asked for it. Panels that are restored or follow a sign-in do not end a pause.
    this.#session.probeNow();
    const key = formatRef(ref);
    // The list knows when it was read, and is never older than a row that is handed over.
    const facts = this.#factsOf(key) ?? (project && projectFacts(project, undefined));
    this.#panels.show({ key, ref, facts, account: undefined }, from);
  }

  /** The project of the panel in front; see `RowInFront`. */
  get inFront(): ReturnType<RowInFront> {
    const project = this.#panels.active?.project;
    if (project === undefined || project === 'unknown') return project;
    return this.#projects.state.rows.find(({ key }) => key === project.key) ?? project;
  }

  /** Requests the stats of the panel in front again. Returns whether there is one. */
  refreshInFront(): boolean {
    const panel = this.#panels.active;
    this.#session.probeNow();
    void panel?.load();
    return panel !== undefined;
  }

  /** Restores a panel after a reload of the window. */
  restore(tab: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedStatsPanel(state);
    const ref = saved && parseProjectRef(saved.ref);
    if (!ref) {
      tab.dispose();
      return;
    }
    const key = formatRef(ref);
    const facts = this.#factsOf(key) ?? saved.facts;
    this.#panels.restore(tab, { key, ref, facts, account: saved.service }, saved.preview === true);
  }

  closeWaiting(): Promise<void> {
    return this.#panels.closeWaiting();
  }

  /** Opens what `vscode://mintscope.mintscope/projects/t/12` names: a project and nothing else. */
  openLink(path: string): void {
    const ref = projectOfLink(path);
    if (ref) this.open(ref, undefined, 'link');
    else {
      void showWarning('Mintscope: this link names no project. One looks like …/projects/t/12.');
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The open panels, which may show an outage. */
  get surfaces(): readonly StatsPanel[] {
    return [...this.#panels.open.values()];
  }

  #updateFacts(): void {
    const { open } = this.#panels;
    if (open.size === 0 || this.#projects.state.work === 'all') return;
    const { rows, asOf } = this.#projects.state;
    for (const project of rows) {
      const ref = projectRef(project);
      if (ref) open.get(formatRef(ref))?.showFacts(projectFacts(project, asOf));
    }
  }

  #factsOf(key: string): ProjectFacts | undefined {
    const { rows, asOf } = this.#projects.state;
    const project = rows.find((row) => row.key === `project/${key}`);
    return project && projectFacts(project, asOf);
  }
}

/**
 * The texts of a Project that are sent to the webview, with the address of its image. An address
 * that is cut here is too long to be loaded anyway.
 * @param asOf when the list that holds it was asked for, in milliseconds since 1970.
 */
export function projectFacts(project: Project, asOf: number | undefined): ProjectFacts {
  const facts = FACT_TEXTS.flatMap((name) => {
    const text = project[name]?.slice(0, LONGEST_TEXT);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(facts), ...(asOf !== undefined && { asOf }) };
}
