import { displayText } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { compareTitle } from '../../core/messages/compareMessages.ts';
import { sharedReference } from '../../core/messages/searchMessages.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { RowPanels, type RowPanelsParts, type RowTab } from '../../rows/rowPanels.ts';
import { openingFrom } from '../../rows/rowTabs.ts';
import { type ComparedProject, ComparePanel } from './comparePanel.ts';
import { isFromCompare } from './messages.ts';

/** The most characters of a name that are sent to the page: more than it shows. */
const LONGEST_NAME = 200;

/** The comparison panels of this window. */
export class ComparePanels extends RowPanels<ComparePanel> {
  readonly #projects: PagedList<Project>;

  constructor(parts: RowPanelsParts, projects: PagedList<Project>) {
    super(parts, projects);
    this.#projects = projects;
  }

  /** Reads all counts of a comparison again. */
  refresh(refs: readonly ProjectRef[]): void {
    for (const panel of this.of(keyOf(refs))) void panel.refresh();
  }

  async compare(refs: readonly ProjectRef[]): Promise<void> {
    // Sort, so that the same projects have one address in whatever order they were selected.
    const { compare } = new Intl.Collator('en', { numeric: true });
    const sorted = refs.toSorted(
      (one, other) => compare(one.id, other.id) || compare(one.kind, other.kind),
    );
    const title = compareTitle(this.#projectsOf(sorted).map(({ name }) => name));
    const resource = { kind: 'compare', refs: sorted } as const;
    await this.open(resource, keyOf(sorted), title, openingFrom('link'));
  }

  /** Shows a comparison in a tab. */
  show(refs: readonly ProjectRef[], tab: RowTab): void {
    const type = {
      page: 'compare',
      extensionUri: this.extensionUri,
      isMessage: isFromCompare,
    };
    const first = () => ({ projects: this.#projectsOf(refs, this.isOwn(tab.place)) });
    this.add(tab, (frame) => new ComparePanel({ ...frame, type, key: keyOf(refs) }, first));
  }

  protected followList(): void {
    if (this.#projects.state.work === 'all') return;
    for (const panel of this.surfaces) {
      if (panel.isOfAnotherAccount) continue;
      const refs = panel.projects.map(({ ref }) => ref);
      panel.showProjects(this.#projectsOf(refs, true, panel.projects));
    }
  }

  /**
   * @param isOwn whether the projects are of the account of the list.
   * @param before the same projects, for the names of those that are not loaded or have no name.
   */
  #projectsOf(
    refs: readonly ProjectRef[],
    isOwn = true,
    before: readonly ComparedProject[] = [],
  ): readonly ComparedProject[] {
    return refs.map((ref, index) => {
      const key = `project/${formatRef(ref)}`;
      const row = isOwn ? this.#projects.rowOf(key) : undefined;
      const rows = isOwn ? this.#projects.rowsOf(key) : [];
      const name = displayText(row?.name ?? '', LONGEST_NAME) || before[index]?.name;
      return {
        ref,
        name: name ?? describeRef(ref),
        status: row?.status,
        refusal: rows.length > 1 ? sharedReference(ref, rows) : undefined,
      };
    });
  }
}

/** `t/12,n/7`. */
function keyOf(refs: readonly ProjectRef[]): string {
  return refs.map(formatRef).join();
}
