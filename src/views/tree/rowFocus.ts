import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showStatus } from '../../editor/notify.ts';
import type { Clock } from '../../core/base/clock.ts';
import { formatNumber } from '../../core/base/format.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { MOST_ROWS } from './listRows.ts';
import { isOfService, type Row } from './rows.ts';
import type { ListView } from './listView.ts';
import type { Tree } from './tree.ts';

/* These reject if the editor cannot reveal the row. */

/** The longest that a page may take to get the focus: later, the user may be elsewhere. */
const LONGEST_PAGE_MS = 1_500;

/**
 * Loads the next page. If `Load more` has the focus, also when the page arrives, selects the first
 * new row; else focus and selection stay. The row gets the focus too, unless the user may have left
 * the view by then, which the editor does not tell.
 */
export async function loadMoreRows({ rows, tree }: ListView, clock: Clock): Promise<void> {
  const { list } = rows;
  const before = list.state.rows.length;
  const isFromRow = tree.selection[0]?.kind === 'loadMore';
  const startedAt = clock.uptime();
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  await list.loadMore();
  const first = list.state.rows.slice(before).find((row) => rows.shows(row));
  if (!isFromRow || before === 0 || !first || rows.isBeyondLimit(first)) return;
  await tree.painted();
  // The user may have moved away. After the last page, no row has the focus.
  const focused = (await tree.focusedRow()) as Row | undefined;
  const isElsewhere = focused !== undefined && focused.kind !== 'loadMore';
  if (!tree.view.visible || isElsewhere) return;
  const isInFront = vscode.window.tabGroups.activeTabGroup.activeTab === activeTab;
  const focus = isInFront && clock.uptime() - startedAt < LONGEST_PAGE_MS;
  await tree.reveal(first, { select: true, focus });
}

/**
 * Selects and focuses a row, also one that is gone. If it is hidden, all rows are shown again, or
 * the filter is cleared. Resolves with false if no such row is loaded or gone, and with `beyond` if
 * the tree does not show it because it has too many rows, and says so.
 */
export async function revealRow(shown: ListView, key: string): Promise<boolean | 'beyond'> {
  const { rows, tree } = shown;
  const row = rows.list.rowOf(key) ?? rows.goneRows.find((gone) => gone.key === key);
  if (!row) return false;
  if (isOfService(row) && !rows.isAmongChanges(row)) {
    shown.showChangesOnly(false);
    showStatus(l10n.t('All rows are shown again.'));
  }
  if (isOfService(row) && !rows.shows(row)) await rows.arranged?.uncover(row);
  await vscode.commands.executeCommand(`${tree.id}.focus`);
  // During a Load All the tree may not show the newest rows yet.
  shown.paintIfOutdated();
  await tree.painted();
  if (isOfService(row) && rows.isBeyondLimit(row)) {
    const most = formatNumber(MOST_ROWS);
    const title = tree.view.title ?? '';
    showStatus(l10n.t('The row is beyond the {0} rows that {1} shows.', most, title));
    return 'beyond';
  }
  await tree.reveal(row, { select: true, focus: true });
  return true;
}

export interface FocusableView<Other extends object> {
  readonly tree: Tree<Other>;
  readonly rows: {
    readonly inOrder: readonly ServiceRow[];
    /** What gets the focus if no row of the service is shown. */
    readonly first: ServiceRow | Other | undefined;
  };
}

/** Where the focus of a tree is: the keys of its rows in order, and which of them has it. */
export interface FocusPlace {
  readonly order: readonly string[];
  readonly focused: string | undefined;
}

export async function placeOfFocus<Other extends object>({
  rows,
  tree,
}: FocusableView<Other>): Promise<FocusPlace> {
  const focused = (await tree.focusedRow()) as Partial<ServiceRow> | undefined;
  return { order: rows.inOrder.map(({ key }) => key), focused: focused?.key };
}

/**
 * Focuses the row that has the focus if it is still shown, else the row that took the place of the one
 * focused before, else the first one, unless the view is hidden. Selects nothing. Call this only if
 * the user is in the view, because it takes the focus.
 * @param before the focus before rows changed; without `order`, nothing takes the place of a hidden row.
 */
export async function focusAgain<Other extends object>(
  view: FocusableView<Other>,
  before: FocusPlace,
): Promise<void> {
  const { rows, tree } = view;
  const { focused } = await placeOfFocus(view);
  const shown = new Map(rows.inOrder.map((row) => [row.key, row]));
  const at = before.order.findIndex((key) => key === before.focused);
  const nearest = [...before.order.slice(at), ...before.order.slice(0, at).reverse()];
  // While rows are painted, the editor may know of no focus.
  const wanted = [focused, before.focused, ...(at < 0 ? [] : nearest)];
  const key = wanted.find((one) => one !== undefined && shown.has(one));
  const row = shown.get(key ?? '') ?? rows.first;
  if (row === undefined || !tree.view.visible) return;
  // It rejects if the rows change meanwhile.
  await tree.reveal(row, { select: false, focus: true }).catch(() => undefined);
}
