import * as vscode from 'vscode';
import { describeFailure } from '../../core/describeFailure.ts';
import {
  type Collection,
  formatRef,
  type Json,
  type JsonObject,
  type Project,
  type ProjectRef,
} from '../../core/domain.ts';
import { type Failure, isServiceError } from '../../core/failure.ts';
import type { ListName } from '../../core/listWords.ts';
import type { PagedList } from '../../core/pagedList.ts';
import { parseProjectRef } from '../../core/projectQuery.ts';
import { formatNumber } from '../locale.ts';
import { type ActiveConnection, SAMPLE, type Session } from '../session.ts';
import {
  JSON_SCHEME,
  jsonSubject,
  type JsonSubject,
  jsonUri,
  rowTitle,
  shortKey,
} from './jsonUri.ts';

type ServiceRow = Project | Collection;

export interface JsonParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  readonly collections: PagedList<Collection>;
}

/** A document as an editor shows it. */
export interface JsonDocument {
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970; later than that of any earlier text. */
  readonly mtime: number;
}

interface Held extends JsonDocument {
  readonly uri: vscode.Uri;
  readonly subject: JsonSubject | undefined;
  /** The row it was made of, if it was made of one. */
  readonly source?: JsonObject | undefined;
  /** It only says why there is nothing to show. */
  readonly failed?: boolean;
}

/** A reason to show nothing, as a sentence. */
class NothingToShow extends Error {}

/** What the `mintscope-json` documents hold: rows as the service sent them, and stats. */
export class JsonDocuments implements vscode.Disposable {
  readonly #parts: JsonParts;
  readonly #announce: (uri: vscode.Uri) => void;
  /** By address, also while it is still being read: an editor asks more than once as it opens. */
  readonly #held = new Map<string, Promise<Held>>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #newest = 0;

  /** @param announce is told of a document whose text is another than before. */
  constructor(parts: JsonParts, announce: (uri: vscode.Uri) => void) {
    this.#parts = parts;
    this.#announce = announce;
    const follow = () => void this.#follow();
    this.#subscriptions = [
      { dispose: parts.projects.onChange(follow) },
      { dispose: parts.collections.onChange(follow) },
      parts.session.onDidChange(() => void this.#tryAgain()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === JSON_SCHEME) this.#held.delete(uri.toString());
      }),
    ];
  }

  /** Never rejects: the editor would say no more than that something is wrong. */
  read(uri: vscode.Uri): Promise<JsonDocument> {
    const held = this.#held.get(uri.toString());
    if (held) return held;
    const reading = this.#read(uri);
    this.#held.set(uri.toString(), reading);
    return reading;
  }

  /** The document of a row, which is there without asking anybody. */
  async ofRow(row: ServiceRow, { service }: ActiveConnection): Promise<vscode.Uri> {
    const subject = { what: 'row', service, key: shortKey(row.key) } as const;
    const uri = jsonUri(subject, rowTitle(row));
    await this.#put(this.#holdRow(uri, subject, row.source));
    return uri;
  }

  /** The document of a project's stats, to be asked for anew. */
  ofStats(ref: ProjectRef, row: Project, { service }: ActiveConnection): vscode.Uri {
    const uri = jsonUri({ what: 'stats', service, key: formatRef(ref) }, `${rowTitle(row)} stats`);
    this.#readAgain(uri);
    return uri;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #read(uri: vscode.Uri): Promise<Held> {
    const subject = jsonSubject(uri);
    try {
      if (!subject) throw new NothingToShow('This address names no document of Mintscope.');
      await this.#parts.session.ready();
      const connection = this.#connectionTo(subject.service);
      if (subject.what === 'row') {
        const row = await this.#openRow(subject);
        return this.#holdRow(uri, subject, row.source);
      }
      const { source } = await this.#stats(connection, subject.key);
      return this.#hold(uri, subject, pretty(source));
    } catch (error) {
      if (!(error instanceof NothingToShow)) throw error;
      // No JSON, so that nobody takes it for what the service said.
      return { ...this.#hold(uri, subject, `// ${error.message}\n`), failed: true };
    }
  }

  /** @throws NothingToShow unless the window uses this service. */
  #connectionTo(service: string): ActiveConnection {
    const { current, failure } = this.#parts.session;
    if (current?.service === service) return current;
    const from = service === SAMPLE ? 'sample data' : service;
    if (failure) throw new NothingToShow(failure.message);
    throw new NothingToShow(
      current
        ? `This is from ${from}, and the window now uses ${current.address.host}.`
        : `This is from ${from}. Sign in there, and it appears here.`,
    );
  }

  async #stats({ client, address }: ActiveConnection, key: string) {
    const ref = parseProjectRef(key);
    if (!ref) throw new NothingToShow('This address names no project.');
    try {
      return await client.stats(ref, new AbortController().signal);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      throw new NothingToShow(statsFailure(error.failure, key, address.host));
    }
  }

  async #openRow(subject: JsonSubject): Promise<ServiceRow> {
    const name = listOf(subject);
    const list = this.#parts[name];
    await list.open();
    const row = this.#rowOf(subject);
    if (row) return row;
    const { rows, total } = list.state;
    const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
    const loaded = `${formatNumber(rows.length)}${of} ${name === 'projects' ? 'Projects' : 'Collections'}`;
    throw new NothingToShow(
      `This row is not among those loaded (${loaded}). Load more of them, and it appears here.`,
    );
  }

  #rowOf(subject: JsonSubject): ServiceRow | undefined {
    const rows: readonly ServiceRow[] = this.#parts[listOf(subject)].state.rows;
    return rows.find((row) => shortKey(row.key) === subject.key);
  }

  /** Brings documents of rows up to date with the lists: a refresh may have brought other data. */
  async #follow(): Promise<void> {
    for (const reading of [...this.#held.values()]) {
      const { uri, subject, source } = await reading;
      if (subject?.what !== 'row' || subject.service !== this.#parts.session.current?.service)
        continue;
      const now = this.#rowOf(subject)?.source;
      if (now !== undefined && now !== source) await this.#put(this.#holdRow(uri, subject, now));
    }
  }

  /** Another connection may be what a document waits for. */
  async #tryAgain(): Promise<void> {
    for (const reading of [...this.#held.values()]) {
      const { uri, failed } = await reading;
      if (failed) this.#readAgain(uri);
    }
  }

  /** A document that is open is read anew; any other will be when it opens. */
  #readAgain(uri: vscode.Uri): void {
    if (this.#held.delete(uri.toString())) this.#announce(uri);
  }

  /** Holds a document's text, and announces it where another one may be shown. */
  async #put(next: Held): Promise<void> {
    const key = next.uri.toString();
    const before = await this.#held.get(key);
    const same = before && Buffer.compare(before.bytes, next.bytes) === 0;
    this.#held.set(key, Promise.resolve(same ? { ...next, mtime: before.mtime } : next));
    if (before && !same) this.#announce(next.uri);
  }

  #holdRow(uri: vscode.Uri, subject: JsonSubject, source: JsonObject): Held {
    return { ...this.#hold(uri, subject, pretty(source)), source };
  }

  #hold(uri: vscode.Uri, subject: JsonSubject | undefined, text: string): Held {
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    return { uri, subject, bytes: new TextEncoder().encode(text), mtime: this.#newest };
  }
}

function listOf({ key }: JsonSubject): ListName {
  return key.startsWith('collection/') ? 'collections' : 'projects';
}

/** As sent: member names and their order, and integers of any length. */
function pretty(value: Json): string {
  try {
    return `${JSON.stringify(value, undefined, 2)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '// This is nested too deep, or is too long, to be shown.\n';
  }
}

/** Why there are no stats, and what to do. */
function statsFailure(failure: Failure, key: string, host: string): string {
  if (failure.kind === 'notFound') return `The service knows no project ${key}. Check the id.`;
  const { reason, hint } = describeFailure(failure, host);
  return `${reason} ${hint}`;
}
