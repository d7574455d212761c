import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { compareTitle } from '../../core/messages/compareMessages.ts';
import { sharedReference } from '../../core/messages/searchMessages.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { settings } from '../../editor/settings.ts';
import { RowPanels, type RowPanelType } from '../../panels/rowPanels.ts';
import { type FromCompare, isFromCompare, readSavedComparison } from './messages.ts';
import { ComparePanel, type ShownComparison } from './comparePanel.ts';

/** The most characters of a name that are sent to the page: more than it shows. */
const LONGEST_NAME = 200;

/** The comparison panels of this window, one for each set of projects. */
export class ComparePanels extends RowPanels<ShownComparison, FromCompare, ComparePanel> {
  readonly #projects: PagedList<Project>;

  constructor(session: Session, projects: PagedList<Project>, extensionUri: vscode.Uri) {
    const kind: RowPanelType<ShownComparison, ComparePanel, FromCompare> = {
      viewType: 'mintscope.compare',
      page: 'compare',
      extensionUri,
      stylesheet: 'panels.css',
      isMessage: isFromCompare,
      titleOf: ({ names }) => compareTitle(names),
      isTabOf: ({ label }, key) => label === compareTitle(this.#rowsOf(refsOf(key)).names),
      create: (...parts) => new ComparePanel(...parts),
    };
    super(session, kind, projects);
    this.#projects = projects;
  }

  /** Reads all counts of the comparison in front again. Returns whether there is one. */
  refreshInFront(): boolean {
    const panel = this.active;
    void panel?.refresh();
    return panel !== undefined;
  }

  open(refs: readonly ProjectRef[]): void {
    // Sort, so that the same projects have one key in whatever order they were selected.
    const { compare } = new Intl.Collator('en', { numeric: true });
    const sorted = refs.toSorted(
      (one, other) => compare(one.id, other.id) || compare(one.kind, other.kind),
    );
    const key = sorted.map(formatRef).join();
    const rows = this.#rowsOf(sorted);
    this.show({ key, refs: sorted, ...rows, axis: 'start', account: undefined }, 'link');
  }

  restore(tab: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedComparison(state);
    if (!saved) {
      tab.dispose();
      return;
    }
    const { ref: key, service: account, facts } = saved;
    const refs = refsOf(key);
    const rows = this.#rowsOf(refs, settings.keepRows ? facts?.names : undefined);
    this.adopt(tab, { key, refs, ...rows, axis: facts?.axis ?? 'start', account }, false);
  }

  protected followList(): void {
    if (this.#projects.state.work === 'all') return;
    for (const panel of this.surfaces) {
      panel.showRows(this.#rowsOf(refsOf(panel.key), panel.names));
    }
  }

  /** @param earlierNames the names, by index, of projects that are not loaded or have no name. */
  #rowsOf(refs: readonly ProjectRef[], earlierNames: readonly string[] = []) {
    const listed = refs.map((ref) => this.#projects.rowOf(`project/${formatRef(ref)}`));
    const names = refs.map((ref, index) => {
      const name = displayText(listed[index]?.name ?? '', LONGEST_NAME);
      return [name, earlierNames[index] ?? ''].find((one) => one !== '') ?? describeRef(ref);
    });
    const refusals = refs.map((ref) => {
      const rows = this.#projects.rowsOf(`project/${formatRef(ref)}`);
      return rows.length > 1 ? sharedReference(ref, rows) : undefined;
    });
    return { names, statuses: listed.map((row) => row?.status), refusals };
  }
}

function refsOf(key: string): readonly ProjectRef[] {
  return key.split(',').flatMap((ref) => parseProjectRef(ref) ?? []);
}
