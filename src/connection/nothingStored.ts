import * as vscode from 'vscode';
import { contextSetter } from '../editor/contextKeys.ts';
import { settings } from '../editor/settings.ts';
import type { Session } from './session.ts';
import { storedKeys } from './storedSignIn.ts';

/**
 * Sets `mintscope.noTokens` while no token is stored, and `mintscope.noHistory` while no history
 * is, so that the palette does not offer to delete them. Until that is known, it does.
 */
export function offerDeletions(session: Session): vscode.Disposable {
  const { storage, data } = session.parts;
  const setContext = contextSetter();
  const lookForHistory = () => {
    const isEmpty = data.isEmpty(session.current?.id);
    setContext('mintscope.noHistory', isEmpty);
    return isEmpty;
  };
  const look = async () => {
    const keys = await storedKeys(storage).catch(() => undefined);
    const isEmpty = lookForHistory();
    // In a browser, a window does not know the tokens that others have stored meanwhile. Such a
    // window would also have stored rows, unless that is turned off.
    const knowsAll = vscode.env.uiKind !== vscode.UIKind.Web || (isEmpty && settings.keepRows);
    setContext('mintscope.noTokens', keys?.length === 0 && knowsAll);
  };
  return vscode.Disposable.from(
    session.onDidChange(look),
    storage.secrets.onDidChange(look),
    // Another window may have written.
    vscode.window.onDidChangeWindowState(look),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mintscope.keepRows')) void look();
    }),
    { dispose: data.onDidClear(() => void look()) },
    { dispose: data.onDidChangeSnapshots(lookForHistory) },
  );
}
