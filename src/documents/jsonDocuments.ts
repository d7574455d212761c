import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Recoverable } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { formatRef, type Project, type ProjectRef } from '../core/model/model.ts';
import type { AskedProject } from '../views/projectRefOf.ts';
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
import { readerOf } from '../stats/statsReader.ts';
import { Snapshots } from './snapshots.ts';

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

/** The content of `mintscope-json` documents: rows, stats and snapshots. */
export class JsonDocuments implements vscode.Disposable, Recoverable {
  readonly session: Session;
  readonly snapshots: Snapshots;
  readonly #parts: JsonParts;
  readonly #announce: (uri: vscode.Uri) => void;
  /** By address, also while one is read: the editor reads it several times when it opens. */
  readonly #open = new Map<string, { reading: Promise<OpenDocument>; stop: AbortController }>();
  /**
   * Addresses that our commands opened in this window, until they are closed. For any other address
   * a request is sent only if a tab shows it (`isInTab`).
   */
  readonly #openedByCommand = new Set<string>();
  /** The documents that show an outage, by address. */
  readonly #unreached = new Map<string, vscode.Uri>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #newest = 0;
  #reading = 0;

  /** @param announce called with a document whose text has changed. */
  constructor(parts: JsonParts, announce: (uri: vscode.Uri) => void) {
    this.session = parts.session;
    const { data } = parts.session.parts;
    this.snapshots = new Snapshots(data.file, parts.session.clock.now, data.snapshotsChanged);
    this.#parts = parts;
    this.#announce = announce;
    const follow = () => void this.#follow();
    this.#subscriptions = [
      ...Object.values(parts.catalog).map((list) => ({ dispose: list.onChange(follow) })),
      parts.session.onDidChange(() => void this.#followSession()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#openedByCommand.delete(uri.toString());
        this.#unreached.delete(uri.toString());
        this.#drop(uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        for (const uri of opened.flatMap(addressesOf)) void this.#onTab(uri);
      }),
    ];
  }

  get failed(): boolean {
    return this.#unreached.size > 0;
  }

  get busy(): boolean {
    return this.#reading > 0;
  }

  get visible(): boolean {
    const { visibleTextEditors } = vscode.window;
    return visibleTextEditors.some(({ document: { uri } }) => this.#unreached.has(uri.toString()));
  }

  retry(): Promise<void> {
    for (const uri of this.#unreached.values()) this.#readAgain(uri);
    return Promise.resolve();
  }

  /** The open document, or one read now. A failure is its text: the editor would show no error. */
  read(uri: vscode.Uri): Promise<JsonDocument> {
    const key = uri.toString();
    const open = this.#open.get(key);
    if (open) return open.reading;
    const stop = new AbortController();
    const reading = this.#read(uri, stop.signal);
    this.#open.set(key, { reading, stop });
    return reading;
  }

  /** The address of the document of a row, which needs no request. */
  ofRow(row: ServiceRow, { account }: ActiveConnection): Promise<vscode.Uri> {
    const { uri, subject } = this.#addressToOpen('row', account, shortKey(row.key), rowTitle(row));
    return this.#put(uri, subject, rowContent(row.source));
  }

  /** The address of the document of a project's stats, which are requested again. */
  ofStats(ref: ProjectRef, row: Project, { account }: ActiveConnection): vscode.Uri {
    const title = l10n.t('{0} stats', rowTitle(row));
    const { uri } = this.#addressToOpen('stats', account, formatRef(ref), title);
    this.#readAgain(uri);
    return uri;
  }

  /** The address of a document with this text, which is that of a snapshot taken now. */
  ofNow({ project, ref, connection }: AskedProject, text: string): Promise<vscode.Uri> {
    const title = l10n.t('{0} now', rowTitle(project));
    const { uri, subject } = this.#addressToOpen('now', connection.account, formatRef(ref), title);
    return this.#put(uri, subject, { text });
  }

  /** The address of a document that a command opens. Requests for it are allowed from now on. */
  #addressToOpen(what: JsonSubject['what'], service: string, key: string, title: string) {
    const subject: JsonSubject = { what, service, key, at: '' };
    const uri = jsonUri(subject, title);
    this.#openedByCommand.add(uri.toString());
    return { uri, subject };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const { stop } of this.#open.values()) stop.abort();
  }

  async #read(uri: vscode.Uri, signal: AbortSignal): Promise<OpenDocument> {
    const subject = jsonSubject(uri);
    const mayRequest = () => this.#openedByCommand.has(uri.toString()) || isInTab(uri);
    this.#reading++;
    const reading = readDocument(this.#parts, this.snapshots, subject, mayRequest, signal);
    const content = await reading.finally(() => {
      this.#reading--;
    });
    if (!signal.aborted) {
      if (content.failed === 'outage') this.#unreached.set(uri.toString(), uri);
      else this.#unreached.delete(uri.toString());
      if (content.failed === 'wait') this.#readAfterWait(uri);
    }
    return this.#toOpen(uri, subject, content);
  }

  /** Reads a document again if it still waits when the wait that the service asks for changes. */
  #readAfterWait(uri: vscode.Uri): void {
    const { current } = this.session;
    if (!current) return;
    const following = readerOf(current).onDidChangeWait(() => {
      following.dispose();
      void this.#open.get(uri.toString())?.reading.then(({ failed }) => {
        if (failed === 'wait') this.#readAgain(uri);
      });
    });
  }

  /** After a change of the lists: updates documents of rows, and those that lacked their row. */
  async #follow(): Promise<void> {
    for (const { reading } of [...this.#open.values()]) {
      const { uri, subject, source, failed } = await reading;
      if (!subject || subject.service !== this.session.current?.account) continue;
      if (subject.what !== 'row' && failed !== 'noRow') continue;
      const row = loadedRow(this.#parts.catalog, subject);
      if (!row || row.source === source) continue;
      if (subject.what === 'row') {
        const content = rowContent(row.source);
        // Closed or updated meanwhile.
        if (this.#open.get(uri.toString())?.reading !== reading) continue;
        await this.#put(uri, subject, content);
      } else this.#readAgain(uri);
    }
  }

  /**
   * After a change of connection: reads again documents that have no content, and those of another
   * account, which then show a reason instead. Signing out hides no content.
   */
  async #followSession(): Promise<void> {
    for (const [key, { reading }] of [...this.#open]) {
      const { uri, subject, failed } = await reading;
      const { current } = this.session;
      const isForeign = current !== undefined && subject?.service !== current.account;
      if ((failed || isForeign) && this.#open.get(key)?.reading === reading) this.#readAgain(uri);
    }
  }

  /** Reads a document again if it was read before it had a tab, without a request. */
  async #onTab(uri: vscode.Uri): Promise<void> {
    const open = this.#open.get(uri.toString());
    if ((await open?.reading)?.failed === 'notAllowed') this.#readAgain(uri);
  }

  /** Has the editor read an open document again now, and any other when it opens. */
  #readAgain(uri: vscode.Uri): void {
    if (this.#drop(uri)) this.#announce(uri);
  }

  /** Removes a document and cancels its request. Returns whether it was open. */
  #drop(uri: vscode.Uri): boolean {
    const key = uri.toString();
    this.#open.get(key)?.stop.abort();
    return this.#open.delete(key);
  }

  /** Replaces the content of a document, and announces it if the text has changed. */
  async #put(uri: vscode.Uri, subject: JsonSubject, content: JsonContent): Promise<vscode.Uri> {
    const next = this.#toOpen(uri, subject, content);
    const key = uri.toString();
    const open = this.#open.get(key);
    open?.stop.abort();
    const before = await open?.reading;
    const same = before && Buffer.compare(before.bytes, next.bytes) === 0;
    const reading = Promise.resolve(same ? { ...next, mtime: before.mtime } : next);
    this.#open.set(key, { reading, stop: new AbortController() });
    if (before && !same) this.#announce(uri);
    return uri;
  }

  #toOpen(uri: vscode.Uri, subject: JsonSubject | undefined, content: JsonContent): OpenDocument {
    const { text, ...rest } = content;
    this.#newest = Math.max(this.session.clock.now(), this.#newest + 1);
    return { uri, subject, bytes: new TextEncoder().encode(text), mtime: this.#newest, ...rest };
  }
}
