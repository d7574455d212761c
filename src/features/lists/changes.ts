import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { formatNumber } from '../../core/base/format.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { announce, showStatus } from '../../editor/notify.ts';
import { isServiceRow, LIST_NAMES, listOf, rowName, type ServiceRow } from '../../lists/index.ts';
import { FROM_ROW, type OpenRow } from '../../rows/rowTabs.ts';
import { failuresOf } from '../../stats/failures.ts';
import type { Views } from '../../views/commandTargets.ts';
import { goneName, type GoneRow, isGone } from '../../views/tree/rows.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { focusAgain, placeOfFocus, revealRow } from '../../views/tree/rowFocus.ts';

/** The names of the lists of which a workspace shows only the changes. */
const CHANGES_ONLY = 'mintscope.changesOnly';

const LONGEST_NAME = 40;

/**
 * @param workspace remembers which views show only changes.
 * @param openRow opens the panel of a row that is beyond what a tree shows.
 */
export function changeCommands(
  session: Session,
  views: Views,
  workspace: vscode.Memento,
  openRow: OpenRow,
) {
  const stored = workspace.get<unknown>(CHANGES_ONLY);
  for (const name of LIST_NAMES) {
    if (Array.isArray(stored) && stored.includes(name)) views[name].showChangesOnly(true);
    views[name].onChangesOnly = () => {
      const shown = LIST_NAMES.filter((one) => views[one].rows.changesOnly);
      void workspace.update(CHANGES_ONLY, shown.length > 0 ? shown : undefined);
    };
  }
  let beyond: { readonly from: string | undefined; readonly key: string } | undefined;
  return {
    'mintscope.nextChange': async (at?: unknown) => {
      const view = viewOf(views, at, hasChanges);
      if (!view) return;
      const focused = await view.tree.focusedRow();
      const from = isRow(focused) ? focused : view.tree.selection.find(isRow);
      const isBack = (at as FromKey | undefined)?.back === true;
      // A row beyond what the tree shows cannot have the focus: go on there until the user moves.
      const key = beyond?.from === from?.key ? beyond?.key : undefined;
      const opened = await goToChange(view, isBack, key ?? from?.key);
      beyond = opened && { from: from?.key, key: opened.key };
      if (opened) await openRow(opened, FROM_ROW, session.current?.ended);
    },
    'mintscope.showChangesOnly': async (at?: unknown) => {
      const view = viewOf(views, at, (one) => one.rows.changesOnly || hasChanges(one));
      if (!view) return;
      await vscode.commands.executeCommand(`${view.tree.id}.focus`);
      const place = await placeOfFocus(view);
      view.showChangesOnly(!view.rows.changesOnly);
      await focusAgain(view, place);
      const isPart = view.rows.changesOnly;
      announce(isPart ? l10n.t('Only changes are shown.') : l10n.t('All rows are shown again.'));
    },
    'mintscope.markAllSeen': () => {
      for (const view of Object.values(views)) {
        view.rows.list.see(view.rows.marks.keys());
        view.showChangesOnly(false);
        view.tree.paintNow();
      }
      if (session.current) failuresOf(session.current).see();
      announce(l10n.t('No changes since you last looked.'));
    },
  } satisfies Handlers;
}

/** What a keybinding passes: the view that has the focus, and whether to go back. */
interface FromKey {
  readonly list?: unknown;
  readonly back?: unknown;
}

/**
 * The view that a command is for: the one with the focus, else the one used last; if it does not fit,
 * another that does. If none does, says that there are no changes.
 * @param at what a keybinding passes, or the focused row if the command is called from the title of
 *   a view.
 */
function viewOf(views: Views, at: unknown, fits: (view: ListView) => boolean) {
  const focused = isServiceRow(at) ? listOf(at).name : (at as FromKey | undefined)?.list;
  const turnOf = (view: ListView) => (view.rows.name === focused ? Infinity : view.tree.turn);
  const [view] = Object.values(views)
    .filter(fits)
    .sort((one, other) => turnOf(other) - turnOf(one));
  if (!view) showStatus(l10n.t('No changes since you last looked.'));
  return view;
}

function hasChanges({ rows }: ListView): boolean {
  return rows.marks.size > 0;
}

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and says in
 * the status bar what has changed. Starts again at the other end.
 * @param leaving the key of the row to start from, if there is one.
 * @returns the row if the tree cannot show it, because it has too many.
 */
async function goToChange(
  view: ListView,
  isBack: boolean,
  leaving: string | undefined,
): Promise<ServiceRow | undefined> {
  const { marks } = view.rows;
  const rows = [...view.rows.inOrder, ...view.rows.goneRows];
  const marked = rows.filter(({ key }) => marks.has(key));
  const start = rows.findIndex(({ key }) => key === leaving);
  const ahead = isBack ? rows.slice(0, Math.max(0, start)).reverse() : rows.slice(start + 1);
  const next = ahead.find(({ key }) => marks.has(key)) ?? marked.at(isBack ? -1 : 0);
  const mark = next && marks.get(next.key);
  if (!mark) {
    showStatus(l10n.t('The filter hides all changes.'));
    return undefined;
  }
  const isBeyond = (await revealRow(view, next.key)) === 'beyond';
  const name = displayText(next.kind === 'gone' ? goneName(next) : rowName(next), LONGEST_NAME);
  showStatus(
    l10n.t('{change} ({at} of {count})', {
      change: `${name}: ${markWords(mark, next.kind === 'gone' ? {} : next)}`,
      at: formatNumber(marked.indexOf(next) + 1),
      count: formatNumber(marked.length),
    }),
    !isBeyond,
  );
  return isBeyond && isServiceRow(next) ? next : undefined;
}

function isRow(from: unknown): from is ServiceRow | GoneRow {
  return isServiceRow(from) || isGone(from);
}
