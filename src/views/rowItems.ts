import * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';
import { type RowContext, treeItem } from './treeItems.ts';
import type { Row } from './treeNodes.ts';

const rare = new Lazy(async () => {
  const { rareItem } = await import('./rareItems.ts');
  return rareItem;
});

/** Call it before a problem row or ranges are painted: most lists never have any. */
export async function loadRareItems(): Promise<void> {
  // If they cannot be loaded, such rows have no words.
  await rare.get().catch(() => undefined);
}

/** The tree item of any row. */
export function rowItem(row: Row, context: RowContext): vscode.TreeItem {
  if (row.kind !== 'problem' && row.kind !== 'range') return treeItem(row, context);
  const { Collapsed } = vscode.TreeItemCollapsibleState;
  return rare.loaded?.(row, context) ?? new vscode.TreeItem('…', Collapsed);
}
