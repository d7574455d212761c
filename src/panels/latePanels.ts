import type * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import { Lazy } from '../core/base/lazy.ts';

/** The panels of one type, such as `StatsPanels`; `What` is what it takes to open one. */
interface Panels<What extends readonly unknown[]> {
  open(...what: What): void;
  closeWaiting(): Promise<void>;
  restore(tab: vscode.WebviewPanel, state: unknown): void;
  dispose(): void;
}

/** Panels whose code is loaded when it is first needed. Open panels follow the session themselves. */
export function latePanels<What extends readonly unknown[], P>(
  session: Session,
  load: () => Promise<P & Panels<What>>,
) {
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
    /** `undefined` until the code is loaded. */
    loaded: (): P | undefined => lazy.loaded,
    /** Opens nothing if the account changed while the code was loaded. */
    async open(...what: What): Promise<void> {
      const { account } = session;
      const panels = await lazy.get();
      if (session.account === account) panels.open(...what);
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
