import type { ListState } from '../../core/lists/listState.ts';
import type { ReadPage } from '../../core/lists/readAhead.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { type FormatNumber, isComplete, type ListName } from '../../core/messages/listMessages.ts';
import { partLabel, type PartName, type Wrote, wroteAll, wrotePart } from './exportMessages.ts';
import type { ExportRow } from './formats.ts';
import { ListStream } from './listStream.ts';

/** Rows that are read page by page, with the counts known so far. */
export interface Reading {
  pages(signal: AbortSignal): AsyncIterable<readonly ExportRow[]>;
  /** Rows that the list has according to the service. */
  readonly total: number | undefined;
  readonly unreadable: number;
  readonly short: boolean;
  readonly changed: boolean;
  /** See `PageWalk.repeated`. */
  readonly repeated: number;
}

/** One choice of rows to export. */
export interface ExportSource {
  /** Names the rows it covers. */
  readonly label: string;
  readonly description?: string;
  /** The number of rows, if known; for a new reading it may change. */
  readonly count: number | undefined;
  readonly isRead: boolean;
  readonly start: () => Reading;
  readonly wrote: Wrote;
}

/** The rows that a view shows. */
export interface ShownRows {
  readonly list: { readonly state: ListState<ExportRow> };
  readonly view: { readonly selection: readonly ExportRow[] };
  /** Left out for Collections, which have no filter. `loaded` may be set without one. */
  readonly arrangement?: {
    readonly loaded: { readonly isFiltered: boolean; shown(): readonly ExportRow[] } | undefined;
  };
}

/**
 * The choices of an export: the selected, filtered and loaded rows, and all rows. If all rows are
 * loaded, they are one choice and need no request.
 */
export function exportSources(
  name: ListName,
  { list: { state }, view: { selection }, arrangement }: ShownRows,
  read: ReadPage<ExportRow>,
  format: FormatNumber,
): readonly [ExportSource, ...ExportSource[]] {
  const { total, unreadable, short, drifted, repeated } = state;
  const isAll = isComplete(state) && !drifted && state.rows.length > 0;
  const hold = (part: PartName, rows: readonly ExportRow[]): ExportSource => {
    // A selection is complete even if rows of the list are missing.
    const lacks =
      part === 'selected'
        ? { unreadable: 0, short: false, changed: false, repeated: 0 }
        : { unreadable, short, changed: drifted, repeated };
    return {
      label: partLabel(part === 'loaded' && isAll ? 'all' : part, name, rows.length, format),
      ...(part === 'filtered' && !isAll && { description: amongWords(state, format) }),
      count: rows.length,
      isRead: false,
      start: () => new LoadedRows(rows, total, lacks),
      wrote: wrotePart(part, name, rows.length, state, format),
    };
  };
  // Copies, because the list may change while the person chooses.
  const held: ExportSource[] = [];
  if (selection.length > 0) {
    held.push(hold('selected', [...selection]));
  }
  if (arrangement?.loaded?.isFiltered) {
    held.push(hold('filtered', [...arrangement.loaded.shown()]));
  }
  if (state.rows.length > 0) held.push(hold('loaded', [...state.rows]));
  const everything: ExportSource = {
    label: partLabel('all', name, total, format),
    description: 'reads all pages',
    count: total,
    isRead: true,
    start: () => new ListStream(read),
    wrote: wroteAll(name, format),
  };
  const choices = isAll ? held : [...held, everything];
  return [choices[0] ?? everything, ...choices.slice(1)];
}

const ROWS_AT_A_TIME = 100;

class LoadedRows implements Reading {
  readonly #rows: readonly ExportRow[];
  readonly total: number | undefined;
  readonly unreadable: number;
  readonly short: boolean;
  readonly changed: boolean;
  readonly repeated: number;

  constructor(
    rows: readonly ExportRow[],
    total: number | undefined,
    { unreadable, short, changed, repeated }: Omit<Reading, 'pages' | 'total'>,
  ) {
    this.#rows = rows;
    this.total = total;
    this.unreadable = unreadable;
    this.short = short;
    this.changed = changed;
    this.repeated = repeated;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- its rows are here already
  async *pages(): AsyncGenerator<readonly ExportRow[], void> {
    for (let from = 0; from < this.#rows.length; from += ROWS_AT_A_TIME) {
      yield this.#rows.slice(from, from + ROWS_AT_A_TIME);
    }
  }
}
