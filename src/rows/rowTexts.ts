import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../connection/catalog.ts';
import { followConnection } from '../connection/perConnection.ts';
import type { Session } from '../connection/session.ts';
import { isoTime } from '../core/base/format.ts';
import { coverage } from '../core/messages/listMessages.ts';
import { sharedWords } from '../core/messages/searchMessages.ts';
import { countsOf } from '../core/model/counts.ts';
import { exactJson } from '../core/model/json.ts';
import type { Project, ProjectRef } from '../core/model/model.ts';
import { describeRef, unseenProject } from '../core/model/projectRef.ts';
import { LISTS, type ServiceRow } from '../lists/index.ts';
import { readerOf } from '../stats/statsReader.ts';
import { addressOf, type PlaceOf, type Resource, rowId } from './address.ts';
import { otherSignInWords } from './panelProblems.ts';
import type { Reports } from './reports.ts';
import { isReport, SCHEME } from './resources.ts';

interface RowTextParts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly reports: Pick<Reports, 'textAt'>;
  readonly placeOf: PlaceOf;
  /** Called with the address of a document whose text has changed. */
  readonly announce: (uri: vscode.Uri) => void;
}

/**
 * The texts of rows: JSON of what is loaded and stored of a row. Never sends a request, because a
 * file of a repository can make the editor read any address.
 */
export function rowTexts({ session, catalog, reports, placeOf, announce }: RowTextParts) {
  /** @param before what the editor shows, which stays while the row is not loaded. */
  function textOf(uri: vscode.Uri, before?: string): string {
    const { current, failure } = session;
    const { place, resource } = addressOf(uri) ?? {};
    if (!resource) return comment(l10n.t('This address names nothing of Mintscope.'));
    if (!current) return comment(failure?.message ?? l10n.t('Sign in to see this.'));
    if (place !== placeOf(current.account)) return comment(otherSignInWords());
    if (resource.kind === 'portfolio' || resource.kind === 'compare') {
      return comment(l10n.t('Only a panel can show this.'));
    }
    const list = resource.kind === 'row' ? resource.list : 'projects';
    const ref = resource.kind === 'stats' ? resource.ref : undefined;
    if (ref && catalog.projects.rowsOf(`project/${ref}`).length > 1) {
      return comment(sharedWords(describeRef(ref)));
    }
    const row = loadedRow(catalog, resource);
    const reading = ref && readerOf(current).last(ref);
    if (!row && !reading) {
      // It is JSON, and not a reason.
      if (before?.startsWith('{') === true) return before;
      const loaded = coverage(catalog[list].state);
      return comment(
        l10n.t('This row is not among those loaded ({0}). Once it is, it appears here.', loaded),
      );
    }
    if (row && !LISTS[list].hasStats) return json(row.source);
    const at = reading?.at ?? row?.askedAt;
    return json({
      row: row?.source ?? null,
      stats: ref && reading ? (readerOf(current).received(ref) ?? countsOf(reading)) : null,
      asOf: isoTime(at) ?? null,
    });
  }

  const follow = () => {
    for (const document of vscode.workspace.textDocuments) {
      const { uri } = document;
      const shown = document.getText();
      if (uri.scheme === SCHEME && !isReport(uri) && textOf(uri, shown) !== shown) announce(uri);
    }
  };
  const following = vscode.Disposable.from(
    ...Object.values(catalog).map((list) => ({ dispose: list.onChange(follow) })),
    session.onDidChange(follow),
    followConnection(session, (current) =>
      current ? [readerOf(current).onDidChange(follow)] : [],
    ),
  );
  return {
    /** A text. Without one, the reason as a comment: the editor would not show why reading failed. */
    read: async (uri: vscode.Uri): Promise<string> => {
      const report = reports.textAt(uri);
      if (report !== undefined) return report;
      await session.ready();
      const { textDocuments } = vscode.workspace;
      const open = textDocuments.find((one) => one.uri.toString() === uri.toString());
      return textOf(uri, open?.getText());
    },
    dispose: () => {
      following.dispose();
    },
  };
}

/** The row that an address names, if it is loaded and no other row has the same reference. */
export function loadedRow(catalog: Catalog, resource: Resource): ServiceRow | undefined {
  if (resource.kind === 'stats') {
    const [row, ...others] = catalog.projects.rowsOf(`project/${resource.ref}`);
    return others.length === 0 ? row : undefined;
  }
  if (resource.kind !== 'row') return undefined;
  const rows: readonly ServiceRow[] = catalog[resource.list].state.rows;
  return rows.find((row) => rowId(row) === resource.id);
}

/**
 * The row that an address names, or those of a comparison; `unknown` if that is not known, as of a
 * portfolio or another account, `undefined` if it names nothing of Mintscope.
 * @param projectOf what is known of a project that is not loaded.
 */
export function rowOf(
  uri: vscode.Uri | undefined,
  catalog: Catalog,
  isOwn: (place: string) => boolean,
  projectOf: (ref: ProjectRef) => Project | undefined,
): ServiceRow | readonly ServiceRow[] | 'unknown' | undefined {
  const address = uri && addressOf(uri);
  if (!address) return undefined;
  const { place, resource } = address;
  if (!isOwn(place)) return 'unknown';
  const projectAt = (ref: ProjectRef) =>
    loadedRow(catalog, { kind: 'stats', ref }) ?? projectOf(ref) ?? unseenProject(ref);
  if (resource.kind === 'compare') return resource.refs.map(projectAt);
  if (resource.kind === 'stats') return projectAt(resource.ref);
  return loadedRow(catalog, resource) ?? 'unknown';
}

/** In characters. At 200 levels, which a row may have, its JSON could become 400 times as long. */
const LONGEST_INDENTED = 250_000;

/** A value as JSON, indented unless it is very long, with integers of any length. */
function json(value: unknown): string {
  const text = exactJson(value);
  return `${text.length > LONGEST_INDENTED ? text : exactJson(value, 2)}\n`;
}

/** A reason, as a comment: nobody is to take it for JSON of the service. */
function comment(reason: string): string {
  return `// ${reason}\n`;
}
