import * as l10n from '@vscode/l10n';
import type { Project } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { showInformation } from '../../editor/notify.ts';
import { LISTS } from '../../lists/index.ts';
import { goneName, type GoneRow } from '../../views/tree/treeNodes.ts';

/**
 * Opens what is known of a row that the service no longer lists: its name, and the counts that were
 * read of it. Says why nothing opens if nothing else is known.
 */
export async function openGone(
  { key, list, name }: GoneRow,
  openProject: (project: Project, from: OpenedFrom) => Promise<void>,
): Promise<void> {
  const ref = LISTS[list].hasStats ? parseProjectRef(refOfKey(key)) : undefined;
  if (ref) {
    await openProject(unseenProject(ref, { name }), 'row');
    return;
  }
  void showInformation(
    l10n.t(
      'The service no longer lists “{0}”. Only its name is known, so there is nothing to open.',
      goneName({ list, name }),
    ),
  );
}
