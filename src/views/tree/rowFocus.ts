import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showStatus } from '../../editor/notify.ts';
import type { ListView } from './listView.ts';
import { isOfService } from './treeNodes.ts';
import type { SelectionKeeper } from './selectionKeeper.ts';

/* Move the selection and the focus of a tree. They reject if the editor cannot reveal the row. */

/**
 * Loads the next page. If `Load more` was selected and no other row has the focus when the page
 * arrives, selects the first new row; else the selection stays.
 */
export async function loadMoreRows({ place, treeSelection }: ListView): Promise<void> {
  const { view, rows } = place;
  const { list } = rows;
  const before = list.state.rows.length;
  const isFromRow = treeSelection.rows[0] === rows.loadMore;
  rows.beforeMore = before;
  try {
    await list.loadMore();
  } finally {
    rows.beforeMore = undefined;
  }
  const added = list.state.rows.slice(before);
  const first = added.find((row) => rows.shows(row));
  if (!isFromRow || before === 0 || !first || rows.takenIdOf(first)) return;
  // The new row has not taken over the id of `Load more`, so the editor does not focus it itself.
  const focused = await focusedRow(`mintscope.${rows.name}`);
  // The user may have moved away.
  if (focused !== undefined && focused !== rows.loadMore) return;
  await view.reveal(first, { select: true, focus: true });
}

/**
 * Selects and focuses a row, also one that is gone. If it is hidden, all rows are shown again, or
 * the filter is cleared. Resolves with false if no such row is loaded or gone.
 */
export async function revealRow(shown: ListView, key: string): Promise<boolean> {
  const { view, rows } = shown.place;
  const row = rows.list.rowOf(key) ?? rows.goneRows.find((gone) => gone.key === key);
  if (!row) return false;
  if (isOfService(row) && !rows.changesOnly.shows(row)) {
    shown.showChangesOnly(false);
    showStatus(l10n.t('All rows are shown again.'));
  }
  if (isOfService(row) && !rows.shows(row)) await rows.arranged?.uncover(row);
  shown.place.forget();
  // During a Load All the tree may not show the newest rows yet.
  shown.repaints.now();
  await vscode.commands.executeCommand(`mintscope.${rows.name}.focus`);
  await view.reveal(row, { select: true, focus: true });
  return true;
}

/**
 * Focuses the selected row if it is shown, else the first row, unless the view is hidden. Selects
 * nothing. Call this only if the user is in the view, because it takes the focus.
 */
export async function focusRows({ view, rows, row: selected }: SelectionKeeper): Promise<void> {
  const isShown = selected && rows.shows(selected);
  const top = rows.topRows[0] ?? rows.goneRows[0];
  const first = top && (rows.parentOf(top) ?? top);
  const row = isShown ? selected : first;
  if (row && view.visible) await view.reveal(row, { select: false, focus: true });
}

/**
 * The focused row of a tree, `undefined` if there is none. The API gives the selection only. The
 * editor gives the focused row to a command with the undocumented arguments below; the keybinding
 * of Copy Mint Address in package.json uses them as well. An editor that does not know them passes
 * on the arguments themselves: this then resolves with them, which are no row.
 */
export async function focusedRow(viewId: string): Promise<unknown> {
  const command = `${viewId}.tellFocusedRow`;
  let focused: unknown;
  // eslint-disable-next-line no-restricted-syntax -- for this moment only, and it cannot fail
  const registration = vscode.commands.registerCommand(command, (row?: unknown) => {
    focused = row ?? undefined;
  });
  try {
    const args = { $treeViewId: viewId, $focusedTreeItem: true };
    await vscode.commands.executeCommand('runCommands', { commands: [{ command, args }] });
  } finally {
    registration.dispose();
  }
  return focused;
}
