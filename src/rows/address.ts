import { createHash, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { displayText, shortAddress } from '../core/base/displayText.ts';
import { fileName } from '../core/base/fileName.ts';
import { type ProjectRef, projectRef } from '../core/model/model.ts';
import { describeRef, parseProjectRef, titleWithId } from '../core/model/projectRef.ts';
import {
  LIST_NAMES,
  type ListName,
  listOf,
  LISTS,
  rowName,
  type ServiceRow,
} from '../lists/index.ts';
import { SCHEME } from './resources.ts';

/*
 * The addresses of what panels and documents show:
 *
 *     mintscope:/<connection>/Projects/t/12/Harbor Lights (12 · transferable)
 *     mintscope:/<connection>/Collections/9mBq…/Shelf 1 (9mBq…22ad)
 *     mintscope:/<connection>/Portfolio
 *     mintscope:/<connection>/Compare/t-12,n-7/2 projects compared
 *     mintscope:/<connection>/Projects/9mBq…/Odd Lamps
 *
 * The parts before the title, its folder, identify the resource. The title is for display only:
 * VS Code 1.105 shows the last part of the path and ignores the title of the panel. `<connection>`
 * tells an account from another one, and nobody outside can guess it: the editor opens any address
 * that a file of a repository names, for example in `$schema`.
 */

/** What an address names, without its account. */
export type Resource =
  | { readonly kind: 'stats'; readonly ref: ProjectRef }
  /**
   * A collection by its `rowId`, or a project without an id or a kind, which has a text and no panel.
   */
  | { readonly kind: 'row'; readonly list: ListName; readonly id: string }
  | { readonly kind: 'portfolio' }
  | { readonly kind: 'compare'; readonly refs: readonly ProjectRef[] };

export interface RowAddress {
  /** `placeOf` the account. */
  readonly place: string;
  readonly resource: Resource;
  /** The title when the address was made. */
  readonly title: string;
}

/** The path of an address without its title. */
function folderOf(place: string, resource: Resource): string {
  const folder = `/${place}`;
  switch (resource.kind) {
    case 'stats':
      return `${folder}/${LISTS.projects.folder}/${resource.ref}`;
    case 'row':
      return `${folder}/${LISTS[resource.list].folder}/${resource.id}`;
    case 'portfolio':
      return folder;
    case 'compare':
      return `${folder}/Compare/${resource.refs.map((ref) => ref.replace('/', '-')).join()}`;
  }
}

export function toUri(place: string, resource: Resource, title: string): vscode.Uri {
  const path = `${folderOf(place, resource)}/${fileName(title)}`;
  return vscode.Uri.from({ scheme: SCHEME, path });
}

/** Whether two addresses name one resource. Their titles may differ. */
export function isSameResource(one: vscode.Uri, other: vscode.Uri): boolean {
  return posix.dirname(one.path) === posix.dirname(other.path);
}

/** `undefined` for an address that `toUri` did not make. */
export function addressOf({
  scheme,
  path,
}: Pick<vscode.Uri, 'scheme' | 'path'>): RowAddress | undefined {
  const [, place, folder, title] = /^\/([^/]+)(?:\/(.+))?\/([^/]+)$/.exec(path) ?? [];
  const resource = resourceIn(folder);
  return scheme === SCHEME && place && title && resource ? { place, resource, title } : undefined;
}

/** @param folder the path between the account and the title; `undefined` if there is none. */
function resourceIn(folder: string | undefined): Resource | undefined {
  if (folder === undefined) return { kind: 'portfolio' };
  const [room, ...parts] = folder.split('/');
  const name = parts.join('/');
  if (room === 'Compare') {
    const names = name.split(',');
    const refs = names.flatMap((one) => parseProjectRef(one.replace('-', '/')) ?? []);
    return refs.length > 1 && refs.length === names.length ? { kind: 'compare', refs } : undefined;
  }
  const list = LIST_NAMES.find((one) => LISTS[one].folder === room);
  if (list && isId(name)) return { kind: 'row', list, id: name };
  const ref = list === 'projects' ? parseProjectRef(name) : undefined;
  return ref && { kind: 'stats', ref };
}

function isId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** Identifies a row of a list in an address: its mint address, or a digest of its key. */
export function rowId({ key }: Pick<ServiceRow, 'key'>): string {
  const own = key.slice(key.indexOf('/') + 1);
  return isId(own) ? own : createHash('sha256').update(key.toWellFormed()).digest('hex');
}

export function resourceOfRow(row: ServiceRow): Resource {
  const ref = projectRef(row);
  if (ref) return { kind: 'stats', ref };
  return { kind: 'row', list: listOf(row).name, id: rowId(row) };
}

/** The most characters of a name in a title. */
const NAME_LENGTH = 40;

/** `Harbor Lights (12 · transferable)`, `Shelf 1 (9mBq…22ad)`. */
export function rowTitle(row: ServiceRow): string {
  const id = listOf(row).idWords?.(row) ?? shortAddress(row.mintAddress ?? '');
  const name = displayText(row.name ?? '', NAME_LENGTH);
  return name === '' || id === '' ? displayText(rowName(row), NAME_LENGTH) : titleWithId(name, id);
}

/** The name in a title that `rowTitle` has made of a project in the same display language. */
export function nameInTitle(title: string, ref: ProjectRef): string | undefined {
  const end = titleWithId('', describeRef(ref));
  return title.endsWith(end) ? title.slice(0, -end.length) : undefined;
}

const SECRET = 'mintscope.addresses';

export type PlaceOf = (account: string) => string;

/**
 * Makes the part of addresses that stands for an account. It is derived from a random number of this
 * user, so that the same account has the same addresses after a restart and with a new token.
 * @param memory of all workspaces.
 */
export function placesIn(memory: Pick<vscode.Memento, 'get' | 'update'>): PlaceOf {
  return (account) => {
    let secret = memory.get<unknown>(SECRET);
    if (typeof secret !== 'string') {
      secret = randomBytes(24).toString('base64url');
      void memory.update(SECRET, secret);
    }
    const digest = createHash('sha256')
      .update(`${String(secret)} ${account}`)
      .digest('base64url');
    return digest.slice(0, 12);
  };
}
