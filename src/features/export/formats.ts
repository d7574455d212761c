import type { ListName } from '../../core/messages/listMessages.ts';
import type { Collection, JsonObject, Project, ProjectStats } from '../../core/model/model.ts';

/** Characters of a text that is written to the file at once, at least: many rows. */
const PIECE = 64 * 1024;

/** What a file holds. */
export type ExportName = ListName | 'readings';

export type ExportRow = Project | Collection;

/** What is written of a row. */
interface Sourced {
  readonly source: JsonObject;
}

/** Rows to write, with their stats in the same order if wanted. */
export interface Batch<Row extends Sourced = Sourced> {
  readonly rows: readonly Row[];
  /** `undefined` for a row that has no stats or whose stats could not be read. */
  readonly stats?: readonly (ProjectStats | undefined)[];
}

/** Turns batches into the text of a file. Create one for each file. */
export interface Writer {
  /** The text before the rows, and the text after them. */
  readonly head: string;
  readonly tail: string;
  /** The text in pieces, so that other work runs between them. A row is in one piece. */
  readonly write: (batch: Batch) => Iterable<string>;
}

/** The text of a row. */
type TextOf = (source: JsonObject, counts: ProjectStats | undefined) => string;

/** One row per line, as the service sent it. */
export function ndjsonWriter(): Writer {
  return {
    head: '',
    tail: '',
    write: (batch) => pieces(batch, (source, counts) => `${line(source, counts)}\n`),
  };
}

/** An array with one row per line, as the service sent it. */
export function jsonWriter(): Writer {
  let before = '\n';
  return {
    head: '[',
    tail: '\n]\n',
    write: (batch) =>
      pieces(batch, (source, counts) => {
        const text = before + line(source, counts);
        before = ',\n';
        return text;
      }),
  };
}

/** Joins the rows of a batch to pieces of at least `PIECE` characters. */
export function* pieces({ rows, stats }: Batch, textOf: TextOf): Generator<string, void> {
  let piece = '';
  for (const [at, { source }] of rows.entries()) {
    piece += textOf(source, stats?.[at]);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Stats are added to the text, so that no member is copied, reordered or overwritten. */
function line(source: JsonObject, stats: ProjectStats | undefined): string {
  const text = JSON.stringify(source);
  if (!stats) return text;
  const name = Object.hasOwn(source, 'stats') ? 'mintscope.stats' : 'stats';
  const comma = text === '{}' ? '' : ',';
  return `${text.slice(0, -1)}${comma}"${name}":${JSON.stringify(stats.source)}}`;
}
