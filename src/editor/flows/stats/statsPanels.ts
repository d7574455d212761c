import * as vscode from 'vscode';
import { type Project, type ProjectRef, formatRef, projectRef } from '../../../core/domain.ts';
import type { PagedList } from '../../../core/pagedList.ts';
import { parseProjectRef, projectOfLink } from '../../../core/projectQuery.ts';
import { readSavedStatsPanel } from '../../../protocol/statsGuards.ts';
import type { ProjectFacts, SavedStatsPanel } from '../../../protocol/stats.ts';
import { showWarning } from '../../notify.ts';
import { projectFacts } from './projectFacts.ts';
import type { Session } from '../../session.ts';
import { StatsPanel } from './statsPanel.ts';
import { StatsPanelView, statsWebviewOptions } from './statsPanelView.ts';

/** The stats panels of this window: one for each project, however it was asked for. */
export class StatsPanels implements vscode.Disposable {
  readonly #viewType: string;
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #extensionUri: vscode.Uri;
  readonly #onOpen: (key: string) => void;
  readonly #panels = new Map<string, StatsPanel>();
  readonly #subscriptions: readonly { dispose(): unknown }[];

  /** @param onOpen told the key of each project that a person opens. */
  constructor(
    viewType: string,
    session: Session,
    projects: PagedList<Project>,
    extensionUri: vscode.Uri,
    onOpen: (key: string) => void,
  ) {
    this.#viewType = viewType;
    this.#onOpen = onOpen;
    this.#session = session;
    this.#projects = projects;
    this.#extensionUri = extensionUri;
    this.#subscriptions = [
      session.onDidChange(() => {
        for (const panel of this.#panels.values()) void panel.load();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.loadImages')) return;
        for (const panel of this.#panels.values()) panel.repaint();
      }),
      {
        dispose: projects.onChange(() => {
          this.#updateFacts();
        }),
      },
    ];
  }

  /**
   * Opens the panel of a project, or brings it to the front with fresh numbers.
   * @param preserveFocus for a row: whoever walks through the list stays in it.
   */
  open(ref: ProjectRef, project?: Project, preserveFocus = false): void {
    // A person asks; a panel that comes back or follows a sign-in by itself forces no probe.
    this.#session.probeNow();
    const key = formatRef(ref);
    this.#onOpen(project?.key ?? `project/${key}`);
    const open = this.#panels.get(key);
    if (open) {
      open.reveal(preserveFocus);
      void open.load();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      this.#viewType,
      `Project ${key}`,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus },
      statsWebviewOptions(this.#extensionUri),
    );
    this.#add(ref, panel, project && { facts: projectFacts(project, undefined) });
  }

  /** Brings a panel back after the window was reloaded. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedStatsPanel(state);
    const ref = saved && parseProjectRef(saved.ref);
    if (!ref || this.#panels.has(formatRef(ref))) {
      panel.dispose();
    } else {
      this.#add(ref, panel, saved);
    }
  }

  /** Opens what `vscode://mintscope.mintscope/projects/t/12` names: a project and nothing else. */
  openLink(path: string): void {
    const ref = projectOfLink(path);
    if (ref) this.open(ref);
    else {
      void showWarning('Mintscope: this link names no project. One looks like …/projects/t/12.');
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #add(
    ref: ProjectRef,
    webviewPanel: vscode.WebviewPanel,
    known: Omit<SavedStatsPanel, 'ref'> = {},
  ): void {
    const key = formatRef(ref);
    const view = new StatsPanelView(webviewPanel, this.#extensionUri);
    const panel = new StatsPanel(ref, view, this.#session, {
      ...known,
      // The list knows when it was read, and is never older than what a row or a reload hands over.
      facts: this.#factsOf(key) ?? known.facts,
    });
    this.#panels.set(key, panel);
    view.onDidDispose(() => {
      panel.dispose();
      this.#panels.delete(key);
    });
    void panel.load();
  }

  #updateFacts(): void {
    if (this.#panels.size === 0 || this.#projects.state.work === 'all') return;
    const { rows, asOf } = this.#projects.state;
    for (const project of rows) {
      const ref = projectRef(project);
      if (ref) this.#panels.get(formatRef(ref))?.showFacts(projectFacts(project, asOf));
    }
  }

  #factsOf(key: string): ProjectFacts | undefined {
    const { rows, asOf } = this.#projects.state;
    const project = rows.find((row) => row.key === `project/${key}`);
    return project && projectFacts(project, asOf);
  }
}
