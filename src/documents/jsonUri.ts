import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { displayText, shortAddress } from '../core/base/displayText.ts';
import { fileName } from '../core/base/fileName.ts';
import { titleWithId } from '../core/model/projectRef.ts';
import { activeTabGroup } from '../editor/optionalApi.ts';
import { listOf, rowName, type ServiceRow } from '../lists/index.ts';

export const JSON_SCHEME = 'mintscope-json';

/**
 * Makes the addresses match the pattern in `contributes.languages` of package.json, and no others: a
 * document that only gives a reason consists of comments, which plain JSON does not allow.
 */
const FOLDER = '/Mintscope documents';

export interface JsonSubject {
  /** The account that it belongs to. Its content is never read with another account. */
  readonly service: string;
  /** `shortKey` of the row. */
  readonly key: string;
}

/**
 * The address of a document: that of the tab that shows it, if one in the active group does. The
 * name of the file is only the title of the tab, and an open tab may have another one, from when the
 * display language or the name of the row was another. Previews are left out, because the editor
 * replaces them, and so are other groups, because the editor opens a second tab in this one.
 */
export function jsonUri(subject: JsonSubject, title: string): vscode.Uri {
  const query = queryOf(subject);
  const lasting = activeTabGroup()?.tabs.filter(({ isPreview }) => !isPreview);
  const shown = lasting?.flatMap(addressesOf).find((uri) => {
    const other = uri.scheme === JSON_SCHEME ? jsonSubject(uri) : undefined;
    return other !== undefined && queryOf(other) === query;
  });
  if (shown) return shown;
  return vscode.Uri.from({
    scheme: JSON_SCHEME,
    path: `${FOLDER}/${fileName(title)}.json`,
    query,
  });
}

/** The addresses of the documents of a tab: two if it is a diff. */
export function addressesOf(tab: vscode.Tab | undefined): readonly vscode.Uri[] {
  const input = tab?.input;
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return [];
}

/**
 * Whether a tab shows a document, for example one that was restored after a reload. A document that
 * no tab shows and no command opened may be named by a file of the workspace: the editor opens what
 * a `$schema` names. That must not start a request, which would carry the token.
 */
export function isInTab(uri: vscode.Uri): boolean {
  const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(addressesOf));
  return shown.some((other) => other.toString() === uri.toString());
}

/** `undefined` for an address that `jsonUri` did not make. */
export function jsonSubject(uri: vscode.Uri): JsonSubject | undefined {
  const query = new URLSearchParams(uri.query);
  const service = query.get('service');
  const key = query.get('key');
  return service && key ? { service, key } : undefined;
}

function queryOf(subject: JsonSubject): string {
  return new URLSearchParams({ ...subject }).toString();
}

/** A row's key, or a digest of it if it is longer than 200 characters. */
export function shortKey(key: string): string {
  const text = key.toWellFormed();
  if (text.length <= 200) return text;
  // Keep the kind in front, which says which list the row is in.
  const kind = text.slice(0, text.indexOf('/'));
  return `${kind}/${createHash('sha256').update(text).digest('hex')}`;
}

/** `Harbor Lights (12 · transferable)`: the start of the title of a row's documents. */
export function rowTitle(row: ServiceRow): string {
  const id = listOf(row).idWords?.(row) ?? shortAddress(row.mintAddress ?? '');
  const name = displayText(row.name ?? '', 60);
  return name === '' || id === '' ? displayText(rowName(row), 60) : titleWithId(name, id);
}
