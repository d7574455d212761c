import { writeFile } from 'node:fs/promises';
import { desk } from './desk.ts';
import type { Uri } from './values.ts';

/** `workspace.fs`. Files of other machines are in `desk.remoteFiles`. */
export const fakeFs = {
  writeFile: async (target: Uri, bytes: Uint8Array) => {
    desk.beforeWrite();
    if (target.scheme === 'file') await writeFile(target.fsPath, bytes);
    else desk.remoteFiles.set(target.toString(), Buffer.from(bytes).toString());
  },
};
