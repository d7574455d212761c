import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { GroupBy, SortBy } from '../../core/arrange/arrangement.ts';
import { joinWords } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { withViewProgress } from '../../editor/notify.ts';
import { askFilter } from './filter.ts';
import type { ProjectsArranger } from '../../views/arranger/projectsArranger.ts';

/**
 * Commands that filter, sort and group the Projects.
 * @param showPlace called after each change, which may have hidden the focused row; see `placing`.
 */
export function arrangeCommands(
  session: Session,
  projects: PagedList<Project>,
  arranger: ProjectsArranger,
  showPlace: () => Promise<void>,
) {
  /** The last call of `showPlace`. Await it before a box opens, which would lose focus to it. */
  let placing: Promise<void> | undefined;
  const arrange =
    (edit: (ended: AbortSignal) => Promise<void>): Handler =>
    () =>
      connected(session, async ({ ended }) => {
        await vscode.commands.executeCommand('mintscope.projects.focus');
        // A failure is reported by the command that called it.
        await placing?.catch(() => undefined);
        const before = arranger.stored;
        await edit(ended);
        if (arranger.stored === before || ended.aborted) return;
        placing = showPlace();
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
    'mintscope.projects.sort': arrange(async (ended) => {
      const [title, placeholder] = [l10n.t('Sort Projects'), l10n.t('Sort by')];
      const sort = await choose<SortBy>(ended, title, placeholder, arranger.stored.sort, [
        {
          value: 'service',
          label: l10n.t('Service order'),
          description: l10n.t('as the service lists them'),
        },
        {
          value: 'progress',
          label: l10n.t('Progress'),
          description: l10n.t('the least confirmed first, as far as counts are known'),
        },
        { value: 'status', label: l10n.t('Status'), description: l10n.t('failed first') },
        { value: 'name', label: l10n.t('Name') },
        { value: 'id', label: l10n.t('ID') },
      ]);
      if (sort) await arranger.change({ sort });
    }),
    'mintscope.projects.group': arrange(async (ended) => {
      const [title, placeholder] = [l10n.t('Group Projects'), l10n.t('Group by')];
      const group = await choose<GroupBy>(ended, title, placeholder, arranger.stored.group, [
        { value: 'none', label: l10n.t('No groups') },
        { value: 'attention', label: l10n.t('What needs attention') },
        { value: 'status', label: l10n.t('Status'), description: l10n.t('failed first') },
        { value: 'kind', label: l10n.t('Kind'), description: l10n.t('transferable or not') },
      ]);
      if (group) await arranger.change({ group });
    }),
  } satisfies Handlers;
}

/** Prompts for a value; the current one is marked. `undefined` if canceled, or `ended` aborts. */
async function choose<Value>(
  ended: AbortSignal,
  title: string,
  placeholder: string,
  current: Value,
  values: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const choices = values.map((choice) => {
    const isCurrent = choice.value === current;
    return {
      ...choice,
      iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'blank'),
      description: joinWords(choice.description ?? '', isCurrent ? l10n.t('current') : ''),
    };
  });
  return askChoice({ title, placeholder, choices, active: current, ended, closesOnBlur: true });
}
