import type * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import { Lazy } from '../core/base/lazy.ts';

/** The panels of one type, such as `RowPanels`. */
interface Panels extends vscode.Disposable {
  closeWaiting(): Promise<void>;
  restore(tab: vscode.WebviewPanel, state: unknown): void;
}

/** Panels whose code is loaded when it is first needed. Open panels follow the session themselves. */
export function latePanels<P extends Panels>(session: Session, load: () => Promise<P>) {
  const lazy = new Lazy(load);
  let last = session.current?.account;
  const following = session.onDidChange(() => {
    const account = session.current?.account;
    if (account === undefined) return;
    // Open panels close themselves. A tab that was not restored has no panel: close it here.
    const left = last !== undefined && last !== account;
    last = account;
    if (left) void lazy.get().then((panels) => panels.closeWaiting());
  });
  return {
    get: () => lazy.get(),
    /** `undefined` until the code is loaded. */
    loaded: () => lazy.loaded,
    /** Does nothing if the account changed while the code was loaded. */
    async use(run: (panels: P) => void): Promise<void> {
      const { account } = session;
      const panels = await lazy.get();
      if (session.account === account) run(panels);
    },
    restore: async (tab: vscode.WebviewPanel, state: unknown): Promise<void> => {
      (await lazy.get()).restore(tab, state);
    },
    dispose(): void {
      following.dispose();
      // Also if they are still being loaded.
      lazy.ifAsked((panels) => {
        panels.dispose();
      });
    },
  };
}
