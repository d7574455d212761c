import * as vscode from 'vscode';
import { systemClock } from '../editor/systemClock.ts';

/** The scheme of the addresses that `address.ts` makes and reads, which activation does not need. */
export const SCHEME = 'mintscope';

/** The folder of the reports (`reports.ts`). The place of an account is longer. */
export const REPORTS = 'Report';

export function isReport({ scheme, path }: vscode.Uri): boolean {
  return scheme === SCHEME && path.startsWith(`/${REPORTS}/`);
}

/** The custom editor of each kind of address, as package.json selects it by the path. */
export const VIEW_TYPES = [
  'mintscope.stats',
  'mintscope.collection',
  'mintscope.portfolio',
  'mintscope.compare',
];

/** The late code that shows resources. */
interface Shows {
  readonly texts: { read(uri: vscode.Uri): Promise<string> };
  /** @param panel empty; it is shown by the editor and closed with its tab. */
  showResource(uri: vscode.Uri, panel: vscode.WebviewPanel): void;
}

/**
 * Registers the read-only file system of the resources, which gives the text editor the text of a
 * row, and the custom editors of package.json, which draw the panels. The editor opens, previews,
 * pins, splits, moves and restores their tabs as it does with files. The event
 * `onFileSystem:mintscope` activates the extension.
 *
 * In VS Code 1.105 and 1.139, each opened row is a new document and a new page, also in place of a
 * preview. A command in the title of a tab is called with the address of that editor.
 * `activeCustomEditorId` and `resource` in `when` clauses of `editor/title` are those of the group,
 * and `webviewId` is the type of the custom editor. Go Back skips replaced previews, because the
 * editor forgets those that are no files.
 * @param load loads the late code.
 */
export function registerResources(load: () => Promise<Shows>) {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const read = async (uri: vscode.Uri) =>
    new TextEncoder().encode(await (await load()).texts.read(uri));
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    // After a change is announced, the editor reads only what has another time.
    stat: async (uri) => ({
      type: vscode.FileType.File,
      ctime: 0,
      mtime: systemClock.now(),
      size: (await read(uri)).length,
    }),
    readFile: read,
    // All changes are announced anyway.
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: refuse,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => {
      (await load()).showResource(uri, panel);
    },
  };
  const registered = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const { uri, languageId } = document;
      if (uri.scheme !== SCHEME || isReport(uri) || languageId === 'jsonc') return;
      // With comments, because a text may be a reason in a comment. No name has an extension.
      void vscode.languages.setTextDocumentLanguage(document, 'jsonc');
    }),
    ...VIEW_TYPES.map((viewType) =>
      vscode.window.registerCustomEditorProvider(viewType, editor, {
        supportsMultipleEditorsPerDocument: true,
      }),
    ),
  );
  return {
    /** Reports to the editor that the text of a row has changed. */
    announce: (uri: vscode.Uri): void => {
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    dispose: () => {
      registered.dispose();
    },
  };
}
