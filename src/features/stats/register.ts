import * as vscode from 'vscode';
import type { Recoverable } from '../../connection/recoverable.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Restore } from '../../editor/panelRegistry.ts';
import { latePanels } from '../../panels/latePanels.ts';
import type { StatsPanels } from './statsPanels.ts';
import type { OpenStats } from './statsTabs.ts';

const VIEW_TYPE = 'mintscope.stats';

/** The stats panels. Their code is loaded when it is first needed. */
export function statsPanels(
  session: Session,
  projects: PagedList<Project>,
  extensionUri: vscode.Uri,
): {
  readonly open: OpenStats;
  readonly restore: Restore;
  /** `undefined` until the code of the panels is loaded. */
  readonly loaded: () => StatsPanels | undefined;
  readonly surfaces: () => readonly Recoverable[];
  readonly dispose: () => void;
} {
  const late = latePanels(session, async () => {
    const { StatsPanels } = await import('./statsPanels.ts');
    return new StatsPanels(VIEW_TYPE, session, projects, extensionUri);
  });
  const links = vscode.window.registerUriHandler({
    handleUri: async (link) => {
      const { openDeepLink } = await import('./deepLink.ts');
      await openDeepLink(session, link, (ref) => {
        void late.use((panels) => {
          panels.open(ref, undefined, 'link');
        });
      });
    },
  });
  return {
    open: (ref, project, from) =>
      late.use((panels) => {
        panels.open(ref, project, from);
      }),
    loaded: late.loaded,
    surfaces: () => late.loaded()?.surfaces ?? [],
    restore: late.restore,
    dispose() {
      links.dispose();
      late.dispose();
    },
  };
}
