import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Collection } from '../../core/model/model.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { latePanels } from '../../panels/latePanels.ts';

/** The collection panels. Their code is loaded when it is first needed. */
export function collectionPanels(
  session: Session,
  collections: PagedList<Collection>,
  extensionUri: vscode.Uri,
) {
  const late = latePanels(session, async () => {
    const { CollectionPanels } = await import('./collectionPanels.ts');
    return new CollectionPanels(session, collections, extensionUri);
  });
  return {
    ...late,
    /** Opens nothing if the account changed while the code was loaded. */
    open: (row: Collection, from: OpenedFrom) =>
      late.use((panels) => {
        panels.open(row, from);
      }),
  };
}
