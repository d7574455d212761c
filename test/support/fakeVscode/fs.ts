import { desk } from './desk.ts';
import { FileSystemError, type Uri } from './values.ts';

/** `workspace.fs` for files on other machines, which are in `desk.remoteFiles`. */
export const fakeFs = {
  writeFile: (target: Uri, bytes: Uint8Array) =>
    change('writeFile', target, (files) => {
      files.set(target.toString(), Buffer.from(bytes).toString());
    }),

  rename: (source: Uri, target: Uri, { overwrite }: { readonly overwrite: boolean }) =>
    change('rename', target, (files) => {
      if (!overwrite && files.has(target.toString())) throw FileSystemError.NoPermissions();
      files.set(target.toString(), files.get(source.toString())!);
      files.delete(source.toString());
    }),

  delete: (target: Uri) => change('delete', target, (files) => files.delete(target.toString())),
};

function change(
  operation: 'writeFile' | 'rename' | 'delete',
  target: Uri,
  apply: (files: Map<string, string>) => void,
): Promise<void> {
  return new Promise((resolve) => {
    desk.disk(operation, target);
    apply(desk.remoteFiles);
    resolve();
  });
}
