import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Runs `write` with a path of this machine's file system, and brings what it wrote to where it
 * belongs if that is elsewhere, as in a virtual workspace.
 */
export async function writeTo<T>(
  target: vscode.Uri,
  write: (path: string) => Promise<T>,
): Promise<T> {
  if (target.scheme === 'file') return write(target.fsPath);
  const path = join(tmpdir(), `mintscope-${randomUUID()}`);
  try {
    const result = await write(path);
    await vscode.workspace.fs.writeFile(target, await readFile(path));
    return result;
  } finally {
    await rm(path, { force: true });
  }
}

/** Ways to what was exported, by the names of their buttons. */
export function waysTo(target: vscode.Uri): ReadonlyMap<string, () => Thenable<unknown>> {
  const run = (command: string) => () => vscode.commands.executeCommand(command, target);
  const ways = new Map([['Open', run('vscode.open')]]);
  const onThisDesktop =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (onThisDesktop && target.scheme === 'file') ways.set('Reveal', run('revealFileInOS'));
  // A browser shows no folders of the machine; the Explorer view shows those of the workspace.
  else if (vscode.workspace.getWorkspaceFolder(target)) {
    ways.set('Reveal', run('revealInExplorer'));
  }
  return ways;
}
