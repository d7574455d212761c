import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { type Project, type ProjectRef, formatRef, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, projectOfLink } from '../../core/model/projectRef.ts';
import { showWarning } from '../../editor/notify.ts';
import type { ProjectFacts, SavedStatsPanel } from '../../protocol/stats.ts';
import { readSavedStatsPanel } from '../../protocol/statsGuards.ts';
import {
  DoubleClicks,
  ENABLE_PREVIEW,
  hasPreviews,
  type OpenedFrom,
  opensPreview,
} from './previews.ts';
import { projectFacts } from './projectFacts.ts';
import { StatsPanel } from './statsPanel.ts';
import { isStatsPanelTitle, StatsPanelView, statsWebviewOptions } from './statsPanelView.ts';
import { statsTabs, statsTabsOf } from './statsTabs.ts';

/**
 * The stats panels of this window: one for each project, however it was asked for. At most one of
 * them is a preview, which gives its tab to the next project that a row opens. Previews are our own,
 * because the editor knows none for webviews.
 */
export class StatsPanels implements vscode.Disposable {
  readonly #viewType: string;
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #extensionUri: vscode.Uri;
  readonly #onOpen: (key: string) => void;
  readonly #panels = new Map<string, StatsPanel>();
  /** Projects that had a panel in this window: no tab from before a reload shows them any more. */
  readonly #had = new Set<string>();
  readonly #clicks = new DoubleClicks();
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
        const previewsEnd = event.affectsConfiguration(ENABLE_PREVIEW) && !hasPreviews();
        if (!previewsEnd && !event.affectsConfiguration('mintscope.loadImages')) return;
        for (const panel of this.#panels.values()) {
          if (previewsEnd) panel.keepOpen();
          panel.repaint();
        }
      }),
      {
        dispose: projects.onChange(() => {
          this.#updateFacts();
        }),
      },
    ];
  }

  /**
   * Opens the panel of a project, or brings it to the front with fresh numbers. From a row it leaves
   * the focus there: whoever walks through the list stays in it.
   */
  open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): void {
    // A person asks; a panel that comes back or follows a sign-in by itself forces no probe.
    this.#session.probeNow();
    const key = formatRef(ref);
    this.#onOpen(project?.key ?? `project/${key}`);
    const preserveFocus = from === 'row';
    const isDoubleClick = from === 'row' && this.#clicks.isSecond(key);
    const preview = opensPreview(from) && !isDoubleClick;
    const open = this.#panels.get(key);
    if (open) {
      if (!preview) open.keepOpen();
      open.reveal(preserveFocus);
      void open.load();
      return;
    }
    const facts = project && { facts: projectFacts(project, undefined) };
    const waiting = this.#had.has(key) ? [] : statsTabsOf(this.#viewType, key);
    if (waiting.length > 0) {
      // A tab cannot be told to come back, so another takes its place. It may have been kept open.
      const viewColumn = waiting[0]?.group.viewColumn;
      this.#show(ref, this.#createTab(key, { preserveFocus, viewColumn }), { ...facts });
      void vscode.window.tabGroups.close(waiting, true);
      return;
    }
    const reused = preview ? this.#previewTab() : undefined;
    this.#show(ref, reused ?? this.#createTab(key, { preserveFocus }), { ...facts, preview });
    reused?.reveal(preserveFocus);
  }

  /** Brings a panel back after the window was reloaded. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedStatsPanel(state);
    const ref = saved && parseProjectRef(saved.ref);
    if (!ref || this.#panels.has(formatRef(ref))) {
      panel.dispose();
    } else {
      const preview = saved.preview === true && hasPreviews() && this.#preview === undefined;
      this.#show(ref, this.#viewOf(panel), { ...saved, preview });
    }
  }

  /**
   * Closes the tabs that a reload left and nobody has looked at since: their titles tell names of
   * projects of the account that the window has left.
   */
  async closeWaiting(): Promise<void> {
    const shown = [...this.#panels.keys()];
    const waiting = statsTabs(this.#viewType).filter(
      ({ label }) => !shown.some((key) => isStatsPanelTitle(label, key)),
    );
    if (waiting.length > 0) await vscode.window.tabGroups.close(waiting, true);
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
    for (const panel of this.#panels.values()) panel.dispose();
  }

  get #preview(): readonly [key: string, panel: StatsPanel] | undefined {
    return [...this.#panels].find(([, panel]) => panel.preview);
  }

  /** The tab of the preview, which its project gives up; none if the person has pinned it. */
  #previewTab(): StatsPanelView | undefined {
    const [key, panel] = this.#preview ?? [];
    if (key === undefined || panel === undefined) return undefined;
    if (statsTabsOf(this.#viewType, key).some(({ isPinned }) => isPinned)) {
      panel.keepOpen();
      panel.repaint();
      return undefined;
    }
    this.#panels.delete(key);
    return panel.handOver();
  }

  #createTab(
    key: string,
    {
      preserveFocus,
      viewColumn = vscode.ViewColumn.Active,
    }: {
      readonly preserveFocus: boolean;
      readonly viewColumn?: vscode.ViewColumn | undefined;
    },
  ): StatsPanelView {
    const panel = vscode.window.createWebviewPanel(
      this.#viewType,
      `Project ${key}`,
      { viewColumn, preserveFocus },
      statsWebviewOptions(this.#extensionUri),
    );
    return this.#viewOf(panel);
  }

  #viewOf(panel: vscode.WebviewPanel): StatsPanelView {
    const view = new StatsPanelView(panel, this.#extensionUri);
    view.onDidDispose(() => {
      for (const [key, shown] of this.#panels) {
        if (!shown.isShownIn(view)) continue;
        shown.dispose();
        this.#panels.delete(key);
      }
    });
    return view;
  }

  #show(
    ref: ProjectRef,
    view: StatsPanelView,
    known: Partial<Omit<SavedStatsPanel, 'preview'>> & { readonly preview?: boolean },
  ): void {
    const key = formatRef(ref);
    const panel = new StatsPanel(ref, view, this.#session, {
      ...known,
      // The list knows when it was read, and is never older than what a row or a reload hands over.
      facts: this.#factsOf(key) ?? known.facts,
    });
    this.#panels.set(key, panel);
    this.#had.add(key);
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
