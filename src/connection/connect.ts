import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { contextSetter } from '../editor/contextKeys.ts';
import type { Log } from '../editor/log.ts';
import { Session } from './session.ts';
import { sessionParts } from './sessionParts.ts';

/**
 * Creates the session of a window, and starts the lookup of the sign-in. Sends no request and loads
 * no code that could.
 */
export function connect(context: vscode.ExtensionContext, clock: Clock, log: Log): Session {
  const parts = sessionParts(context, clock, log);
  const { requests, sample, data } = parts;
  const session = new Session(parts);
  context.subscriptions.push(
    ...[sample, session, data, offerTokenDeletion(session)],
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('http')) requests.ifAsked((all) => all.close());
    }),
    new vscode.Disposable(() => {
      requests.ifAsked((all) => all.close());
    }),
  );
  // Start the lookup now: the first view needs it, and it takes about 12 ms.
  if (!sample.wanted) void session.lookUp();
  return session;
}

/**
 * Sets `mintscope.noTokens` while no token is stored: the palette then does not offer to delete
 * them. A browser always offers it, because there a window does not see the tokens of others.
 */
function offerTokenDeletion(session: Session): vscode.Disposable {
  const { secrets, signIns } = session.parts;
  const setContext = contextSetter();
  const update = async () => {
    const count = await signIns.countAll().catch(() => undefined);
    setContext('mintscope.noTokens', count === 0 && vscode.env.uiKind !== vscode.UIKind.Web);
  };
  return vscode.Disposable.from(
    session.onDidChange(update),
    secrets.onDidChange(update),
    // Another window may have written.
    vscode.window.onDidChangeWindowState(update),
  );
}
