import * as vscode from 'vscode';
import { concernedOf } from '../../connection/concernedRows.ts';
import { followConnection } from '../../connection/perConnection.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { sharedReference } from '../../core/messages/searchMessages.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import { showWarning } from '../../editor/notify.ts';
import { nameInTitle, rowTitle } from '../../rows/address.ts';
import type { RowPanels, RowTab } from '../../rows/rowPanels.ts';
import { type OpenedFrom, openingFrom } from '../../rows/rowTabs.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { FACT_TEXTS, type ProjectFacts } from './messages.ts';
import { StatsPanel } from './statsPanel.ts';

/** The most characters of a text that a panel gets: more than its page shows. */
const LONGEST_TEXT = 50_000;

/** What opens and shows stats panels in this window. */
export class StatsPanels implements vscode.Disposable {
  readonly #panels: RowPanels;
  readonly #projects: PagedList<Project>;
  readonly #following: vscode.Disposable;
  /** The facts of a row that is being opened and that the list may not have, by `t/12`. */
  readonly #opened = new Map<string, ProjectFacts>();

  constructor(panels: RowPanels, projects: PagedList<Project>) {
    this.#panels = panels;
    this.#projects = projects;
    const repaint = () => {
      panels.repaint();
    };
    this.#following = followConnection(panels.session, (current) =>
      current
        ? [
            readerOf(current).onDidChange(({ key, last }) => {
              const { status, asOf: statusAt } = this.factsOf(key) ?? {};
              const isBehind = isStatusBehind({ status, statusAt }, last);
              const isSeen = this.#all.some((panel) => panel.key === key && panel.visible);
              if (!isSeen || !isBehind || !vscode.window.state.focused) return;
              this.refreshRow(`project/${key}`);
            }),
            watchedOf(current).onDidChange(repaint),
            concernedOf(current).onDidChange(repaint),
          ]
        : [],
    );
  }

  /** Opens a tab; for a reference of several projects, only shows a warning that names them. */
  async openProject(
    ref: ProjectRef,
    project: Project | undefined,
    from: OpenedFrom,
  ): Promise<void> {
    const refusal = this.refusalOf(ref);
    if (refusal !== undefined) {
      void showWarning(refusal);
      return;
    }
    // The user requests the stats. Panels that are restored or follow a sign-in end no pause.
    this.#panels.session.probeNow();
    const key = formatRef(ref);
    // The list is at least as new as the row that a command passes.
    const facts = this.factsOf(key) ?? (project && projectFacts(project));
    if (facts) this.#opened.set(key, facts);
    const title = rowTitle(unseenProject(ref, facts));
    await this.#panels.open({ kind: 'stats', ref }, title, openingFrom(from));
  }

  /** Shows a project in a tab. */
  show(ref: ProjectRef, tab: RowTab): void {
    const key = formatRef(ref);
    const opened = this.#opened.get(key);
    this.#opened.delete(key);
    const first = () => {
      const isOwn = this.#panels.isOf(this.#panels.session.account, tab.place);
      const known = isOwn ? (this.factsOf(key) ?? opened) : undefined;
      return { ref, facts: known ?? namedFacts(tab.title, ref) };
    };
    new StatsPanel(this, { panels: this.#panels, tab, key }, first);
  }

  /** What the open panels know of a project; `undefined` if none shows it. */
  projectOf(ref: ProjectRef): Project | undefined {
    const key = formatRef(ref);
    const project = this.#all.find((panel) => panel.key === key)?.project;
    return project === 'unknown' ? undefined : project;
  }

  /** The projects of the open panels, as far as the panels know them. */
  get projects(): readonly Project[] {
    return this.#all.flatMap(({ project }) => (project === 'unknown' ? [] : project));
  }

  refreshRow(key: string): void {
    const { current } = this.#panels.session;
    if (current) void this.#projects.refreshRow(key, current.ended);
  }

  refusalOf(ref: ProjectRef): string | undefined {
    const rows = this.#projects.rowsOf(`project/${formatRef(ref)}`);
    return rows.length > 1 ? sharedReference(ref, rows) : undefined;
  }

  factsOf(key: string): ProjectFacts | undefined {
    const project = this.#projects.rowOf(`project/${key}`);
    return project && projectFacts(project);
  }

  get isLoadingAll(): boolean {
    return this.#projects.state.work === 'all';
  }

  dispose(): void {
    this.#following.dispose();
  }

  get #all(): readonly StatsPanel[] {
    return this.#panels.all.filter((panel) => panel instanceof StatsPanel);
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

/** The facts that the title of a tab tells of a project that is in no loaded list. */
function namedFacts(title: string, ref: ProjectRef): ProjectFacts | undefined {
  const name = nameInTitle(title, ref);
  return name === undefined ? undefined : { name };
}
