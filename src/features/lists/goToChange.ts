import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import { counted, formatNumber, formatTime } from '../../editor/locale.ts';
import { showInformation, showStatus } from '../../editor/notify.ts';
import { isServiceRow, rowName, type ServiceRow } from '../../lists/index.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { revealRow } from '../../views/tree/rowFocus.ts';
import { goneName, type GoneRow } from '../../views/tree/treeNodes.ts';

const LONGEST_NAME = 40;

export function noChangeWords(): string {
  return l10n.t('No changes since you last looked.');
}

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and says
 * in the status bar what has changed. Starts again at the other end. Rows keep their marks while the
 * user goes through them (`ListMarks.goThrough`). Rows hidden by the filter are counted, with an
 * offer to clear it.
 * @param from the focused row, if the editor passes one; else it starts from the selected row.
 * @param ended of the connection in use: after it, the offer does nothing.
 */
export async function goToChange(
  view: ListView,
  step: 1 | -1,
  from: unknown,
  ended: AbortSignal | undefined,
): Promise<void> {
  const { marks, since } = view.marks;
  const { inOrder, goneRows } = view.place.rows;
  const rows = [...inOrder, ...goneRows];
  const leaving = isRow(from) ? from : view.place.view.selection.find(isRow);
  const at = leaving ? rows.findIndex(({ key }) => key === leaving.key) : -1;
  const places = [...rows.keys()].filter((place) => marks.has(rows[place]?.key ?? ''));
  const hidden = marks.size - places.length;
  const ahead =
    step === 1 ? places.find((place) => place > at) : places.findLast((place) => place < at);
  const place = ahead ?? places.at(step === 1 ? 0 : -1);
  const row = place === undefined ? undefined : rows[place];
  const mark = marks.get(row?.key ?? '');
  if (place !== undefined && row && mark) {
    // The first step never starts again, wherever the selection was.
    const isRepeated = view.marks.isGoneThrough;
    view.marks.goThrough(row.key);
    await revealRow(view, row.key);
    // Without a row to leave, every change is ahead.
    const startsAgain = ahead === undefined && at !== -1;
    const again = step === 1 ? l10n.t('First change again.') : l10n.t('Last change again.');
    const said = placedWords(changeWords(row, mark), places.indexOf(place), places.length, since);
    showStatus(startsAgain && isRepeated ? `${again} ${said}` : said);
    if (!startsAgain) return;
  } else if (hidden === 0) showStatus(noChangeWords());
  if (hidden === 0) return;
  const words = counted(hidden, (n) => [
    l10n.t('1 change is hidden by the filter.'),
    l10n.t('{0} changes are hidden by the filter.', n),
  ]);
  const clear = l10n.t('Clear Filter');
  const choice = await showInformation(words, clear);
  if (choice !== clear || ended?.aborted) return;
  await vscode.commands.executeCommand('mintscope.clearFilter');
  await goToChange(view, step, leaving, ended);
}

/** `Harbor Lights: → confirmed (was pending) (2 of 5 since 18:04)`. */
function placedWords(change: string, index: number, length: number, since: number | undefined) {
  const [at, count] = [formatNumber(index + 1), formatNumber(length)];
  if (since === undefined) return l10n.t('{change} ({at} of {count})', { change, at, count });
  const time = formatTime(since, 'short');
  return l10n.t('{change} ({at} of {count} since {time})', { change, at, count, time });
}

function isRow(from: unknown): from is ServiceRow | GoneRow {
  return isServiceRow(from) || (from as Partial<GoneRow> | null | undefined)?.kind === 'gone';
}

function changeWords(row: ServiceRow | GoneRow, mark: ChangeMark): string {
  const name = displayText(row.kind === 'gone' ? goneName(row) : rowName(row), LONGEST_NAME);
  return `${name}: ${markWords(mark, row.kind === 'gone' ? {} : row)}`;
}
