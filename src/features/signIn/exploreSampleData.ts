import * as vscode from 'vscode';
import { useSampleData } from '../../connection/connectionChanges.ts';
import type { ActiveConnection, Session } from '../../connection/session.ts';
import { confirm } from '../../editor/notify.ts';

/**
 * Shows sample data, and asks first where it takes the place of a service in use.
 * @throws the reason of the connection's `ended` if it ends before the answer, and as
 *   `useSampleData` does.
 */
export async function exploreSampleData(session: Session): Promise<void> {
  const { current } = session;
  if (current && current.scope !== 'sample') {
    if (!(await askToReplace(current))) return;
    // The editor cannot take its question back, so an answer may come too late.
    current.ended.throwIfAborted();
  }
  await showSampleData(session);
}

/** The same without a question. Rejects as `useSampleData` does. */
export async function showSampleData(session: Session): Promise<void> {
  await useSampleData(session);
  await vscode.commands.executeCommand('mintscope.projects.focus');
}

function askToReplace({ address: { host } }: ActiveConnection): Promise<boolean> {
  return confirm(
    `Show sample data in place of ${host}?`,
    'Its rows and stats panels are closed in this window, and what is being loaded or exported ' +
      'stops. Your sign-in is kept: Switch Connection… brings it back.',
    'Explore Sample Data',
  );
}
