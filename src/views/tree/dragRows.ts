import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { Row } from './treeNodes.ts';

/** The type of dragged addresses that `dropAddresses` reads. */
export const ADDRESSES_TYPE = 'application/vnd.mintscope.addresses';

/** Dragged rows become their mint addresses, one per line. */
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
    for (const type of ['text/plain', ADDRESSES_TYPE]) {
      data.set(type, new vscode.DataTransferItem(addresses.join('\n')));
    }
  },
};
