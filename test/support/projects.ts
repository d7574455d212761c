import type { Collection, Project } from '../../src/core/model/model.ts';
import type { ListState } from '../../src/core/lists/listState.ts';

/** A loaded Project with only the given facts. */
export function project(id: string | undefined, facts: Partial<Project> = {}): Project {
  return {
    kind: 'project',
    key: `project/${id ?? facts.name ?? ''}`,
    id,
    name: undefined,
    symbol: undefined,
    description: undefined,
    image: undefined,
    animationUrl: undefined,
    mintAddress: undefined,
    transferable: undefined,
    status: undefined,
    source: {},
    ...facts,
  };
}

/** A loaded Collection with only the given facts. */
export function collection(name: string, facts: Partial<Collection> = {}): Collection {
  return {
    kind: 'collection',
    key: `collection/${name}`,
    mintAddress: undefined,
    name,
    description: undefined,
    image: undefined,
    uri: undefined,
    ownerAddress: undefined,
    source: {},
    ...facts,
  };
}

/** The state of a complete list of `rows`, except for the given facts. */
export function listState<Row>(
  rows: readonly Row[],
  facts: Partial<ListState<Row>> = {},
): ListState<Row> {
  return {
    rows,
    total: rows.length,
    hasMore: false,
    work: undefined,
    failure: undefined,
    unreadable: 0,
    short: false,
    drifted: false,
    asOf: 0,
    restored: false,
    ...facts,
  };
}

/**
 * Transferable projects as a service sends them: id 1 with the name `P 1`, and so on.
 * @param more further members by id.
 */
export const sentProjects = <More extends object>(
  count: number,
  more: (id: number) => More = () => ({}) as More,
) =>
  Array.from({ length: count }, (_, at) => {
    const id = at + 1;
    return { id, name: `P ${id}`, transferable: true, ...more(id) };
  });

/** Transferable projects as a service sends them, with the ids from 1 and no name. */
export const rows = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, transferable: true }));
