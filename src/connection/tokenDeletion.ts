import * as vscode from 'vscode';
import { contextSetter } from '../editor/contextKeys.ts';
import type { Session } from './session.ts';
import { storedKeys } from './storedSignIn.ts';

/**
 * Sets `mintscope.noTokens` while no token is stored: the palette then does not offer to delete
 * them. A browser always offers it, because there a window does not see the tokens of others.
 */
export function offerTokenDeletion(session: Session): vscode.Disposable {
  const { storage } = session.parts;
  const setContext = contextSetter();
  const update = async () => {
    const keys = await storedKeys(storage).catch(() => undefined);
    const seesAll = vscode.env.uiKind !== vscode.UIKind.Web;
    setContext('mintscope.noTokens', keys?.length === 0 && seesAll);
  };
  return vscode.Disposable.from(
    session.onDidChange(update),
    storage.secrets.onDidChange(update),
    // Another window may have written.
    vscode.window.onDidChangeWindowState(update),
  );
}
