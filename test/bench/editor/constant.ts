/** A rival in the bench of stored rows: an extension that paints constant rows without a request. */
import type { ExtensionContext } from 'vscode';
import { benchRows, PAGE_SIZE } from '../rows.ts';
import { LABELS } from './agreed.ts';
import { paintRows } from './paintedRows.ts';

export function activate(context: ExtensionContext): void {
  const page = () => Promise.resolve(benchRows(PAGE_SIZE));
  paintRows(context, 'constant', LABELS.Constant, page);
}
