import { createHash, randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayText, shortAddress } from '../core/base/displayText.ts';
import { fileName } from '../core/base/fileName.ts';
import { type ProjectRef, projectRef } from '../core/model/model.ts';
import { describeRef, parseProjectRef, titleWithId } from '../core/model/projectRef.ts';
import { LIST_NAMES, type ListName, listOf, rowName, type ServiceRow } from '../lists/index.ts';
import { SCHEME } from './resources.ts';

/*
 * The addresses of what panels and documents show:
 *
 *     mintscope:/<connection>/Projects/t/12/Harbor Lights (12 · transferable)
 *     mintscope:/<connection>/Collections/9mBq…/Shelf 1 (9mBq…22ad)
 *     mintscope:/<connection>/Portfolio
 *     mintscope:/<connection>/Compare/t-12,n-7/2 projects compared
 *     mintscope:/<connection>/Rows/projects/9mBq…/Odd Lamps
 *
 * The parts before the title identify the resource. The title is for display only: VS Code 1.105
 * shows the last part of the path and ignores the title of the panel. `<connection>` tells an account
 * from another one, and nobody outside can guess it: the editor opens any address that a file of a
 * repository names, for example in `$schema`.
 */

/** What an address names, without its account. */
export type Resource =
  | { readonly kind: 'stats'; readonly ref: ProjectRef }
  /** `id` is the `rowId` of the collection. */
  | { readonly kind: 'collection'; readonly id: string }
  /** Any other row, such as a project without an id or a kind. It has a text and no panel. */
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

const MOST_COMPARED = 8;

/** The parts of the path between the account and the title. */
function partsOf(resource: Resource): readonly string[] {
  switch (resource.kind) {
    case 'stats':
      return ['Projects', resource.ref.kind, resource.ref.id];
    case 'row':
      return ['Rows', resource.list, resource.id];
    case 'collection':
      return ['Collections', resource.id];
    case 'portfolio':
      return [];
    case 'compare':
      return ['Compare', resource.refs.map(({ kind, id }) => `${kind}-${id}`).join()];
  }
}

/** Identifies a resource among those of an account. */
export function identityOf(resource: Resource): string {
  return [resource.kind, ...partsOf(resource)].join('/');
}

export function toUri(place: string, resource: Resource, title: string): vscode.Uri {
  const path = ['', place, ...partsOf(resource), fileName(title)].join('/');
  return vscode.Uri.from({ scheme: SCHEME, path });
}

/** `undefined` for an address that `toUri` did not make. */
export function addressOf(uri: Pick<vscode.Uri, 'scheme' | 'path'>): RowAddress | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const [, place, ...parts] = uri.path.split('/');
  const title = parts.pop();
  const resource = resourceOf(parts, title);
  return place && title && resource ? { place, resource, title } : undefined;
}

function resourceOf(parts: readonly string[], title: string | undefined): Resource | undefined {
  const [room, first = '', second = ''] = parts;
  // The title of the portfolio is translated.
  if (room === undefined) return isRoom(title) ? undefined : { kind: 'portfolio' };
  if (room === 'Projects' && parts.length === 3) {
    const ref = refOf(`${first}-${second}`);
    return ref && { kind: 'stats', ref };
  }
  if (room === 'Rows' && parts.length === 3) {
    const list = LIST_NAMES.find((name) => name === first);
    return list && isId(second) ? { kind: 'row', list, id: second } : undefined;
  }
  if (parts.length !== 2) return undefined;
  if (room === 'Collections') return isId(first) ? { kind: 'collection', id: first } : undefined;
  if (room !== 'Compare') return undefined;
  const names = first.split(',');
  const refs = names.flatMap((name) => refOf(name) ?? []);
  const isComparison = refs.length >= 2 && refs.length <= MOST_COMPARED;
  return isComparison && refs.length === names.length ? { kind: 'compare', refs } : undefined;
}

/** Whether a part of a path is a folder of resources. */
function isRoom(part: string | undefined): boolean {
  return part === 'Projects' || part === 'Rows' || part === 'Collections' || part === 'Compare';
}

function refOf(text: string): ProjectRef | undefined {
  return /^[tn]-\d{1,40}$/.test(text) ? parseProjectRef(text.replace('-', '/')) : undefined;
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
  const id = rowId(row);
  const { name: list } = listOf(row);
  return list === 'collections' ? { kind: 'collection', id } : { kind: 'row', list, id };
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
