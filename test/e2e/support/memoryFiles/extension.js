import * as vscode from 'vscode';

/** The files by path. A folder has no bytes. */
const folder = { type: vscode.FileType.Directory, mtime: 0 };
const entries = new Map([
  ['/', folder],
  ['/work', folder],
]);
const changed = new vscode.EventEmitter();

const find = (uri) => {
  const entry = entries.get(uri.path);
  if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
  return entry;
};
const report = (type, uri) => changed.fire([{ type, uri }]);

const provider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat(uri) {
    const { type, mtime, bytes } = find(uri);
    return { type, ctime: 0, mtime, size: bytes?.length ?? 0 };
  },
  readDirectory(uri) {
    find(uri);
    const inside = uri.path === '/' ? '/' : `${uri.path}/`;
    return [...entries].flatMap(([path, { type }]) => {
      const name = path.slice(inside.length);
      return path.startsWith(inside) && name !== '' && !name.includes('/') ? [[name, type]] : [];
    });
  },
  createDirectory(uri) {
    entries.set(uri.path, { type: vscode.FileType.Directory, mtime: Date.now() });
  },
  readFile: (uri) => find(uri).bytes,
  writeFile(uri, bytes) {
    entries.set(uri.path, { type: vscode.FileType.File, mtime: Date.now(), bytes });
    report(vscode.FileChangeType.Changed, uri);
  },
  rename(from, to) {
    entries.set(to.path, find(from));
    entries.delete(from.path);
    report(vscode.FileChangeType.Created, to);
  },
  delete(uri) {
    find(uri);
    entries.delete(uri.path);
    report(vscode.FileChangeType.Deleted, uri);
  },
};

export function activate({ subscriptions }) {
  subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', provider));
}
