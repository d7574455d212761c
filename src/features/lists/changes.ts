import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../core/base/format.ts';
import { showStatus } from '../../editor/notify.ts';
import {
  isServiceRow,
  LIST_NAMES,
  type ListName,
  listOf,
  rowName,
  type ServiceRow,
} from '../../lists/index.ts';
import { failuresOf } from '../../stats/failures.ts';
import type { Views } from '../../views/commandTargets.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { focusAgain, placeOfFocus, revealRow, sayBeyond } from '../../views/tree/rowFocus.ts';
import { goneName, type GoneRow } from '../../views/tree/treeNodes.ts';

/** The names of the lists of which a workspace shows only the changes. */
const CHANGES_ONLY = 'mintscope.changesOnly';

/**
 * Commands that go through the changes of the lists, show only these, and remove their marks.
 * @param workspace remembers which views show only changes.
 */
export function changeCommands(session: Session, views: Views, workspace: vscode.Memento) {
  restoreChangesOnly(views, workspace);
  return {
    'mintscope.nextChange': async (at?: unknown) => {
      const view = viewOf(views, at, hasChanges);
      if (!view) {
        sayNoChanges();
        return;
      }
      const step = (at as FromKey | undefined)?.back === true ? -1 : 1;
      const focused = await view.tree.focusedRow();
      const from = isRow(focused) ? focused : view.tree.selection.find(isRow);
      await goToChange(view, step, from);
    },
    'mintscope.showChangesOnly': async (at?: unknown) => {
      const view = viewOf(views, at, (one) => one.isChangesOnly || hasChanges(one));
      if (!view) {
        sayNoChanges();
        return;
      }
      await vscode.commands.executeCommand(`${view.tree.id}.focus`);
      const place = await placeOfFocus(view);
      view.showChangesOnly(!view.isChangesOnly);
      await focusAgain(view, place);
    },
    'mintscope.markAllSeen': () => {
      for (const view of Object.values(views)) {
        view.rows.list.see(view.marks.keys());
        view.showChangesOnly(false);
        view.tree.paint.now();
      }
      if (session.current) failuresOf(session.current).see();
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
 * another that does.
 * @param at what a keybinding passes, or the focused row if the command is called from the title of
 *   a view.
 */
function viewOf(
  views: Views,
  at: unknown,
  fits: (view: ListView) => boolean,
): ListView | undefined {
  const focused = isServiceRow(at) ? listOf(at).name : (at as FromKey | undefined)?.list;
  const names: readonly ListName[] = LIST_NAMES.toSorted(
    (one, other) => views[other].tree.turn - views[one].tree.turn,
  );
  const [last] = names;
  const first = names.find((name) => name === focused) ?? last;
  return [first, ...names].map((name) => name && views[name]).find((view) => view && fits(view));
}

function hasChanges({ marks }: ListView): boolean {
  return marks.size > 0;
}

function sayNoChanges(): void {
  showStatus(l10n.t('No changes since you last looked.'));
}

/** Shows only changes where the workspace did before, and remembers where it does. */
function restoreChangesOnly(views: Views, workspace: vscode.Memento): void {
  const stored = workspace.get<unknown>(CHANGES_ONLY);
  for (const name of LIST_NAMES) {
    if (Array.isArray(stored) && stored.includes(name)) views[name].showChangesOnly(true);
    views[name].onChangesOnly = () => {
      const shown = LIST_NAMES.filter((one) => views[one].isChangesOnly);
      void workspace.update(CHANGES_ONLY, shown.length > 0 ? shown : undefined);
    };
  }
}

const LONGEST_NAME = 40;

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and says
 * in the status bar what has changed: `Harbor Lights: → confirmed (was pending) (2 of 5)`. Starts
 * again at the other end.
 * @param leaving the row to start from, if there is one.
 */
async function goToChange(
  view: ListView,
  step: 1 | -1,
  leaving: ServiceRow | GoneRow | undefined,
): Promise<void> {
  const { marks } = view;
  const rows = [...view.rows.inOrder, ...view.rows.goneRows];
  const marked = rows.filter(({ key }) => marks.has(key));
  const start = leaving ? rows.findIndex(({ key }) => key === leaving.key) : -1;
  const passed = new Set(step === 1 ? rows.slice(0, start + 1) : rows.slice(Math.max(0, start)));
  const row = marked.filter((one) => !passed.has(one)).at(step === 1 ? 0 : -1);
  const next = row ?? marked.at(step === 1 ? 0 : -1);
  const mark = next && marks.get(next.key);
  if (!mark) {
    showStatus(l10n.t('The filter hides all changes.'));
    return;
  }
  if ((await revealRow(view, next.key)) === 'beyond') sayBeyond(view);
  const name = displayText(next.kind === 'gone' ? goneName(next) : rowName(next), LONGEST_NAME);
  showStatus(
    l10n.t('{change} ({at} of {count})', {
      change: `${name}: ${markWords(mark, next.kind === 'gone' ? {} : next)}`,
      at: formatNumber(marked.indexOf(next) + 1),
      count: formatNumber(marked.length),
    }),
  );
}

function isRow(from: unknown): from is ServiceRow | GoneRow {
  return isServiceRow(from) || (from as Partial<GoneRow> | null | undefined)?.kind === 'gone';
}
