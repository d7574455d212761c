import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { type Project, type ProjectRef, formatRef, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, projectOfLink } from '../../core/model/projectRef.ts';
import { showWarning } from '../../editor/notify.ts';
import { openTab, type PanelType } from '../../editor/statePanel.ts';
import {
  FACT_TEXTS,
  type FromStatsPanel,
  isFromStatsPanel,
  type ProjectFacts,
  readSavedStatsPanel,
} from '../../protocol/stats.ts';
import { type Known, StatsPanel } from './statsPanel.ts';
import {
  doubleClicks,
  ENABLE_PREVIEW,
  hasPreviews,
  isTabOf,
  type OpenedFrom,
  opensPreview,
  statsTabs,
} from './statsTabs.ts';

/** Characters of a text that are sent: more than the page shows of any. */
const LONGEST_TEXT = 50_000;

/**
 * The stats panels of this window: one for each project, however it was asked for. At most one of
 * them is a preview: its tab is reused for the next project that a row opens. Previews are made
 * here, because the editor has none for webviews.
 */
export class StatsPanels implements vscode.Disposable {
  readonly #type: PanelType<FromStatsPanel>;
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #onOpen: (key: string) => void;
  readonly #panels = new Set<StatsPanel>();
  /** Projects that had a panel since the window was opened. No unrestored tab can show them. */
  readonly #had = new Set<string>();
  readonly #isSecondClick = doubleClicks();
  readonly #subscriptions: readonly { dispose(): unknown }[];

  /** @param onOpen called with the key of each project that a person opens. */
  constructor(
    viewType: string,
    session: Session,
    projects: PagedList<Project>,
    extensionUri: vscode.Uri,
    onOpen: (key: string) => void,
  ) {
    this.#type = { viewType, extensionUri, stylesheet: 'stats.css', isMessage: isFromStatsPanel };
    this.#onOpen = onOpen;
    this.#session = session;
    this.#projects = projects;
    this.#subscriptions = [
      session.onDidChange(() => {
        for (const panel of this.#panels) void panel.load();
      }),
      session.onDidChangeStatus(() => {
        for (const panel of this.#panels) if (panel.failed) panel.repaint();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        const previewsEnd = event.affectsConfiguration(ENABLE_PREVIEW) && !hasPreviews();
        if (!previewsEnd && !event.affectsConfiguration('mintscope.loadImages')) return;
        for (const panel of this.#panels) {
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
   * Opens the panel of a project, or reveals and refreshes it. From a row, the focus stays in the
   * list.
   */
  open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): void {
    // A person asked for it. Panels that are restored or follow a sign-in do not end a pause.
    this.#session.probeNow();
    const key = formatRef(ref);
    this.#onOpen(project?.key ?? `project/${key}`);
    const preserveFocus = from === 'row';
    const isDoubleClick = from === 'row' && this.#isSecondClick(key);
    const preview = opensPreview(from) && !isDoubleClick;
    const open = this.#panelOf(key);
    if (open) {
      if (!preview) open.keepOpen();
      open.reveal(preserveFocus);
      void open.load();
      return;
    }
    // The list knows when it was read, and is never older than a row that is handed over.
    const facts = this.#factsOf(key) ?? (project && projectFacts(project, undefined));
    const waiting = this.#had.has(key)
      ? []
      : statsTabs(this.#type.viewType).filter((tab) => isTabOf(tab, key));
    const reused = preview && waiting.length === 0 ? this.#previewTab() : undefined;
    this.#had.add(key);
    if (reused) {
      reused.reuse(ref, { facts, preview });
      reused.reveal(preserveFocus);
      return;
    }
    // A tab that was not restored cannot be reused: replace it. It may have been kept open.
    const viewColumn = waiting[0]?.group.viewColumn;
    const tab = openTab(this.#type, `Project ${key}`, { preserveFocus, viewColumn });
    this.#add(tab, ref, { facts, preview: preview && waiting.length === 0 });
    if (waiting.length > 0) void vscode.window.tabGroups.close(waiting, true);
  }

  /** Restores a panel after a reload of the window. */
  restore(tab: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedStatsPanel(state);
    const ref = saved && parseProjectRef(saved.ref);
    if (!ref || this.#panelOf(formatRef(ref))) {
      tab.dispose();
      return;
    }
    const key = formatRef(ref);
    this.#had.add(key);
    this.#add(tab, ref, {
      ...saved,
      facts: this.#factsOf(key) ?? saved.facts,
      preview: saved.preview === true && hasPreviews() && !this.#preview,
    });
  }

  /**
   * Closes tabs that were not restored since a reload: their titles show names of projects of the
   * earlier account.
   */
  async closeWaiting(): Promise<void> {
    const waiting = statsTabs(this.#type.viewType).filter(
      (tab) => ![...this.#panels].some(({ key }) => isTabOf(tab, key)),
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
    for (const panel of [...this.#panels]) panel.dispose();
  }

  /** The open panels, which may show an outage. */
  get surfaces(): readonly StatsPanel[] {
    return [...this.#panels];
  }

  #panelOf(key: string): StatsPanel | undefined {
    return [...this.#panels].find((panel) => panel.key === key);
  }

  get #preview(): StatsPanel | undefined {
    return [...this.#panels].find(({ preview }) => preview);
  }

  /** The preview, whose tab another project may have; none if the person has pinned it. */
  #previewTab(): StatsPanel | undefined {
    const panel = this.#preview;
    if (!panel) return undefined;
    const tabs = statsTabs(this.#type.viewType).filter((tab) => isTabOf(tab, panel.key));
    if (!tabs.some(({ isPinned }) => isPinned)) return panel;
    panel.keepOpen();
    panel.repaint();
    return undefined;
  }

  #add(tab: vscode.WebviewPanel, ref: ProjectRef, known: Known): void {
    const panel = new StatsPanel(
      this.#type,
      tab,
      this.#session,
      () => {
        this.#panels.delete(panel);
      },
      ref,
      known,
    );
    this.#panels.add(panel);
  }

  #updateFacts(): void {
    if (this.#panels.size === 0 || this.#projects.state.work === 'all') return;
    const { rows, asOf } = this.#projects.state;
    const panels = new Map([...this.#panels].map((panel) => [panel.key, panel]));
    for (const project of rows) {
      const ref = projectRef(project);
      if (ref) panels.get(formatRef(ref))?.showFacts(projectFacts(project, asOf));
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
