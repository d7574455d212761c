import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** The editor transfers a file in one piece, of which it keeps several copies in memory. */
const MOST_ELSEWHERE = 50_000_000;

/** The largest export to this target in bytes; `undefined` for no limit. */
export function mostBytesOf(target: vscode.Uri): number | undefined {
  return target.scheme === 'file' ? undefined : MOST_ELSEWHERE;
}

/**
 * Runs `write` with a path of this machine's file system. If the target is elsewhere, as in a
 * virtual workspace, moves the complete file there afterwards; until then an existing file stays.
 * @param write may write at most `mostBytesOf(target)`.
 */
export async function writeTo<T>(
  target: vscode.Uri,
  write: (path: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (target.scheme === 'file') return write(target.fsPath);
  // A new folder that only this user can read.
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
    // The file may not exist; the first error is the reason.
    await fs.delete(beside).then(undefined, () => undefined);
    throw error;
  }
}

/** What to do with the exported file, by the labels of the buttons. */
export function waysTo(target: vscode.Uri): ReadonlyMap<string, () => Thenable<unknown>> {
  const run = (command: string) => () => vscode.commands.executeCommand(command, target);
  const ways = new Map([[l10n.t('Open'), run('vscode.open')]]);
  const onThisDesktop =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (onThisDesktop && target.scheme === 'file') ways.set(l10n.t('Reveal'), run('revealFileInOS'));
  // A browser cannot show folders of the machine; the Explorer view can show the workspace's.
  else if (vscode.workspace.getWorkspaceFolder(target)) {
    ways.set(l10n.t('Reveal'), run('revealInExplorer'));
  }
  return ways;
}
