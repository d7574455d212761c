import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { isOfService, type Row } from './treeNodes.ts';

/** The type of dragged addresses that `dropAddresses` reads. */
export const ADDRESSES_TYPE = 'application/vnd.mintscope.addresses';

/** The late code that a drag needs. */
export interface WithAddresses {
  /** The addresses at which the editor opens rows. */
  addressesOf(rows: readonly ServiceRow[]): readonly vscode.Uri[];
}

/**
 * Dragged rows are opened in the group of editors that they are dropped on. In a text they become
 * their mint addresses, one per line.
 */
export function dragRows(
  late: () => Promise<WithAddresses>,
): vscode.TreeDragAndDropController<Row> {
  return {
    dragMimeTypes: ['text/plain', 'text/uri-list'],
    dropMimeTypes: [],
    handleDrag: async (rows, data) => {
      const addresses = rows.flatMap((row) =>
        'mintAddress' in row && row.mintAddress !== undefined
          ? [displayText(row.mintAddress, 10_000)]
          : [],
      );
      if (addresses.length > 0) {
        for (const type of ['text/plain', ADDRESSES_TYPE]) {
          data.set(type, new vscode.DataTransferItem(addresses.join('\n')));
        }
      }
      const uris = (await late()).addressesOf(rows.filter(isOfService));
      if (uris.length === 0) return;
      data.set('text/uri-list', new vscode.DataTransferItem(uris.join('\r\n')));
    },
  };
}
