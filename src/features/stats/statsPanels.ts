import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { sharedReference } from '../../core/messages/searchMessages.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import { showWarning } from '../../editor/notify.ts';
import { nameInTitle, rowTitle } from '../../rows/address.ts';
import { RowPanels, type RowPanelsParts, type RowTab } from '../../rows/rowPanels.ts';
import { type OpenedFrom, openingFrom } from '../../rows/rowTabs.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { FACT_TEXTS, isFromStatsPanel, type ProjectFacts } from './messages.ts';
import { StatsPanel } from './statsPanel.ts';

/** The most characters of a text that a panel gets: more than its page shows. */
const LONGEST_TEXT = 50_000;

/** The stats panels of this window. They follow its readings and the rows of the list. */
export class StatsPanels extends RowPanels<StatsPanel> {
  readonly #projects: PagedList<Project>;
  readonly #following: vscode.Disposable;
  /** The facts of a row that is being opened and that the list may not have, by `t/12`. */
  readonly #opened = new Map<string, ProjectFacts>();

  constructor(parts: RowPanelsParts, projects: PagedList<Project>) {
    super(parts, projects);
    this.#projects = projects;
    this.#following = vscode.Disposable.from(
      followConnection(this.session, (current) => (current ? this.#follow(current) : [])),
    );
  }

  /** Opens a tab; for a reference of several projects, only shows a warning that names them. */
  async openProject(
    ref: ProjectRef,
    project: Project | undefined,
    from: OpenedFrom,
  ): Promise<void> {
    const refusal = this.#refusalOf(ref);
    if (refusal !== undefined) {
      void showWarning(refusal);
      return;
    }
    // The user requests the stats. Panels that are restored or follow a sign-in end no pause.
    this.session.probeNow();
    const key = formatRef(ref);
    // The list is at least as new as the row that a command passes.
    const facts = this.#factsOf(key) ?? (project && projectFacts(project));
    if (facts) this.#opened.set(key, facts);
    const title = rowTitle(unseenProject(ref, facts));
    await this.open({ kind: 'stats', ref }, key, title, openingFrom(from));
  }

  /** Shows a project in a tab. */
  show(ref: ProjectRef, tab: RowTab): void {
    const key = formatRef(ref);
    const opened = this.#opened.get(key);
    this.#opened.delete(key);
    const first = () => {
      const known = this.isOwn(tab.place) ? (this.#factsOf(key) ?? opened) : undefined;
      return { ref, facts: known ?? namedFacts(tab.title, ref) };
    };
    const type = {
      page: 'stats',
      extensionUri: this.extensionUri,
      isMessage: isFromStatsPanel,
    };
    const refresh = () => {
      this.refresh(key);
    };
    const refusalOf = (one: ProjectRef) => this.#refusalOf(one);
    this.add(tab, (frame) => new StatsPanel(refresh, refusalOf, { ...frame, type, key }, first));
  }

  /** What the open panels know of a project; `undefined` if none shows it. */
  projectOf(ref: ProjectRef): Project | undefined {
    const project = this.of(formatRef(ref))[0]?.project;
    return project === 'unknown' ? undefined : project;
  }

  /** The projects of the open panels, as far as the panels know them. */
  get projects(): readonly Project[] {
    return this.surfaces.flatMap(({ project }) => (project === 'unknown' ? [] : project));
  }

  /**
   * Requests the stats of a panel again, then the project's row for its status. The view and the
   * panel then show the same. The row comes second, because in an outage only one request is let
   * through; if that fails, the row is not requested.
   */
  refresh(key: string): void {
    this.session.probeNow();
    const panels = this.of(key);
    void Promise.all(panels.map((panel) => panel.load())).then(() => {
      if (panels.some(({ failed }) => !failed)) this.refreshRow(`project/${key}`);
    });
  }

  refreshRow(key: string): void {
    const { current } = this.session;
    if (current) void this.#projects.refreshRow(key, current.ended);
  }

  override dispose(): void {
    super.dispose();
    this.#following.dispose();
  }

  protected followList(): void {
    // The pages of a Load All are followed together, at its end.
    if (this.surfaces.length === 0 || this.#projects.state.work === 'all') return;
    for (const panel of this.surfaces) {
      if (panel.isOfAnotherAccount) continue;
      const facts = this.#factsOf(panel.key);
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
        const isSeen = vscode.window.state.focused && this.of(key).some(({ visible }) => visible);
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

/** The facts that the title of a tab tells of a project that is in no loaded list. */
function namedFacts(title: string, ref: ProjectRef): ProjectFacts | undefined {
  const name = nameInTitle(title, ref);
  return name === undefined ? undefined : { name };
}
