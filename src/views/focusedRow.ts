import * as vscode from 'vscode';

/**
 * The focused row of a tree, `undefined` if there is none. The API gives the selection only. The
 * editor gives the focused row to a command with the undocumented arguments below; the keybinding of
 * Copy Mint Address in package.json uses them as well. If they are ignored, the selection counts.
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
