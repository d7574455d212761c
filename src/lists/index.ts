import { displayText, shortAddress } from '../core/base/displayText.ts';
import { formatNumber } from '../core/base/format.ts';
import { type Collection, isProject, type Project } from '../core/model/model.ts';
import { COLLECTIONS } from './collections.ts';
import type { ListDefinition } from './definition.ts';
import { PROJECTS } from './projects.ts';

/** The row type of each list. Code that is for every list loops over `LISTS`. */
export interface RowsOf {
  readonly projects: Project;
  readonly collections: Collection;
}

export type ListName = keyof RowsOf;
export type ServiceRow = RowsOf[ListName];

/** The lists in the order of their views. */
export const LISTS: { readonly [Name in ListName]: ListDefinition<RowsOf[Name], Name> } = {
  projects: PROJECTS,
  collections: COLLECTIONS,
};

export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];

export function forEachList<One>(make: (name: ListName) => One): Readonly<Record<ListName, One>> {
  const made = LIST_NAMES.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<ListName, One>;
}

const byKind = new Map<string, ListDefinition<ServiceRow, ListName>>(
  Object.values(LISTS).map((list) => [list.kind, list]),
);

export function listOf<Row extends ServiceRow>({ kind }: Row): ListDefinition<Row, ListName> {
  return byKind.get(kind) as ListDefinition<Row, ListName>;
}

/** Whether this is a row of a list; see `RowReader.isRow`. */
export function isServiceRow(value: unknown): value is ServiceRow {
  return Object.values(LISTS).some((list) => list.isRow(value));
}

/** The name of a row, as titles show it. Its id or address stands in if no name can be seen. */
export function rowName(row: ServiceRow): string {
  const name = displayText(row.name ?? '');
  if (name !== '') return name;
  const list = listOf(row);
  return list.words.unnamed(list.idWords?.(row) ?? shortAddress(row.mintAddress ?? ''));
}

/** `12 of 230 projects`, or `12 projects` if the total is not known, or is less. */
export function rowsWords(name: ListName, count: number, total: number | undefined): string {
  const { rows, rowsOf } = LISTS[name].words.export;
  return total === undefined || total < count ? rows(count) : rowsOf(formatNumber(count), total);
}

export function statusOf(row: ServiceRow): string | undefined {
  return isProject(row) ? row.status : undefined;
}

export function searchTextOf(row: ServiceRow, state = ''): string {
  return listOf(row).searchText(row, state);
}
