import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { desk } from './desk.ts';
import { FileSystemError, FileType, type Uri } from './values.ts';

/** `workspace.fs`: real files for the scheme `file`, any other disk is in `desk.remoteFiles`. */
export const fakeFs = {
  async writeFile(target: Uri, bytes: Uint8Array): Promise<void> {
    desk.disk('writeFile', target);
    if (target.scheme === 'file') await writeFile(target.fsPath, bytes);
    else desk.remoteFiles.set(target.toString(), Buffer.from(bytes).toString());
  },

  async readFile({ fsPath }: Uri): Promise<Uint8Array> {
    return readFile(fsPath);
  },

  async createDirectory({ fsPath }: Uri): Promise<void> {
    await mkdir(fsPath, { recursive: true });
  },

  async readDirectory({ fsPath }: Uri): Promise<[string, number][]> {
    const entries = await readdir(fsPath, { withFileTypes: true });
    return entries.map((one) => [one.name, one.isFile() ? FileType.File : FileType.Directory]);
  },

  async rename(source: Uri, target: Uri, { overwrite }: { readonly overwrite: boolean }) {
    desk.disk('rename', target);
    const there = await stat(target.fsPath).catch(() => undefined);
    if (there && !overwrite) throw FileSystemError.NoPermissions(`${target.fsPath} is there`);
    await rename(source.fsPath, target.fsPath);
  },

  async delete(target: Uri): Promise<void> {
    desk.disk('delete', target);
    await rm(target.fsPath);
  },
};
