import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Collection } from '../../core/model/model.ts';
import { latePanels } from '../../panels/latePanels.ts';

export function collectionPanels(
  session: Session,
  collections: PagedList<Collection>,
  extensionUri: vscode.Uri,
) {
  return latePanels(session, async () => {
    const { CollectionPanels } = await import('./collectionPanels.ts');
    return new CollectionPanels(session, collections, extensionUri);
  });
}
