import * as vscode from 'vscode';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { showInformation, showWarning } from '../editor/notify.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/**
 * Calls `run` with the connection in use, and resolves as it does. Without a connection it tells the
 * person to sign in first.
 */
export async function connected<T = void>(
  session: Session,
  run: (connection: ActiveConnection) => Promise<T>,
): Promise<T | undefined> {
  await session.ready();
  const { current } = session;
  if (current) return run(current);
  await offerSignIn(session);
  return undefined;
}

/**
 * Tells the person to sign in first, with a button that starts it.
 * @throws the failure of the secret storage or the sample service, if one of them failed.
 */
export async function offerSignIn({ failure }: Session): Promise<void> {
  if (failure) throw failure;
  const first = 'Sign in to your NFT service first.';
  await signInIf(await showInformation(first, SIGN_IN));
}

/** Says that the service refuses the token. What is on screen stays. */
export async function offerNewToken({ host }: ServiceAddress): Promise<void> {
  const refused = `${host} refused your token. What is shown stays, but is not kept up to date.`;
  await signInIf(await showWarning(refused, SIGN_IN));
}

const SIGN_IN = 'Sign In…';

async function signInIf(choice: string | undefined): Promise<void> {
  if (choice === SIGN_IN) await vscode.commands.executeCommand('mintscope.signIn');
}
