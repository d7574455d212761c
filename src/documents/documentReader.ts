import * as l10n from '@vscode/l10n';
import type { Catalog } from '../connection/catalog.ts';
import type { Session } from '../connection/session.ts';
import type { ListState } from '../core/lists/listState.ts';
import { listProblem } from '../core/messages/failureMessages.ts';
import { coverage, isComplete } from '../core/messages/listMessages.ts';
import type { JsonObject } from '../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../core/model/projectRef.ts';
import { formatTime } from '../editor/locale.ts';
import { activeTabGroup } from '../editor/optionalApi.ts';
import { type ListName, listOfKey, LISTS, type ServiceRow } from '../lists/index.ts';
import type { RowInFront } from '../views/commandTargets.ts';
import { connectionTo, NothingToShow, pretty } from './jsonText.ts';
import { addressesOf, JSON_SCHEME, jsonSubject, type JsonSubject, shortKey } from './jsonUri.ts';

export interface JsonParts {
  readonly session: Session;
  readonly catalog: Catalog;
}

export interface JsonContent {
  readonly text: string;
  /** The JSON of the row that it is about, also if that is too long to be the text. */
  readonly source?: JsonObject;
  /** Why it has no content; the text is then this reason in words. */
  readonly failed?: NothingToShow['why'];
}

/**
 * The content of a document, from its list, or why there is none.
 * @param mayRequest whether a request may be sent; see `isInTab`.
 */
export async function readDocument(
  parts: JsonParts,
  subject: JsonSubject | undefined,
  mayRequest: () => boolean,
): Promise<JsonContent> {
  try {
    const list = subject && listOfKey(subject.key)?.name;
    if (!list) throw new NothingToShow(l10n.t('This address names no document of Mintscope.'));
    return await find(parts, subject, list, mayRequest);
  } catch (error) {
    if (!(error instanceof NothingToShow)) throw error;
    return { text: comment(error.message), failed: error.why };
  }
}

async function find(
  parts: JsonParts,
  subject: JsonSubject,
  name: ListName,
  mayRequest: () => boolean,
): Promise<JsonContent> {
  const { session, catalog } = parts;
  await session.ready();
  const connection = connectionTo(subject.service, session);
  const loaded = loadedRow(catalog, subject);
  if (loaded) return rowContent(loaded.source);
  if (!mayRequest()) {
    throw new NothingToShow(
      l10n.t(
        'This was not opened from Mintscope, so no request is sent. Open it from a row of Projects or Collections.',
      ),
      'notAllowed',
    );
  }
  const { ended } = connection;
  await catalog[name].open();
  const row = loadedRow(catalog, subject);
  if (!row) throw new NothingToShow(noRowWords(catalog[name].state, name, session.host), 'noRow');
  // The connection may have changed meanwhile.
  if (ended.aborted) throw new NothingToShow((ended.reason as Error).message);
  return rowContent(row.source);
}

export function rowContent(source: JsonObject): JsonContent {
  try {
    return { text: pretty(source), source };
  } catch (error) {
    if (!(error instanceof NothingToShow)) throw error;
    return { text: comment(error.message), source };
  }
}

/** The row of the JSON document or diff in front; `unknown` if no command may act on it. */
export function documentInFront(session: Session, catalog: Catalog): RowInFront {
  return () => {
    const uri = addressesOf(activeTabGroup()?.activeTab).find(
      ({ scheme }) => scheme === JSON_SCHEME,
    );
    if (!uri) return undefined;
    const subject = jsonSubject(uri);
    // Commands of this account must not act on what a document of another one shows.
    if (subject?.service !== session.current?.account || !subject) return 'unknown';
    const ref = parseProjectRef(refOfKey(subject.key));
    return loadedRow(catalog, subject) ?? (ref ? unseenProject(ref) : 'unknown');
  };
}

/** The row that a document is about, if it is loaded. */
export function loadedRow(catalog: Catalog, subject: JsonSubject): ServiceRow | undefined {
  const name = listOfKey(subject.key)?.name;
  const rows: readonly ServiceRow[] = name ? catalog[name].state.rows : [];
  return rows.find((row) => shortKey(row.key) === subject.key);
}

/**
 * A reason as comment lines, so that nobody takes it for JSON of the service. It is the document's
 * text, because the editor does not show the message of an error that a file system throws. One
 * line for each sentence, because the editor does not wrap them.
 */
function comment(sentences: string): string {
  return `// ${sentences.replace(/(?<=[.)]) (?=\p{Lu})/gu, '\n// ')}\n`;
}

/** Why the row of a document is not in its list, and what to do. */
export function noRowWords(state: ListState<unknown>, name: ListName, host: string): string {
  const { onceLoaded, notAmong } = LISTS[name].words;
  const failure = state.rows.length === 0 ? listProblem(state, host, formatTime) : undefined;
  if (failure) return `${failure.reason} ${failure.hint} ${onceLoaded()}`;
  const next = state.hasMore
    ? l10n.t('Load more of them, and it appears here.')
    : l10n.t('If a refresh brings it back, it appears here.');
  const isAll = isComplete(state) || state.total === undefined;
  const [one, several] = notAmong(coverage(state));
  return `${isAll && state.rows.length === 1 ? one : several} ${next}`;
}
