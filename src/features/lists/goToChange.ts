import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import { type Collection, isServiceRow, type Project } from '../../core/model/model.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { showInformation, showStatus } from '../../editor/notify.ts';
import type { ListView } from '../../views/listView.ts';
import { collectionTitle, projectTitle } from '../../views/treeItems.ts';

/** Characters of a name in the status bar. */
const LONGEST_NAME = 40;

/** Said where there is no change to go to or to show. */
export const NO_CHANGE = 'No changes since you last looked.';

/** The part of a view that is used here; both views have it. */
type View = Pick<ListView<Project>, 'marks' | 'inOrder' | 'selection' | 'reveal'>;

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and says
 * in the status bar what has changed. Starts again at the other end. The rows gone through keep
 * their marks (`ListMarks.goThrough`). Rows hidden by the filter are counted, with an offer to clear
 * it.
 * @param from the focused row if the editor hands one over, else the selected row is left.
 * @param ended of the connection in use: after it, the offer does nothing.
 */
export async function goToChange(
  view: View,
  step: 1 | -1,
  from: unknown,
  ended: AbortSignal | undefined,
): Promise<void> {
  const { marks, since } = view.marks;
  const rows = view.inOrder;
  const leaving = isServiceRow(from) ? from : view.selection[0];
  const at = leaving ? rows.findIndex(({ key }) => key === leaving.key) : -1;
  const places = [...rows.keys()].filter((place) => marks.has(rows[place]?.key ?? ''));
  const hidden = marks.size - places.length;
  const ahead =
    step === 1 ? places.find((place) => place > at) : places.findLast((place) => place < at);
  const place = ahead ?? places.at(step === 1 ? 0 : -1);
  const row = place === undefined ? undefined : rows[place];
  const mark = marks.get(row?.key ?? '');
  if (place !== undefined && row && mark) {
    view.marks.goThrough(row.key);
    await view.reveal(row);
    // Without a row to leave, every change is ahead.
    const startsAgain = ahead === undefined && at !== -1;
    const again = step === 1 ? 'First change again. ' : 'Last change again. ';
    const which = `${formatNumber(places.indexOf(place) + 1)} of ${formatNumber(places.length)}`;
    const from = since === undefined ? '' : ` since ${formatTime(since, 'short')}`;
    showStatus(`${startsAgain ? again : ''}${changeWords(row, mark)} (${which}${from})`);
    if (!startsAgain) return;
  } else if (hidden === 0) showStatus(NO_CHANGE);
  if (hidden > 0) await offerHidden(view, step, leaving, hidden, ended);
}

/** `Harbor Lights: was pending → confirmed`. */
function changeWords(row: Project | Collection, mark: ChangeMark): string {
  const isProject = row.kind === 'project';
  const name = displayText(isProject ? projectTitle(row) : collectionTitle(row), LONGEST_NAME);
  return `${name}: ${markWords(mark, isProject ? row.status : undefined)}`;
}

async function offerHidden(
  view: View,
  step: 1 | -1,
  from: unknown,
  hidden: number,
  ended: AbortSignal | undefined,
): Promise<void> {
  const changes = hidden === 1 ? '1 change is' : `${formatNumber(hidden)} changes are`;
  const clear = 'Clear Filter';
  const choice = await showInformation(`${changes} hidden by the filter.`, clear);
  if (choice !== clear || ended?.aborted) return;
  await vscode.commands.executeCommand('mintscope.clearFilter');
  await goToChange(view, step, from, ended);
}
