import * as vscode from 'vscode';
import { displayText } from '../core/base/displayText.ts';
import type { Row } from './treeNodes.ts';

/** Rows dropped into an editor or a terminal become their mint addresses, a line each. */
export const dragRows: vscode.TreeDragAndDropController<Row> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag: (rows, data) => {
    const addresses = rows.flatMap((row) =>
      'mintAddress' in row && row.mintAddress !== undefined
        ? [displayText(row.mintAddress, 10_000)]
        : [],
    );
    if (addresses.length === 0) return;
    data.set('text/plain', new vscode.DataTransferItem(addresses.join('\n')));
  },
};
