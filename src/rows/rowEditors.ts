import * as vscode from 'vscode';

/** The scheme of the addresses that `address.ts` makes and reads, which activation does not need. */
export const SCHEME = 'mintscope';

/** The custom editor of each kind of address, as package.json selects it by the path. */
export const VIEW_TYPES = {
  stats: 'mintscope.stats',
  collection: 'mintscope.collection',
  portfolio: 'mintscope.portfolio',
  compare: 'mintscope.compare',
} as const;

/** What shows a resource in the page of an editor. */
interface RowEditors {
  /** @param panel empty; it is shown by the editor and closed with its tab. */
  showResource(uri: vscode.Uri, panel: vscode.WebviewPanel): void;
}

/**
 * Registers the custom editors of package.json, which draw the panels. The editor opens, previews,
 * pins, splits, moves and restores their tabs as it does with files.
 *
 * Seen in VS Code 1.139: a click opens a preview, which the next click replaces; a double click on
 * its tab keeps it; each opened row is a new document and a new page, and the ones before are
 * disposed; a command in the title of an editor is called with the address of that editor, also in
 * another group or window; `activeCustomEditorId` and `resource` in `when` clauses of
 * `editor/title` are those of the group, and `webviewId` is the type of the custom editor; a diff with a
 * file is a text diff; keybindings work while the page or a view has the focus.
 */
export function registerRowEditors(load: () => Promise<RowEditors>): vscode.Disposable {
  const editors = Object.values(VIEW_TYPES).map((viewType) =>
    vscode.window.registerCustomEditorProvider(
      viewType,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => {
          (await load()).showResource(uri, panel);
        },
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
  );
  return vscode.Disposable.from(...editors);
}
