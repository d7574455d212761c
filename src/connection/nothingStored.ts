import * as vscode from 'vscode';
import { contextSetter } from '../editor/contextKeys.ts';
import { settings } from '../editor/settings.ts';
import type { Session } from './session.ts';
import { storedKeys } from './storedSignIn.ts';

/**
 * Sets `mintscope.noTokens` and `mintscope.noHistory` while no token or no history is stored: the
 * palette then does not offer to delete them. Until this is known, it offers that.
 */
export function offerDeletions(session: Session): vscode.Disposable {
  const { storage, data } = session.parts;
  const setContext = contextSetter();
  const updateHistory = () => {
    const isEmpty = data.isEmpty(session.current?.id);
    setContext('mintscope.noHistory', isEmpty);
    return isEmpty;
  };
  const update = async () => {
    const keys = await storedKeys(storage).catch(() => undefined);
    const isEmpty = updateHistory();
    // In a browser, `storedKeys` lacks tokens that other windows have stored since this one was
    // opened. Such a window also stores history, unless `keepRows` is off. So if it is on and there
    // is no history, there is no such token.
    const seesAll = vscode.env.uiKind !== vscode.UIKind.Web || (isEmpty && settings.keepRows);
    setContext('mintscope.noTokens', keys?.length === 0 && seesAll);
  };
  return vscode.Disposable.from(
    session.onDidChange(update),
    storage.secrets.onDidChange(update),
    // Another window may have written.
    vscode.window.onDidChangeWindowState(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mintscope.keepRows')) void update();
    }),
    { dispose: data.onDidClear(() => void update()) },
  );
}
