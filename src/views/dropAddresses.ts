import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ADDRESSES_TYPE } from './tree/dragRows.ts';

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
