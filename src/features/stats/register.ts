import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { showError } from '../../editor/errorMessage.ts';
import { latePanels } from '../../panels/latePanels.ts';

/** The stats panels, and the links that open them. */
export function statsPanels(
  session: Session,
  projects: PagedList<Project>,
  extensionUri: vscode.Uri,
) {
  const late = latePanels(session, async () => {
    const { StatsPanels } = await import('./statsPanels.ts');
    return new StatsPanels(session, projects, extensionUri);
  });
  const links = vscode.window.registerUriHandler({
    handleUri: async (link) => {
      try {
        const { openDeepLink } = await import('./deepLink.ts');
        await openDeepLink(session, link, (ref) => late.open(ref, undefined, 'link'));
      } catch (error) {
        // The editor only logs it.
        void showError(`Mintscope: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  });
  return {
    ...late,
    /** Those whose code is loaded. */
    surfaces: () => late.loaded()?.surfaces ?? [],
    dispose(): void {
      links.dispose();
      late.dispose();
    },
  };
}
