import * as l10n from '@vscode/l10n';
import type { Catalog } from '../connection/catalog.ts';
import type { Session } from '../connection/session.ts';
import type { ListState } from '../core/lists/listState.ts';
import { listProblem } from '../core/messages/failureMessages.ts';
import { coverage, isComplete, type ListName } from '../core/messages/listMessages.ts';
import type { Collection, JsonObject, Project } from '../core/model/model.ts';
import { isOutage } from '../core/model/serviceError.ts';
import { formatNumber, formatTime } from '../editor/locale.ts';
import {
  connectionTo,
  NoStats,
  NothingToShow,
  pretty,
  readStats,
  snapshotText,
} from './jsonText.ts';
import { type JsonSubject, shortKey } from './jsonUri.ts';
import type { Snapshots } from './snapshots.ts';

/** What documents are read from. */
export interface JsonParts extends Catalog {
  readonly session: Session;
}

/** The content of a document. */
export interface JsonContent {
  readonly text: string;
  /** The row that it shows, if it shows one. */
  readonly source?: JsonObject;
  /** Why there is nothing to show; the text is then this reason. */
  readonly failed?: 'noRow' | 'notAsked' | 'outage' | 'wait' | 'other';
}

/** The row is not loaded, but may be loaded later. */
class NoSuchRow extends NothingToShow {}

/** No person has opened the document, but one may open it later. */
class NotAsked extends NothingToShow {}

/** Reads the content of JSON documents: from the lists, the service or the disk. */
export class DocumentReader {
  readonly #parts: JsonParts;
  readonly #snapshots: Snapshots;

  constructor(parts: JsonParts, snapshots: Snapshots) {
    this.#parts = parts;
    this.#snapshots = snapshots;
  }

  /**
   * The content of a document, or the reason why there is none.
   * @param isAsked whether a person opened it; otherwise no request is sent.
   */
  async read(
    subject: JsonSubject | undefined,
    isAsked: () => boolean,
    signal: AbortSignal,
  ): Promise<JsonContent> {
    try {
      if (!subject) throw new NothingToShow(l10n.t('This address names no document of Mintscope.'));
      return await this.#find(subject, isAsked, signal);
    } catch (error) {
      if (error instanceof NoSuchRow) return { text: comment(error.message), failed: 'noRow' };
      if (error instanceof NotAsked) return { text: comment(error.message), failed: 'notAsked' };
      if (error instanceof NoStats) return noStats(error);
      if (error instanceof NothingToShow) return { text: comment(error.message), failed: 'other' };
      throw error;
    }
  }

  /** The row of a document, if it is loaded. */
  rowOf(subject: JsonSubject): Project | Collection | undefined {
    return loadedRow(this.#parts, subject);
  }

  async #find(
    subject: JsonSubject,
    isAsked: () => boolean,
    signal: AbortSignal,
  ): Promise<JsonContent> {
    const { session } = this.#parts;
    await session.ready();
    if (subject.what === 'snapshot') {
      const text = this.#snapshots.read(subject, subject.at);
      if (text === undefined)
        throw new NothingToShow(l10n.t('This snapshot is not there any more.'));
      // Snapshots are on disk, so they are shown while signed out too.
      if (session.current) connectionTo(subject.service, session);
      return { text };
    }
    const connection = connectionTo(subject.service, session);
    const loaded = subject.what === 'row' ? this.rowOf(subject) : undefined;
    if (loaded) return rowContent(loaded.source);
    if (!isAsked()) {
      throw new NotAsked(
        l10n.t(
          'This was not opened from Mintscope, so no request is sent. Open it from a row of Projects or Collections.',
        ),
      );
    }
    const { ended } = connection;
    const either = AbortSignal.any([signal, ended]);
    const stats = () => readStats(connection, subject.key, either, true);
    if (subject.what === 'stats') return { text: pretty((await stats()).source) };
    const row = await this.#openRow(subject);
    // The connection may have changed meanwhile.
    if (ended.aborted) throw new NothingToShow((ended.reason as Error).message);
    if (subject.what === 'row') return rowContent(row.source);
    return { text: snapshotText(row.source, await stats()) };
  }

  async #openRow(subject: JsonSubject): Promise<Project | Collection> {
    const name = listOf(subject);
    const list = this.#parts[name];
    await list.open();
    const row = this.rowOf(subject);
    if (row) return row;
    throw new NoSuchRow(noRowWords(list.state, name, this.#parts.session.host, formatTime));
  }
}

function noStats({ message, failure }: NoStats): JsonContent {
  if (isOutage(failure)) {
    const again = l10n.t('It is read again as soon as the service answers.');
    return { text: comment(`${message} ${again}`), failed: 'outage' };
  }
  return { text: comment(message), failed: failure.kind === 'rateLimited' ? 'wait' : 'other' };
}

export function rowContent(source: JsonObject): JsonContent {
  try {
    return { text: pretty(source), source };
  } catch (error) {
    if (!(error instanceof NothingToShow)) throw error;
    return { text: comment(error.message), source };
  }
}

/** The row that a document is about, if it is loaded. */
export function loadedRow(
  catalog: Catalog,
  subject: JsonSubject,
): Project | Collection | undefined {
  const rows: readonly (Project | Collection)[] = catalog[listOf(subject)].state.rows;
  const key = subject.what === 'row' ? subject.key : `project/${subject.key}`;
  return rows.find((row) => shortKey(row.key) === key);
}

function listOf({ key }: JsonSubject): ListName {
  return key.startsWith('collection/') ? 'collections' : 'projects';
}

/**
 * A reason as comment lines, so that nobody takes it for JSON of the service. It is the document's
 * text, because the editor does not show the message of an error that a file system throws. One
 * line for each sentence, because the editor does not wrap them.
 */
function comment(sentences: string): string {
  return `// ${sentences.replace(/(?<=[.)]) (?=\p{Lu})/gu, '\n// ')}\n`;
}

/** Why a document has no row, and what to do. */
export function noRowWords(
  state: ListState<unknown>,
  name: ListName,
  host: string,
  time: (at: number) => string,
): string {
  const isProjects = name === 'projects';
  const failure = state.rows.length === 0 ? listProblem(state, host, time) : undefined;
  if (failure) {
    const then = isProjects
      ? l10n.t('Once the Projects are loaded, it appears here.')
      : l10n.t('Once the Collections are loaded, it appears here.');
    return `${failure.reason} ${failure.hint} ${then}`;
  }
  const next = state.hasMore
    ? l10n.t('Load more of them, and it appears here.')
    : l10n.t('If a refresh brings it back, it appears here.');
  return `${notAmong(state, isProjects)} ${next}`;
}

function notAmong(state: ListState<unknown>, isProjects: boolean): string {
  const covered = coverage(state, formatNumber);
  const isAll = isComplete(state) || state.total === undefined;
  const isOne = isAll && state.rows.length === 1;
  if (isProjects) {
    return isOne
      ? l10n.t('This row is not among those loaded ({0} Project).', covered)
      : l10n.t('This row is not among those loaded ({0} Projects).', covered);
  }
  return isOne
    ? l10n.t('This row is not among those loaded ({0} Collection).', covered)
    : l10n.t('This row is not among those loaded ({0} Collections).', covered);
}
