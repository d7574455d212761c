import { randomUUID } from 'node:crypto';
import { access, chmod, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import { fileName } from '../../core/base/fileName.ts';
import { timeInName } from '../../editor/locale.ts';
import { systemClock } from '../../editor/systemClock.ts';

/** Prompts for the file. It suggests the open folder, else the home folder, and the time, so that two exports differ. */
export function askTarget(
  what: string,
  service: string,
  format: 'CSV' | 'JSON',
): Thenable<vscode.Uri | undefined> {
  const extension = format.toLowerCase();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const name = fileName(`${what}-${service}-${timeInName()}`);
  return vscode.window.showSaveDialog({
    title: l10n.t('Export'),
    saveLabel: l10n.t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, `${name}.${extension}`),
    filters: { [format]: [extension] },
  });
}

/** The texts of a file, such as one for each row. */
type Texts = Iterable<string> | AsyncIterable<string>;

/**
 * Writes a file completely or not at all: the text is written beside the target under a hidden name,
 * which then takes its place. Until then an existing file stays as it is.
 * @throws the error of the file system, or the reason of `signal`.
 */
export async function replaceFile(
  target: vscode.Uri,
  texts: Texts,
  signal: AbortSignal,
): Promise<void> {
  const hidden = `.mintscope-${randomUUID()}.tmp`;
  if (target.scheme === 'file') await replaceHere(target.fsPath, hidden, texts, signal);
  else await replaceElsewhere(target, hidden, texts, signal);
}

async function replaceHere(
  path: string,
  hidden: string,
  texts: Texts,
  signal: AbortSignal,
): Promise<void> {
  // The file that a link leads to is replaced, not the link.
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (existing) await access(target, constants.W_OK);
  const mode = existing ? existing.mode & 0o777 : 0o666;
  const beside = join(dirname(target), hidden);
  try {
    await writeFile(beside, pieces(texts), { signal, mode, flag: 'wx', flush: true });
    // The mode of a new file is masked.
    if (existing) await chmod(beside, mode);
    signal.throwIfAborted();
    await move(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The least characters that are written at once. No text is split. */
const PIECE = 64 * 1024;

async function* pieces(texts: Texts): AsyncGenerator<string, void> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Windows moves no file while another program, such as a virus scanner, reads it: try for 1.4 s. */
async function move(
  from: string,
  to: string,
  tries = process.platform === 'win32' ? 8 : 1,
): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise<void>((resolve) => systemClock.after(200, resolve));
    await move(from, to, tries - 1);
  }
}

/** The editor takes the whole file in one piece. */
async function replaceElsewhere(
  target: vscode.Uri,
  hidden: string,
  texts: Texts,
  signal: AbortSignal,
): Promise<void> {
  let whole = '';
  for await (const piece of texts) whole += piece;
  const { fs } = vscode.workspace;
  const beside = vscode.Uri.joinPath(target, '..', hidden);
  try {
    signal.throwIfAborted();
    await fs.writeFile(beside, Buffer.from(whole));
    signal.throwIfAborted();
    await fs.rename(beside, target, { overwrite: true });
  } catch (error) {
    // The file may not exist. Report the first error only.
    await fs.delete(beside).then(undefined, () => undefined);
    throw error;
  }
}

/** Why the file could not be written, as a sentence. */
export function writeFailureWords(error: unknown, file: string): string {
  const { message, code } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return l10n.t('There is no space left for {0}. Free some, or choose another disk.', file);
  }
  return l10n.t(
    '{0} could not be written ({1}). Choose another name or folder; if another program has the file open, close it there.',
    file,
    code ?? displayText(message ?? String(error)),
  );
}
