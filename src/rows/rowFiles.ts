import * as vscode from 'vscode';
import { SCHEME } from './rowEditors.ts';
import type { RowText, RowTexts } from './rowTexts.ts';

/**
 * The file system of the resources, read-only. It gives custom editors their documents, and the
 * text editor the text of a row. The event `onFileSystem:mintscope` activates the extension.
 */
export class RowFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registered: vscode.Disposable;
  readonly #load: () => Promise<{ readonly texts: RowTexts }>;

  readonly onDidChangeFile = this.#changed.event;

  /** @param load loads the texts, which call `announce`. */
  constructor(load: () => Promise<{ readonly texts: RowTexts }>) {
    this.#load = load;
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(SCHEME, this, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        // With comments, because a text may be a reason in a comment. No name has an extension.
        if (document.uri.scheme !== SCHEME || document.languageId === 'jsonc') return;
        void vscode.languages.setTextDocumentLanguage(document, 'jsonc');
      }),
    );
  }

  /** Reports to the editor that the text of a row has changed. */
  readonly announce = (uri: vscode.Uri): void => {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  };

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.#read(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  /** Nothing to do: all changes are announced anyway. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readonly readDirectory = refuse;
  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }

  async #read(uri: vscode.Uri): Promise<RowText> {
    return (await this.#load()).texts.read(uri);
  }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}
