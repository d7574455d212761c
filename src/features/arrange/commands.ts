import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { type Arrangement, statusOrder } from '../../core/arrange/arrangement.ts';
import {
  FILTER_STATES,
  type FilterState,
  type ProjectFilter,
  readFilter,
} from '../../core/arrange/projectFilter.ts';
import type { Clock } from '../../core/base/clock.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { newCollator } from '../../core/base/format.ts';
import { Later } from '../../core/base/later.ts';
import { isUnfinished } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { groupTitle, searchAllLabel, stateTitle } from '../../core/messages/arrangementMessages.ts';
import { partOf } from '../../core/messages/listMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import { type Handler, type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { announce, withViewProgress } from '../../editor/notify.ts';
import { answered, createPick, type TextItem, textItem } from '../../editor/quickPick.ts';
import type { ListView } from '../../views/tree/listView.ts';
import type { ProjectsArranger } from '../../views/tree/projectsArranger.ts';
import { focusAgain, placeOfFocus } from '../../views/tree/rowFocus.ts';

/** @param view the tree of the Projects. If a change hides the focused row, the first one is focused. */
export function arrangeCommands(
  session: Session,
  projects: PagedList<Project>,
  arranger: ProjectsArranger,
  view: ListView,
) {
  const arrange =
    (edit: (ended: AbortSignal) => Promise<void>): Handler =>
    () =>
      connected(session, async ({ ended }) => {
        await vscode.commands.executeCommand('mintscope.projects.focus');
        const before = arranger.stored;
        const { focused } = await placeOfFocus(view);
        await edit(ended);
        if (arranger.stored === before || ended.aborted) return;
        await focusAgain(view, { order: [], focused });
        if (arranger.stored.filter !== before.filter)
          announce(filterWords(arranger) || l10n.t('All rows are shown again.'));
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
      if (!change) return;
      await arranger.change(change);
      announce(choices.find(({ value }) => value === change)?.label ?? '');
    }),
  } satisfies Handlers;
}

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

/** The time from a change of the filter until the tree shows it, so that fast typing repaints once. */
const PAUSE_MS = 120;

interface Line extends vscode.QuickPickItem {
  readonly state?: FilterState;
  readonly status?: string | null;
  readonly transferable?: boolean | null;
}

type FilterItem = TextItem<Line>;

/**
 * The tree shows each change after a short pause. Enter stores the filter. Escape, or the end of the
 * connection, restores the stored one.
 * @throws if the filter cannot be stored.
 */
export async function askFilter(
  ended: AbortSignal,
  projects: PagedList<Project>,
  arranger: ProjectsArranger,
  clock: Clock,
): Promise<void> {
  const { filter: before } = arranger.stored;
  const choices = choicesFor(projects.state.rows, before, arranger);
  const pick = createPick<Line>();
  pick.placeholder = l10n.t('Type text to look for, and check what to show');
  pick.canSelectMany = true;
  // Otherwise a click in the tree would close the box, which the API does not tell from Escape.
  pick.ignoreFocusOut = true;
  pick.value = before.text ?? '';
  pick.items = choices;
  pick.selectedItems = choices.filter((choice) => isChecked(before, choice));

  const edited = () => readFilter(filterOf(pick.value, pick.selectedItems));
  const stop: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('stop-circle'),
    tooltip: l10n.t('Stop'),
  };
  const showCoverage = () => {
    const { state } = projects;
    pick.title = filterWords(arranger) || l10n.t('Filter Projects');
    pick.busy = state.work !== undefined;
    const button = state.work === 'all' ? stop : searchAllButton(projects);
    if (button?.tooltip !== pick.buttons[0]?.tooltip) pick.buttons = button ? [button] : [];
  };
  const showing = new Later(clock, () => {
    arranger.show(edited());
    showCoverage();
  });
  const showSoon = () => {
    showing.restart(PAUSE_MS);
  };
  showCoverage();

  const stopFollowing = projects.onChange(showCoverage);
  pick.onDidTriggerButton((button) => {
    if (button === stop) projects.cancel();
    else void runCommand('mintscope.projects.loadAll');
  });
  pick.onDidChangeValue(showSoon);
  pick.onDidChangeSelection(showSoon);
  const chosen = await answered<ProjectFilter>(pick, ended, (answer) => {
    pick.onDidAccept(() => {
      answer(edited());
    });
  });
  showing.cancel();
  stopFollowing();
  if (chosen) await arranger.change({ filter: chosen });
  else arranger.show();
}

/** `Filter Projects · 14 of 50`; empty without a filter. */
function filterWords({ coverage }: Pick<ProjectsArranger, 'coverage'>): string {
  return coverage === undefined ? '' : joinWords(l10n.t('Filter Projects'), coverage);
}

function searchAllButton({ state }: PagedList<Project>): vscode.QuickInputButton | undefined {
  if (!isUnfinished(state)) return undefined;
  const tooltip = searchAllLabel(state);
  return { iconPath: new vscode.ThemeIcon('search'), tooltip };
}

/** All states, and the statuses and kinds of the loaded rows and the filter, with row counts. */
function choicesFor(
  rows: readonly Project[],
  filter: ProjectFilter,
  arranger: Pick<ProjectsArranger, 'accepts'>,
): readonly FilterItem[] {
  const statuses = new Map<string | null, number>(filter.statuses?.map((status) => [status, 0]));
  const kinds = new Map<boolean | null, number>([
    [true, 0],
    [false, 0],
  ]);
  for (const kind of filter.transferable ?? []) kinds.set(kind, 0);
  for (const { status = null, transferable = null } of rows) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    kinds.set(transferable, (kinds.get(transferable) ?? 0) + 1);
  }
  // The heading is in each line, because the editor hides separators once text is typed.
  const line = (label: string, heading: string, count: number) => ({
    label,
    description: `${heading} · ${l10n.t('{0} loaded', partOf(count, rows.length))}`,
    // The typed text searches projects, not these items.
    alwaysShow: true,
  });
  const choice = (by: 'status' | 'kind', value: string | boolean | null, count: number) => {
    const heading = by === 'status' ? l10n.t('Status') : l10n.t('Kind');
    return line(groupTitle(by, value ?? undefined), heading, count);
  };
  const states = FILTER_STATES.map((state) => {
    const count = rows.filter(arranger.accepts({ states: [state] })).length;
    return { ...line(stateTitle(state), l10n.t('Progress'), count), state };
  });
  const compare = statusOrder(newCollator());
  const lines: Line[] = [
    ...states,
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...[...statuses]
      .sort(([one], [other]) => compare(one ?? undefined, other ?? undefined))
      .map(([status, count]) => ({ ...choice('status', status, count), status })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...[...kinds].map(([kind, count]) => ({ ...choice('kind', kind, count), transferable: kind })),
  ];
  return lines.map(textItem);
}

function isChecked({ statuses, transferable, states }: ProjectFilter, choice: Line): boolean {
  const has = <T>(values: readonly T[] | undefined, value: T | undefined) =>
    value !== undefined && values?.includes(value) === true;
  return (
    has(states, choice.state) ||
    has(statuses, choice.status) ||
    has(transferable, choice.transferable)
  );
}

function filterOf(text: string, checked: readonly Line[]): ProjectFilter {
  return {
    text,
    states: checked.flatMap(({ state }) => state ?? []),
    statuses: checked.flatMap(({ status }) => (status === undefined ? [] : [status])),
    transferable: checked.flatMap(({ transferable }) =>
      transferable === undefined ? [] : [transferable],
    ),
  };
}
