import * as vscode from 'vscode';
import {
  type Collection,
  formatRef,
  type JsonObject,
  type Project,
  type ProjectRef,
} from '../../core/domain.ts';
import type { ListName } from '../../core/listWords.ts';
import type { PagedList } from '../../core/pagedList.ts';
import { formatNumber } from '../locale.ts';
import type { ActiveConnection, Session } from '../session.ts';
import {
  JSON_SCHEME,
  jsonSubject,
  type JsonSubject,
  jsonUri,
  rowTitle,
  shortKey,
} from './jsonUri.ts';
import type { AskedProject } from './compareSnapshot.ts';
import { connectionTo, NothingToShow, pretty, readStats, snapshotText } from './jsonText.ts';
import { Snapshots } from './snapshots.ts';

type ServiceRow = Project | Collection;

export interface JsonParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  readonly collections: PagedList<Collection>;
  /** Where the extension may keep files for this workspace. */
  readonly storage: vscode.Uri;
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
  readonly failed?: 'noRow' | 'other';
}

/** The lists may yet bring it. */
class NoSuchRow extends NothingToShow {}

/** What the `mintscope-json` documents hold: rows and stats as the service sent them, snapshots. */
export class JsonDocuments implements vscode.Disposable {
  readonly #parts: JsonParts;
  readonly #announce: (uri: vscode.Uri) => void;
  /** By address, also while it is still being read: an editor asks more than once as it opens. */
  readonly #held = new Map<string, Promise<Held>>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly snapshots: Snapshots;
  #newest = 0;

  /** @param announce is told of a document whose text is another than before. */
  constructor(parts: JsonParts, announce: (uri: vscode.Uri) => void) {
    this.#parts = parts;
    this.#announce = announce;
    this.snapshots = new Snapshots(parts.storage);
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
    const subject = { what: 'row', service, key: shortKey(row.key), at: '' } as const;
    const uri = jsonUri(subject, rowTitle(row));
    await this.#put(this.#holdRow(uri, subject, row.source));
    return uri;
  }

  /** The document of a project's stats, to be asked for anew. */
  ofStats(ref: ProjectRef, row: Project, { service }: ActiveConnection): vscode.Uri {
    const subject = { what: 'stats', service, key: formatRef(ref), at: '' } as const;
    const uri = jsonUri(subject, `${rowTitle(row)} stats`);
    this.#readAgain(uri);
    return uri;
  }

  /** @param text what a snapshot taken now would hold. */
  async ofNow({ project, ref, connection }: AskedProject, text: string): Promise<vscode.Uri> {
    const { service } = connection;
    const subject = { what: 'now', service, key: formatRef(ref), at: '' } as const;
    const uri = jsonUri(subject, `${rowTitle(project)} now`);
    await this.#put(this.#hold(uri, subject, text));
    return uri;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #read(uri: vscode.Uri): Promise<Held> {
    const subject = jsonSubject(uri);
    try {
      if (!subject) throw new NothingToShow('This address names no document of Mintscope.');
      return await this.#fill(uri, subject);
    } catch (error) {
      if (!(error instanceof NothingToShow)) throw error;
      // No JSON, so that nobody takes it for what the service said.
      const failed = error instanceof NoSuchRow ? 'noRow' : 'other';
      return { ...this.#hold(uri, subject, comment(error.message)), failed };
    }
  }

  async #fill(uri: vscode.Uri, subject: JsonSubject): Promise<Held> {
    if (subject.what === 'snapshot') {
      const bytes = await this.snapshots.read(subject, subject.at).catch(() => undefined);
      if (!bytes) throw new NothingToShow('This snapshot is not there any more.');
      return this.#hold(uri, subject, new TextDecoder().decode(bytes));
    }
    await this.#parts.session.ready();
    const connection = connectionTo(subject.service, this.#parts.session);
    const stats = () => readStats(connection, subject.key, new AbortController().signal);
    if (subject.what === 'stats') return this.#hold(uri, subject, pretty((await stats()).source));
    const row = await this.#openRow(subject);
    if (subject.what === 'row') return this.#holdRow(uri, subject, row.source);
    return this.#hold(uri, subject, snapshotText(row.source, await stats()));
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
    throw new NoSuchRow(
      `This row is not among those loaded (${loaded}). Load more of them, and it appears here.`,
    );
  }

  #rowOf(subject: JsonSubject): ServiceRow | undefined {
    const rows: readonly ServiceRow[] = this.#parts[listOf(subject)].state.rows;
    const key = subject.what === 'now' ? `project/${subject.key}` : subject.key;
    return rows.find((row) => shortKey(row.key) === key);
  }

  /** Brings documents of rows up to date with the lists: a refresh may have brought other data. */
  async #follow(): Promise<void> {
    for (const reading of [...this.#held.values()]) {
      const { uri, subject, source, failed } = await reading;
      if (!subject || subject.service !== this.#parts.session.current?.service) continue;
      const row = subject.what === 'row' || failed === 'noRow' ? this.#rowOf(subject) : undefined;
      if (!row || row.source === source) continue;
      if (subject.what === 'row') await this.#put(this.#holdRow(uri, subject, row.source));
      else this.#readAgain(uri);
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

/** A line for each sentence: an editor does not wrap them. */
function comment(sentences: string): string {
  return `// ${sentences.replace(/(?<=[.)]) (?=[A-Z])/g, '\n// ')}\n`;
}
