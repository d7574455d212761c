import type { ProjectRow } from '../../src/core/messages/projectColumns.ts';

export const keyOf = (id: number) => `project/${id % 2 === 0 ? 'n' : 't'}/${id}`;

/** Each project has another number of NFTs; those with an odd id are transferable. */
export const rowOf = (id: number, change: Partial<ProjectRow> = {}): ProjectRow => ({
  ...{ key: keyOf(id), ref: `${id % 2 === 0 ? 'n' : 't'}/${id}`, name: `Project ${id}` },
  counts: { total: id * 10, confirmed: id, processing: id * 9, pending: 0 },
  ...{ asOf: Date.now(), movedAt: Date.now(), concerns: [], ...change },
});

export const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => rowOf(at + 1));
