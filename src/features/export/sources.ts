import * as l10n from '@vscode/l10n';
import { matcher, type ProjectFilter } from '../../core/arrange/projectFilter.ts';
import type { FormatNumber } from '../../core/base/numberFormat.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { ReadPage } from '../../core/lists/readAhead.ts';
import { asOfWords, outdatedSince } from '../../core/messages/asOfMessages.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { isComplete, type ListName } from '../../core/messages/listMessages.ts';
import { searchText } from '../../core/search/searchText.ts';
import { allLabel, allMatchingLabel, partLabel } from './choiceLabels.ts';
import {
  type PartName,
  type Wrote,
  wroteAll,
  wroteAllMatching,
  wrotePart,
} from './exportMessages.ts';
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
  /** How many rows were read so far, if not all of them are given. */
  readonly read?: number;
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
    readonly loaded:
      | {
          readonly isFiltered: boolean;
          readonly kept: { readonly filter: ProjectFilter };
          shown(): readonly ExportRow[];
        }
      | undefined;
  };
}

/**
 * The choices of an export: the selected, filtered and loaded rows, and all rows, or all that match
 * the filter. If all rows are loaded, none of these needs a request; but rows of an earlier time are
 * never all rows.
 */
export function exportSources(
  name: ListName,
  { list: { state }, view: { selection }, arrangement }: ShownRows,
  read: ReadPage<ExportRow>,
  format: FormatNumber,
  time: (at: number) => string,
): readonly [ExportSource, ...ExportSource[]] {
  const { total, unreadable, short, drifted, repeated } = state;
  const asOf = asOfWords(outdatedSince([state]), time);
  const isAll = isComplete(state) && !drifted && state.rows.length > 0 && asOf === '';
  const hold = (part: PartName, rows: readonly ExportRow[]): ExportSource => {
    // A selection is complete even if rows of the list are missing.
    const lacks =
      part === 'selected'
        ? { unreadable: 0, short: false, changed: false, repeated: 0 }
        : { unreadable, short, changed: drifted, repeated };
    const among = part === 'filtered' && !isAll ? amongWords(state, format) : '';
    const description = [among, asOf].filter((words) => words !== '').join(' · ');
    return {
      label: partLabel(part, name, rows.length, format, isAll),
      ...(description !== '' && { description }),
      count: rows.length,
      isRead: false,
      start: () => new LoadedRows(rows, total, lacks),
      wrote: wrotePart(part, name, rows.length, state, format, asOf),
    };
  };
  const everything: ExportSource = {
    label: allLabel(name, total, format),
    description: l10n.t('reads all pages'),
    count: total,
    isRead: true,
    start: () => new ListStream(read),
    wrote: wroteAll(name, format),
  };
  // Copies, because the list may change while the person chooses.
  const offered: ExportSource[] = [];
  if (selection.length > 0) {
    offered.push(hold('selected', [...selection]));
  }
  if (arrangement?.loaded?.isFiltered) {
    offered.push(hold('filtered', [...arrangement.loaded.shown()]));
    const { filter } = arrangement.loaded.kept;
    if (!isAll) {
      offered.push({
        ...everything,
        label: allMatchingLabel(total, format),
        count: undefined,
        start: () => new MatchingRows(new ListStream(read), filter),
        wrote: wroteAllMatching(format),
      });
    }
  }
  if (state.rows.length > 0) offered.push(hold('loaded', [...state.rows]));
  const choices = isAll ? offered : [...offered, everything];
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

/** The rows of a whole list that match a filter, in the order of the service. */
class MatchingRows implements Reading {
  readonly #all: Reading;
  readonly #accepts: ReturnType<typeof matcher>;
  /** Repeated rows are not counted, because it is not known whether they match. */
  readonly repeated = 0;
  read = 0;

  constructor(all: Reading, filter: ProjectFilter) {
    this.#all = all;
    this.#accepts = matcher(filter);
  }

  get total(): number | undefined {
    return this.#all.total;
  }

  get unreadable(): number {
    return this.#all.unreadable;
  }

  get short(): boolean {
    return this.#all.short;
  }

  get changed(): boolean {
    return this.#all.changed;
  }

  async *pages(signal: AbortSignal): AsyncGenerator<readonly ExportRow[], void> {
    for await (const rows of this.#all.pages(signal)) {
      this.read += rows.length;
      yield rows.filter(
        (row) => row.kind === 'project' && this.#accepts({ row, text: () => searchText(row) }),
      );
    }
  }
}
