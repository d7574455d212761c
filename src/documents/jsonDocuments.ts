import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import {
  type JsonContent,
  type JsonParts,
  loadedRow,
  readDocument,
  rowContent,
} from './documentReader.ts';
import {
  addressesOf,
  isInTab,
  jsonSubject,
  type JsonSubject,
  jsonUri,
  rowTitle,
  shortKey,
} from './jsonUri.ts';
import type { ServiceRow } from '../lists/index.ts';

/** A document as an editor shows it. */
export interface JsonDocument {
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970, increasing with each change of text. */
  readonly mtime: number;
}

interface OpenDocument extends JsonDocument, Pick<JsonContent, 'source' | 'failed'> {
  readonly uri: vscode.Uri;
  readonly subject: JsonSubject | undefined;
}

/** The content of `mintscope-json` documents, one for each row. */
export class JsonDocuments implements vscode.Disposable {
  readonly session: Session;
  readonly #parts: JsonParts;
  readonly #announce: (uri: vscode.Uri) => void;
  /** By address, also while one is read: the editor reads it several times when it opens. */
  readonly #open = new Map<string, Promise<OpenDocument>>();
  /**
   * Addresses that our commands opened in this window, until they are closed. For any other address
   * a request is sent only if a tab shows it (`isInTab`).
   */
  readonly #openedByCommand = new Set<string>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #newest = 0;

  /** @param announce called with a document whose text has changed. */
  constructor(parts: JsonParts, announce: (uri: vscode.Uri) => void) {
    this.session = parts.session;
    this.#parts = parts;
    this.#announce = announce;
    const follow = () => void this.#follow();
    this.#subscriptions = [
      ...Object.values(parts.catalog).map((list) => ({ dispose: list.onChange(follow) })),
      parts.session.onDidChange(() => void this.#followSession()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#openedByCommand.delete(uri.toString());
        this.#open.delete(uri.toString());
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        for (const uri of opened.flatMap(addressesOf)) void this.#onTab(uri);
      }),
    ];
  }

  /** The open document, or one read now. A failure is its text: the editor would show no error. */
  read(uri: vscode.Uri): Promise<JsonDocument> {
    const key = uri.toString();
    const open = this.#open.get(key);
    if (open) return open;
    const reading = this.#read(uri);
    this.#open.set(key, reading);
    return reading;
  }

  /** The address of the document of a row. Requests for it are allowed from now on. */
  ofRow(row: ServiceRow, { account }: ActiveConnection): Promise<vscode.Uri> {
    const subject: JsonSubject = { service: account, key: shortKey(row.key) };
    const uri = jsonUri(subject, rowTitle(row));
    this.#openedByCommand.add(uri.toString());
    return this.#put(uri, subject, rowContent(row.source));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #read(uri: vscode.Uri): Promise<OpenDocument> {
    const subject = jsonSubject(uri);
    const mayRequest = () => this.#openedByCommand.has(uri.toString()) || isInTab(uri);
    return this.#toOpen(uri, subject, await readDocument(this.#parts, subject, mayRequest));
  }

  /** Updates the documents after a change of the lists. */
  async #follow(): Promise<void> {
    for (const reading of [...this.#open.values()]) {
      const { uri, subject, source } = await reading;
      if (!subject || subject.service !== this.session.current?.account) continue;
      const row = loadedRow(this.#parts.catalog, subject);
      if (!row || row.source === source) continue;
      const content = rowContent(row.source);
      // Closed or updated meanwhile.
      if (this.#open.get(uri.toString()) !== reading) continue;
      await this.#put(uri, subject, content);
    }
  }

  /**
   * After a change of connection: reads again documents that have no content, and those of another
   * account, which then show a reason instead. Signing out hides no content.
   */
  async #followSession(): Promise<void> {
    for (const [key, reading] of [...this.#open]) {
      const { uri, subject, failed } = await reading;
      const { current } = this.session;
      const isForeign = current !== undefined && subject?.service !== current.account;
      if ((failed || isForeign) && this.#open.get(key) === reading) this.#readAgain(uri);
    }
  }

  /** Reads a document again if it was read before it had a tab, without a request. */
  async #onTab(uri: vscode.Uri): Promise<void> {
    const open = this.#open.get(uri.toString());
    if ((await open)?.failed === 'notAllowed') this.#readAgain(uri);
  }

  /** Has the editor read an open document again now, and any other when it opens. */
  #readAgain(uri: vscode.Uri): void {
    if (this.#open.delete(uri.toString())) this.#announce(uri);
  }

  /** Replaces the content of a document, and announces it if the text has changed. */
  async #put(uri: vscode.Uri, subject: JsonSubject, content: JsonContent): Promise<vscode.Uri> {
    const next = this.#toOpen(uri, subject, content);
    const key = uri.toString();
    const before = await this.#open.get(key);
    const same = before && Buffer.compare(before.bytes, next.bytes) === 0;
    this.#open.set(key, Promise.resolve(same ? { ...next, mtime: before.mtime } : next));
    if (before && !same) this.#announce(uri);
    return uri;
  }

  #toOpen(uri: vscode.Uri, subject: JsonSubject | undefined, content: JsonContent): OpenDocument {
    const { text, ...rest } = content;
    this.#newest = Math.max(this.session.clock.now(), this.#newest + 1);
    return { uri, subject, bytes: new TextEncoder().encode(text), mtime: this.#newest, ...rest };
  }
}
