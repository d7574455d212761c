import * as vscode from 'vscode';
import type { Recoverable } from '../../connection/recoverable.ts';
import type { Session } from '../../connection/session.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Restore } from '../../editor/panelRegistry.ts';
import type { OpenStats } from './statsTabs.ts';

const VIEW_TYPE = 'mintscope.stats';

/**
 * The stats panels. Their code is loaded when it is first needed.
 * @param onOpen called with the key of each project that a person opens.
 */
export function statsPanels(
  session: Session,
  projects: PagedList<Project>,
  extensionUri: vscode.Uri,
  onOpen: (key: string) => void,
): {
  readonly open: OpenStats;
  readonly restore: Restore;
  readonly surfaces: () => readonly Recoverable[];
  readonly dispose: () => void;
} {
  const lazy = new Lazy(async () => {
    const { StatsPanels } = await import('./statsPanels.ts');
    return new StatsPanels(VIEW_TYPE, session, projects, extensionUri, onOpen);
  });
  let last = session.current?.account;
  const subscriptions = [
    session.onDidChange(() => {
      const account = session.current?.account;
      if (account === undefined) return;
      // Open panels close themselves. A tab that was not restored has no panel: close it here.
      const left = last !== undefined && last !== account;
      last = account;
      if (left) void lazy.get().then((panels) => panels.closeWaiting());
    }),
    vscode.window.registerUriHandler({
      handleUri: async ({ path }) => {
        (await lazy.get()).openLink(path);
      },
    }),
  ];
  return {
    /** Opens nothing if the account changed while the code was loaded. */
    async open(ref, project, from) {
      const account = session.current?.account;
      const panels = await lazy.get();
      if (session.current?.account === account) panels.open(ref, project, from);
    },
    async restore(panel, state) {
      (await lazy.get()).restore(panel, state);
    },
    surfaces: () => lazy.loaded?.surfaces ?? [],
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      // Also if they are still being loaded.
      lazy.ifAsked((panels) => {
        panels.dispose();
      });
    },
  };
}
