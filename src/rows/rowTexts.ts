import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../connection/catalog.ts';
import { followConnection } from '../connection/perConnection.ts';
import type { Session } from '../connection/session.ts';
import { isoTime } from '../core/base/format.ts';
import type { ListState } from '../core/lists/listState.ts';
import { listProblem } from '../core/messages/failureMessages.ts';
import { coverage } from '../core/messages/listMessages.ts';
import { countsOf } from '../core/model/counts.ts';
import { exactJson } from '../core/model/json.ts';
import { formatRef } from '../core/model/model.ts';
import { formatTime } from '../editor/locale.ts';
import { type ListName, LISTS, type ServiceRow } from '../lists/index.ts';
import { readerOf } from '../stats/statsReader.ts';
import { addressOf, type PlaceOf, type Resource, rowId } from './address.ts';
import { otherSignInWords } from './panelProblems.ts';

/** The text of a row, as the editor reads it. */
export interface RowText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970, increasing with each change of the text. */
  readonly mtime: number;
}

interface RowTextParts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly placeOf: PlaceOf;
  /** Called with the address of a document whose text has changed. */
  readonly announce: (uri: vscode.Uri) => void;
}

/**
 * The texts of rows: JSON of what is loaded and stored of a row. Never sends a request, because a
 * file of a repository can make the editor read any address.
 */
export function rowTexts({ session, catalog, placeOf, announce }: RowTextParts) {
  /** The texts that the editor has read, by their addresses, until their documents are closed. */
  const open = new Map<string, RowText>();

  function update(uri: vscode.Uri): RowText {
    const before = open.get(uri.toString());
    const text = textOf(uri, before?.text);
    if (before?.text === text) return before;
    const mtime = Math.max(session.clock.now(), (before?.mtime ?? 0) + 1);
    const next = { text, bytes: new TextEncoder().encode(text), mtime };
    open.set(uri.toString(), next);
    return next;
  }

  /** @param before stays while the row is not loaded, for example because it is gone. */
  function textOf(uri: vscode.Uri, before?: string): string {
    const { current, failure } = session;
    const { place, resource } = addressOf(uri) ?? {};
    if (!resource) return comment(l10n.t('This address names nothing of Mintscope.'));
    if (!current) return comment(failure?.message ?? l10n.t('Sign in to see this.'));
    if (place !== placeOf(current.account)) return comment(otherSignInWords());
    const list = listOfResource(resource);
    if (!list) return comment(l10n.t('Only a panel can show this.'));
    const row = loadedRow(catalog, resource);
    const reading = resource.kind === 'stats' ? readerOf(current).last(resource.ref) : undefined;
    if (!row && !reading) {
      // It is JSON, and not a reason.
      if (before?.startsWith('{') === true) return before;
      return comment(noRowWords(catalog[list].state, session.host));
    }
    if (row && !LISTS[list].hasStats) return json(row.source);
    const at = reading?.at ?? row?.askedAt;
    return json({
      row: row?.source ?? null,
      stats: reading ? countsOf(reading) : null,
      asOf: isoTime(at) ?? null,
    });
  }

  const follow = () => {
    for (const [address, before] of open) {
      const uri = vscode.Uri.parse(address);
      if (update(uri) !== before) announce(uri);
    }
  };
  const following = vscode.Disposable.from(
    ...Object.values(catalog).map((list) => ({ dispose: list.onChange(follow) })),
    session.onDidChange(follow),
    followConnection(session, (current) =>
      current ? [readerOf(current).onDidChange(follow)] : [],
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      open.delete(uri.toString());
    }),
  );
  return {
    /** A text. Without one, the reason as a comment: the editor would not show why reading failed. */
    read: async (uri: vscode.Uri): Promise<RowText> => {
      await session.ready();
      return update(uri);
    },
    dispose: () => {
      following.dispose();
    },
  };
}

/** The list that has the row of a resource; `undefined` if it is not one row. */
function listOfResource(resource: Resource): ListName | undefined {
  if (resource.kind === 'row') return resource.list;
  if (resource.kind === 'stats') return 'projects';
  return resource.kind === 'collection' ? 'collections' : undefined;
}

/** The row that an address names, if it is loaded and no other row has the same reference. */
export function loadedRow(catalog: Catalog, resource: Resource): ServiceRow | undefined {
  if (resource.kind === 'stats') {
    const [row, ...others] = catalog.projects.rowsOf(`project/${formatRef(resource.ref)}`);
    return others.length === 0 ? row : undefined;
  }
  const list = listOfResource(resource);
  if (!list || !('id' in resource)) return undefined;
  const rows: readonly ServiceRow[] = catalog[list].state.rows;
  return rows.find((row) => rowId(row) === resource.id);
}

/** In characters. At 200 levels, which a row may have, its JSON could become 400 times as long. */
const LONGEST_INDENTED = 250_000;

/** A value as JSON, indented unless it is very long, with integers of any length. */
export function json(value: unknown): string {
  const text = exactJson(value);
  return `${text.length > LONGEST_INDENTED ? text : exactJson(value, 2)}\n`;
}

/**
 * A reason as comment lines, so that nobody takes it for JSON of the service. One line for each
 * sentence, because the editor does not wrap them.
 */
function comment(sentences: string): string {
  return `// ${sentences.replace(/(?<=[.)]) (?=\p{Lu})/gu, '\n// ')}\n`;
}

/** Why the row of a document is not in its list, and what to do. */
export function noRowWords(state: ListState<unknown>, host: string): string {
  const failure = state.rows.length === 0 ? listProblem(state, host, formatTime) : undefined;
  const onceLoaded = l10n.t('Once the list is loaded, it appears here.');
  if (failure) return `${failure.reason} ${failure.hint} ${onceLoaded}`;
  const next = state.hasMore
    ? l10n.t('Load more of them, and it appears here.')
    : l10n.t('If a refresh brings it back, it appears here.');
  const among = l10n.t('This row is not among those loaded ({0}).', coverage(state));
  return `${among} ${next}`;
}
