import * as vscode from 'vscode';
import type { JsonDocument, JsonDocuments } from './jsonDocuments.ts';

const SCHEME = 'mintscope-json';

/**
 * The `mintscope-json` documents for the editor, read-only. They are a file system and not a
 * `TextDocumentContentProvider`, because the editor restores only files after a reload; the event
 * `onFileSystem:mintscope-json` then activates the extension.
 */
export class JsonFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registered: vscode.Disposable;
  readonly #load: () => Promise<{ readonly documents: JsonDocuments }>;

  readonly onDidChangeFile = this.#changed.event;

  /** @param load loads the documents, which call `announce`. */
  constructor(load: () => Promise<{ readonly documents: JsonDocuments }>) {
    this.#load = load;
    this.#registered = vscode.workspace.registerFileSystemProvider(SCHEME, this, {
      isCaseSensitive: true,
      isReadonly: true,
    });
  }

  /** Reports to the editor that the text of a document has changed. */
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

  /** Nothing to do: changes of all documents are announced anyway. */
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

  async #read(uri: vscode.Uri): Promise<JsonDocument> {
    return (await this.#load()).documents.read(uri);
  }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}
