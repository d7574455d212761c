import type * as vscode from 'vscode';
import { percentConfirmed, type Watched } from '../../core/watch/watchList.ts';
import { joinWords } from '../../views/treeItems.ts';

/** Puts the share first, because a narrow view cuts the end: `63 % · HLD · processing`. */
export function decorateRow(item: vscode.TreeItem, one: Watched): void {
  const share = shareOf(one);
  const known = share === undefined ? 'watched' : `${share} %`;
  const described = typeof item.description === 'string' ? item.description : '';
  item.description = joinWords(known, one.stalled === true ? 'stalled' : '', described);
  item.contextValue = `${item.contextValue ?? ''} watched`;
}

/** Percent that are confirmed; `undefined` until that is known. */
export function shareOf({ last }: Watched): number | undefined {
  return last && percentConfirmed([last]);
}
