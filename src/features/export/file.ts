import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import { fileName } from '../../core/base/fileName.ts';
import { timeInName } from '../../editor/locale.ts';

/** Suggests the open folder, else the home folder, and the time, so that two exports differ. */
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

/**
 * Writes a file as the editor saves one, once all of its text is there: until then an existing file stays
 * as it is. A link stays one, and the file keeps its rights.
 * @throws the error of the file system, or the reason of `signal`.
 */
export async function writeWhole(
  target: vscode.Uri,
  texts: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  let whole = '';
  for await (const text of texts) whole += text;
  signal.throwIfAborted();
  await vscode.workspace.fs.writeFile(target, Buffer.from(whole));
}

export function writeFailureWords(error: unknown, file: string): string {
  const { message = String(error), code } = error as Partial<vscode.FileSystemError>;
  // The editor has no code of its own for these.
  if (/ENOSPC|EDQUOT/.test(message)) {
    return l10n.t('There is no space left for {0}. Free some, or choose another disk.', file);
  }
  return l10n.t(
    '{0} could not be written ({1}). Choose another name or folder; if another program has the file open, close it there.',
    file,
    code ?? displayText(message),
  );
}
