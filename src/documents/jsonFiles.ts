import * as vscode from 'vscode';
import type { Recoverable } from '../connection/recoverable.ts';
import { Lazy } from '../core/base/lazy.ts';
import type { JsonParts } from './documentReader.ts';
import type { JsonDocument, JsonDocuments } from './jsonDocuments.ts';

const SCHEME = 'mintscope-json';

/**
 * The `mintscope-json` documents for the editor, read-only. They are a file system and not a
 * `TextDocumentContentProvider`, because the editor restores only files after a reload; the event
 * `onFileSystem:mintscope-json` then activates the extension. Content is loaded when first read.
 */
export class JsonFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registered: vscode.Disposable;
  readonly #documents: Lazy<JsonDocuments>;

  readonly onDidChangeFile = this.#changed.event;

  constructor(parts: JsonParts) {
    this.#documents = new Lazy(async () => {
      const { JsonDocuments } = await import('./jsonDocuments.ts');
      return new JsonDocuments(parts, (uri) => {
        this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      });
    });
    this.#registered = vscode.workspace.registerFileSystemProvider(SCHEME, this, {
      isCaseSensitive: true,
      isReadonly: true,
    });
  }

  /** Documents that may show an outage. */
  surfaces(): readonly Recoverable[] {
    const { loaded } = this.#documents;
    return loaded ? [loaded] : [];
  }

  documents(): Promise<JsonDocuments> {
    return this.#documents.get();
  }

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
    this.#documents.ifAsked((documents) => {
      documents.dispose();
    });
  }

  async #read(uri: vscode.Uri): Promise<JsonDocument> {
    return (await this.documents()).read(uri);
  }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}
