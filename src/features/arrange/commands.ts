import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Arrangement } from '../../core/arrange/arrangement.ts';
import { joinWords } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { withViewProgress } from '../../editor/notify.ts';
import { askFilter } from './filter.ts';
import type { ProjectsArranger } from '../../views/tree/projectsArranger.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { focusAgain, placeOfFocus } from '../../views/tree/rowFocus.ts';

/**
 * Commands that filter, sort and group the Projects.
 * @param view the tree of the Projects. If a change hides the focused row, another one is focused.
 */
export function arrangeCommands(
  session: Session,
  projects: PagedList<Project>,
  arranger: ProjectsArranger,
  view: ListView,
) {
  /** The last focusing. Await it before a box opens, which would lose focus to it. */
  let placing: Promise<void> | undefined;
  const arrange =
    (edit: (ended: AbortSignal) => Promise<void>): Handler =>
    () =>
      connected(session, async ({ ended }) => {
        await vscode.commands.executeCommand('mintscope.projects.focus');
        await placing;
        const before = arranger.stored;
        const place = await placeOfFocus(view);
        await edit(ended);
        if (arranger.stored === before || ended.aborted) return;
        placing = focusAgain(view, place);
        await placing;
      });
  return {
    'mintscope.filterProjects': arrange(async (ended) => {
      // The choices come from the rows, so load the first page.
      if (projects.state.rows.length === 0) {
        await withViewProgress('mintscope.projects', () => projects.open());
      }
      await askFilter(ended, projects, arranger, session.clock);
    }),
    'mintscope.clearFilter': arrange(() => arranger.change({ filter: {} })),
    'mintscope.projects.arrange': arrange(async (ended) => {
      const { stored } = arranger;
      const choices = orders().map(({ label, description = '', value }) => {
        const isCurrent = Object.entries(value).every(
          ([by, one]) => stored[by as keyof Arrangement] === one,
        );
        return {
          label,
          value,
          iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'blank'),
          description: joinWords(description, isCurrent ? l10n.t('current') : ''),
        };
      });
      const title = l10n.t('Sort and Group Projects');
      const change = await askChoice({ title, choices, ended, closesOnBlur: true });
      if (change) await arranger.change(change);
    }),
  } satisfies Handlers;
}

/** The orders and the groups to choose from. */
function orders(): readonly Choice<Partial<Arrangement>>[] {
  return [
    {
      label: l10n.t('Sort as the service lists them'),
      value: { sort: 'service' },
    },
    {
      label: l10n.t('Sort by progress'),
      description: l10n.t('the least confirmed first, as far as counts are known'),
      value: { sort: 'progress' },
    },
    {
      label: l10n.t('Sort by status'),
      description: l10n.t('failed first'),
      value: { sort: 'status' },
    },
    { label: l10n.t('Sort by name'), value: { sort: 'name' } },
    { label: l10n.t('Sort by ID'), value: { sort: 'id' } },
    { label: l10n.t('No groups'), value: { group: 'none' } },
    { label: l10n.t('Group by what needs attention'), value: { group: 'attention' } },
    {
      label: l10n.t('Group by status'),
      description: l10n.t('failed first'),
      value: { group: 'status' },
    },
    {
      label: l10n.t('Group by kind'),
      description: l10n.t('transferable or not'),
      value: { group: 'kind' },
    },
  ];
}
