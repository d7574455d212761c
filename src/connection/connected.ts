import * as l10n from '@vscode/l10n';
import { waitWords } from '../core/messages/failureMessages.ts';
import { timeAfter } from '../editor/locale.ts';
import { type Report, showInformation } from '../editor/notify.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';
import { runCommand } from '../editor/commandRegistry.ts';

/** Without a connection, calls `offerSignIn` and resolves with `undefined`. */
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
 * Also offers sample data, because a new user may have no token.
 * @throws the failure of the secret storage or the sample service, if one of them failed.
 */
export async function offerSignIn({ failure }: Session): Promise<void> {
  if (failure) throw failure;
  const first = l10n.t('Sign in to your NFT service first.');
  const signIn = l10n.t('Sign In…');
  const sample = l10n.t('Explore Sample Data');
  const chosen = await showInformation(first, signIn, sample);
  if (chosen === sample) await runCommand('mintscope.exploreSampleData');
  if (chosen === signIn) await runCommand('mintscope.signIn');
}

/** Until when the service asks to send no requests, as a sentence; empty if it does not. */
export function waitReason({ wait }: Pick<ActiveConnection, 'wait'>): string {
  return wait.leftMs > 0 ? waitWords(timeAfter(wait.leftMs)) : '';
}

/**
 * Also whenever a wait begins.
 * @returns what ends that.
 */
export function reportWaits(connection: Pick<ActiveConnection, 'wait'>, report: Report) {
  const reportWait = () => {
    const reason = waitReason(connection);
    if (reason !== '') report(reason, 0);
  };
  reportWait();
  return connection.wait.onChange(reportWait);
}
