import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** The editor hands a file over in one piece, which is held in memory more than once. */
const MOST_ELSEWHERE = 50_000_000;

/** How many bytes an export there may have; `undefined` for a file of this machine. */
export function mostBytesOf(target: vscode.Uri): number | undefined {
  return target.scheme === 'file' ? undefined : MOST_ELSEWHERE;
}

/**
 * Runs `write` with a path of this machine's file system, and brings what it wrote to where it
 * belongs if that is elsewhere, as in a virtual workspace. What is there stays until all is there.
 * @param write may write `mostBytesOf(target)` at most.
 */
export async function writeTo<T>(
  target: vscode.Uri,
  write: (path: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (target.scheme === 'file') return write(target.fsPath);
  // A folder of its own, which only this user may enter.
  const folder = await mkdtemp(join(tmpdir(), 'mintscope-'));
  try {
    const path = join(folder, 'export');
    const result = await write(path);
    await upload(target, await readFile(path), signal);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upload(target: vscode.Uri, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const { fs } = vscode.workspace;
  const beside = vscode.Uri.joinPath(target, '..', `.mintscope-${randomUUID()}.tmp`);
  signal.throwIfAborted();
  try {
    await fs.writeFile(beside, bytes);
    signal.throwIfAborted();
    await fs.rename(beside, target, { overwrite: true });
  } catch (error) {
    // It may not have come to be, and it is the first error that says why.
    await fs.delete(beside).then(undefined, () => undefined);
    throw error;
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
