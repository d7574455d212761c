import * as vscode from 'vscode';
import { settings } from '../editor/settings.ts';
import type { Session } from './session.ts';
import { storedKeys } from './storedSignIn.ts';

/**
 * Tells the editor when no token (`mintscope.noTokens`) or no history (`mintscope.noHistory`) is
 * stored, so that the palette does not offer to delete any. Until that is known it does.
 */
export function tellNothingStored(session: Session): vscode.Disposable {
  const { storage, data } = session.parts;
  const reported = new Map<string, boolean>();
  const tell = (key: string, value: boolean) => {
    if (reported.get(key) === value) return;
    reported.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  const look = async () => {
    const keys = await storedKeys(storage).catch(() => undefined);
    const isEmpty = data.isEmpty(session.current?.id);
    // In a browser, a window does not know the tokens that others have stored meanwhile. They would
    // have stored rows, unless that is turned off.
    const knowsAll = vscode.env.uiKind !== vscode.UIKind.Web || (isEmpty && settings.keepRows);
    tell('mintscope.noTokens', keys?.length === 0 && knowsAll);
    tell('mintscope.noHistory', isEmpty);
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
  );
}
