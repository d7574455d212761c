import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { showWarning } from '../../editor/notify.ts';
import { nameInTitle, rowTitle } from '../../rows/address.ts';
import type { RowPanels, RowTab } from '../../rows/rowPanels.ts';
import { type OpenedFrom, openingFrom } from '../../rows/rowTabs.ts';
import { refusalOf, StatsPanel } from './statsPanel.ts';

/** What opens and shows stats panels in this window. */
export function statsPanels(panels: RowPanels, projects: PagedList<Project>) {
  const { session } = panels;
  const all = () => panels.all.filter((panel) => panel instanceof StatsPanel);
  const rowOf = (ref: ProjectRef) => projects.rowOf(`project/${formatRef(ref)}`);
  /** Rows that were opened and that the list does not have, or not by their reference. */
  const opened = new Map<string, Project>();
  const openedKey = (ref: ProjectRef) => `${session.account} ${formatRef(ref)}`;
  return {
    /** Opens a tab; for a reference of several projects, only shows a warning that names them. */
    openProject: async (
      ref: ProjectRef,
      project: Project | undefined,
      from: OpenedFrom,
    ): Promise<void> => {
      const refusal = refusalOf(projects, ref);
      if (refusal !== undefined) {
        void showWarning(refusal);
        return;
      }
      // The user requests the stats. Panels that are restored or follow a sign-in end no pause.
      session.probeNow();
      const listed = rowOf(ref);
      const row = listed ?? { ...unseenProject(ref, project), askedAt: project?.askedAt };
      if (!listed) opened.set(openedKey(ref), row);
      await panels.open({ kind: 'stats', ref }, rowTitle(row), openingFrom(from));
    },
    /** Shows a project in a tab. */
    show: (ref: ProjectRef, tab: RowTab): void => {
      const named = unseenProject(ref, { name: nameInTitle(tab.title, ref) });
      const known = opened.get(openedKey(ref));
      opened.delete(openedKey(ref));
      const first = () => {
        const isOwn = panels.isOf(session.account, tab.place);
        const row = isOwn ? (rowOf(ref) ?? known) : undefined;
        return { project: row ?? named };
      };
      new StatsPanel(panels, tab, projects, ref, first);
    },
    /** What the open panels know of a project; `undefined` if none shows it. */
    projectOf: (ref: ProjectRef): Project | undefined =>
      all().find(({ key }) => key === formatRef(ref))?.project,
    /** The projects of the open panels, as far as the panels know them. */
    projects: (): readonly Project[] => all().flatMap(({ project }) => project ?? []),
  };
}
