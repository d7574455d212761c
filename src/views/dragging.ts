import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText } from '../core/base/displayText.ts';
import type { ServiceRow } from '../lists/index.ts';

/** The type of dragged mint addresses that `dropAddresses` reads. */
const ADDRESSES_TYPE = 'application/vnd.mintscope.addresses';

/**
 * Dragged rows are opened in the group of editors that they are dropped on. In a text they become
 * their mint addresses, one per line.
 * @param uris the addresses at which the editor opens the rows.
 */
export function dragRows(
  rows: readonly ServiceRow[],
  uris: readonly vscode.Uri[],
  data: vscode.DataTransfer,
): void {
  const addresses = rows.flatMap(({ mintAddress }) =>
    mintAddress === undefined ? [] : [displayText(mintAddress, 10_000)],
  );
  if (addresses.length > 0) {
    for (const type of ['text/plain', ADDRESSES_TYPE])
      data.set(type, new vscode.DataTransferItem(addresses.join('\n')));
  }
  if (uris.length > 0) data.set('text/uri-list', new vscode.DataTransferItem(uris.join('\r\n')));
}

/**
 * Inserts the mint addresses of rows that are dropped into a text. The editor's own drop would
 * insert the `resourceUri` of the rows that have one instead.
 */
export function dropAddresses(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Text.append('mintscope');
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: '**' },
    {
      provideDocumentDropEdits: async (_document, _position, data) => {
        const addresses = await data.get(ADDRESSES_TYPE)?.asString();
        if (addresses === undefined) return undefined;
        return new vscode.DocumentDropEdit(addresses, l10n.t('Insert Mint Addresses'), kind);
      },
    },
    { dropMimeTypes: [ADDRESSES_TYPE], providedDropEditKinds: [kind] },
  );
}
