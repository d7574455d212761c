import * as vscode from 'vscode';

/**
 * The row that the keys act on in a tree, `undefined` if there is none. The API tells the selection
 * only; the editor tells the focus to the commands that it runs itself, by this argument.
 */
export async function focusedRow(viewId: string): Promise<unknown> {
  const command = `${viewId}.tellFocusedRow`;
  let focused: unknown;
  // eslint-disable-next-line no-restricted-syntax -- for this moment only, and it cannot fail
  const registration = vscode.commands.registerCommand(command, (row?: unknown) => {
    focused = row ?? undefined;
  });
  try {
    const args = { $treeViewId: viewId, $focusedTreeItem: true };
    await vscode.commands.executeCommand('runCommands', { commands: [{ command, args }] });
  } finally {
    registration.dispose();
  }
  return focused;
}
