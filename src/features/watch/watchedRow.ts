import type * as vscode from 'vscode';
import { percentConfirmed, type Watched } from '../../core/watch/watchList.ts';
import { joinWords } from '../../views/treeItems.ts';

/** Puts the share first, because a narrow view cuts the end: `63 % · HLD · processing`. */
export function decorateRow(item: vscode.TreeItem, { last, stalled }: Watched): void {
  const share = last && percentConfirmed([last]);
  const known = share === undefined ? 'watched' : `${share} %`;
  const described = typeof item.description === 'string' ? item.description : '';
  item.description = joinWords(known, stalled === true ? 'stalled' : '', described);
  item.contextValue = `${item.contextValue ?? ''} watched`;
}
