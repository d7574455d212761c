import * as vscode from 'vscode';
import { isServiceRow, type Project } from '../../core/model/model.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showStatus } from '../../editor/notify.ts';
import type { ListView } from '../../views/listView.ts';

/** The part of a view that is used here; both views have it. */
type View = Pick<ListView<Project>, 'marks' | 'inOrder' | 'selection' | 'reveal'>;

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and starts
 * again at the other end. The row it leaves counts as viewed (`ListMarks.select`), also if it was
 * the last one. Rows hidden by the filter are counted, with an offer to clear it.
 * @param from the focused row if the editor hands one over, else the selected row is left.
 * @param ended of the connection in use: after it, the offer does nothing.
 */
export async function goToChange(
  view: View,
  step: 1 | -1,
  from: unknown,
  ended: AbortSignal | undefined,
): Promise<void> {
  const { marks } = view;
  const rows = view.inOrder;
  const leaving = isServiceRow(from) ? from : view.selection[0];
  const at = leaving ? rows.findIndex(({ key }) => key === leaving.key) : -1;
  const changed = [...rows.entries()].filter(([, { key }]) => marks.marks.has(key));
  const hidden = marks.marks.size - changed.length;
  const others = changed.filter(([place]) => place !== at);
  const isAhead = ([place]: (typeof others)[number]) => (step === 1 ? place > at : place < at);
  const ahead = step === 1 ? others.find(isAhead) : others.findLast(isAhead);
  const [, next] = ahead ?? others.at(step === 1 ? 0 : -1) ?? [];
  if (next) await view.reveal(next);
  else if (leaving) marks.see([leaving.key]);
  // Nothing to say about the usual step. Without a row to leave, every change is ahead.
  if (ahead ?? (next && at === -1)) return;
  if (hidden > 0) await offerHidden(view, step, hidden, ended);
  else if (next) showStatus(step === 1 ? 'Back at the first change' : 'Back at the last change');
  else showStatus(changed.length > 0 ? 'No more changes' : 'No changes since the last refresh');
}

async function offerHidden(
  view: View,
  step: 1 | -1,
  hidden: number,
  ended: AbortSignal | undefined,
): Promise<void> {
  const changes = hidden === 1 ? '1 change is' : `${formatNumber(hidden)} changes are`;
  const clear = 'Clear Filter';
  const choice = await showInformation(`${changes} hidden by the filter.`, clear);
  if (choice !== clear || ended?.aborted) return;
  await vscode.commands.executeCommand('mintscope.clearFilter');
  await goToChange(view, step, undefined, ended);
}
