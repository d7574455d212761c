import * as vscode from 'vscode';
import { contextSetter } from '../editor/contextKeys.ts';
import type { Session } from './session.ts';

/**
 * Whether there may be tokens to delete, also of other workspaces. In a browser a window does not see
 * all tokens of others. Rejects with a `SecretsError`.
 */
export async function mayHoldTokens({ parts }: Session): Promise<boolean> {
  return (await parts.signIns.count()) > 0 || vscode.env.uiKind === vscode.UIKind.Web;
}

/** Sets `mintscope.noTokens` while no token is stored: then none are offered to be deleted. */
export function offerTokenDeletion(session: Session): vscode.Disposable {
  const setContext = contextSetter();
  const update = async () => {
    const isOffered = await mayHoldTokens(session).catch(() => true);
    setContext('mintscope.noTokens', !isOffered);
  };
  return vscode.Disposable.from(
    session.onDidChange(update),
    session.parts.signIns.secrets.onDidChange(update),
    // Another window may have written.
    vscode.window.onDidChangeWindowState(update),
  );
}
