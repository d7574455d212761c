import type { PagedList } from '../../core/lists/pagedList.ts';
import { compareTitle } from '../../core/messages/compareMessages.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import type { RowPanels, RowTab } from '../../rows/rowPanels.ts';
import { openingFrom } from '../../rows/rowTabs.ts';
import { comparedProjects, ComparePanel } from './comparePanel.ts';

/** What opens and shows comparisons in this window. */
export function comparePanels(panels: RowPanels, projects: PagedList<Project>) {
  return {
    compare: async (refs: readonly ProjectRef[]): Promise<void> => {
      // Sort, so that the same projects have one address in whatever order they were selected.
      const { compare } = new Intl.Collator('en', { numeric: true });
      const sorted = refs.toSorted(
        (one, other) => compare(one.id, other.id) || compare(one.kind, other.kind),
      );
      const title = compareTitle(comparedProjects(sorted, projects).map(({ name }) => name));
      await panels.open({ kind: 'compare', refs: sorted }, title, openingFrom('link'));
    },
    /** Shows a comparison in a tab. */
    show: (refs: readonly ProjectRef[], tab: RowTab): void => {
      const first = () => {
        const isOwn = panels.isOf(panels.session.account, tab.place);
        return { projects: comparedProjects(refs, isOwn ? projects : undefined) };
      };
      new ComparePanel(panels, tab, projects, first);
    },
  };
}
