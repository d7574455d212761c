import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { desk } from './desk.ts';
import { FileSystemError, type Uri } from './values.ts';

/** `workspace.fs`: real files for the scheme `file`; all others are in `desk.remoteFiles`. */
export const fakeFs = {
  async writeFile(target: Uri, bytes: Uint8Array): Promise<void> {
    desk.disk('writeFile', target);
    if (target.scheme === 'file') await writeFile(target.fsPath, bytes);
    else desk.remoteFiles.set(target.toString(), Buffer.from(bytes).toString());
  },

  async rename(source: Uri, target: Uri, { overwrite }: { readonly overwrite: boolean }) {
    desk.disk('rename', target);
    if (target.scheme !== 'file') {
      renameRemote(source, target, overwrite);
      return;
    }
    const there = await stat(target.fsPath).catch(() => undefined);
    if (there && !overwrite) throw FileSystemError.NoPermissions(`${target.fsPath} is there`);
    await rename(source.fsPath, target.fsPath);
  },

  async delete(target: Uri): Promise<void> {
    desk.disk('delete', target);
    if (target.scheme === 'file') await rm(target.fsPath);
    else desk.remoteFiles.delete(target.toString());
  },
};

function renameRemote(source: Uri, target: Uri, overwrite: boolean): void {
  const text = desk.remoteFiles.get(source.toString());
  if (text === undefined) throw FileSystemError.Unavailable(`${source.toString()} is not there`);
  if (!overwrite && desk.remoteFiles.has(target.toString())) {
    throw FileSystemError.NoPermissions(`${target.toString()} is there`);
  }
  desk.remoteFiles.set(target.toString(), text);
  desk.remoteFiles.delete(source.toString());
}
