import type { Json, JsonObject } from '../../../core/domain.ts';
import { longInteger } from '../../../core/json.ts';
import type { ListName } from '../../../core/listWords.ts';
import { type Cell, csvRecord } from './csvRecord.ts';
import { writable, type Writer } from './formats.ts';

/** The service's own names, in the order of service-interface §2.1 and §2.2. */
const COLUMNS: Readonly<Record<ListName, readonly string[]>> = {
  projects: [
    'name',
    'symbol',
    'description',
    'image',
    'animationUrl',
    'id',
    'mintAddress',
    'transferable',
    'status',
  ],
  collections: [
    'mintAddress',
    'name',
    'description',
    'image',
    'attributes',
    'uri',
    'collectionDetails',
    'ownerAddress',
  ],
};
const STATS_COLUMNS = ['total', 'confirmed', 'processing', 'pending'];
const OTHER_MEMBERS = 'otherMembers';

/**
 * One record a row: the members of the interface, the stats if wanted, and all other members as
 * JSON in a last column. What is missing or null is an empty cell, what is nested is JSON.
 */
export function csvWriter(list: ListName, hasStats: boolean): Writer {
  const toCells = cellsOf(COLUMNS[list]);
  const toStatsCells = cellsOf(STATS_COLUMNS);
  const header = [...COLUMNS[list], OTHER_MEMBERS];
  if (hasStats) {
    const stats = [...STATS_COLUMNS, OTHER_MEMBERS].map((name) => `stats.${name}`);
    header.splice(-1, 0, ...stats);
  }
  return {
    head: csvRecord(header),
    tail: '',
    write: (batch) => {
      const records = writable(batch, (source, counts) => {
        const cells = toCells(source);
        if (hasStats) cells.splice(-1, 0, ...toStatsCells(counts?.source ?? {}));
        return csvRecord(cells);
      });
      return { text: records.join(''), rows: records.length };
    },
  };
}

function cell(value: Json | undefined): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return value;
  const digits = longInteger(value);
  return digits === undefined ? JSON.stringify(value) : BigInt(digits);
}

/** Cells of the members named, and one for all the others. */
function cellsOf(names: readonly string[]): (source: JsonObject) => Cell[] {
  const known = new Set(names);
  return (source) => {
    const cells = names.map((name) => cell(source[name]));
    const others = Object.keys(source).filter((name) => !known.has(name));
    // Made of entries, because a member may be called `__proto__`.
    const json = () =>
      JSON.stringify(Object.fromEntries(others.map((name) => [name, source[name]])));
    cells.push(others.length === 0 ? undefined : json());
    return cells;
  };
}
