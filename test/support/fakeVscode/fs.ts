import { rename, rm, writeFile } from 'node:fs/promises';
import { desk } from './desk.ts';
import { FileSystemError, type Uri } from './values.ts';

/** `workspace.fs`. Files of other machines are in `desk.remoteFiles`. */
export const fakeFs = {
  writeFile: async (target: Uri, bytes: Uint8Array) => {
    desk.disk('writeFile', target);
    if (isHere(target)) await writeFile(target.fsPath, bytes);
    else desk.remoteFiles.set(target.toString(), Buffer.from(bytes).toString());
  },

  rename: async (source: Uri, target: Uri, { overwrite }: { readonly overwrite: boolean }) => {
    desk.disk('rename', target);
    if (isHere(target)) return rename(source.fsPath, target.fsPath);
    const files = desk.remoteFiles;
    if (!overwrite && files.has(target.toString())) throw FileSystemError.NoPermissions();
    files.set(target.toString(), files.get(source.toString())!);
    files.delete(source.toString());
  },

  delete: async (target: Uri) => {
    desk.disk('delete', target);
    if (isHere(target)) await rm(target.fsPath);
    else desk.remoteFiles.delete(target.toString());
  },
};

function isHere({ scheme }: Uri): boolean {
  return scheme === 'file';
}
