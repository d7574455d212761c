import type { ListName } from '../../core/messages/listMessages.ts';
import { jsonPieces, PIECE } from '../../core/model/jsonPieces.ts';
import type { Collection, JsonObject, Project, ProjectStats } from '../../core/model/model.ts';

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
  /** The text in pieces of about `PIECE` characters, however large a row is. */
  readonly write: (batch: Batch) => Iterable<string>;
}

/** The text of a row in pieces. */
type Pieces = (source: JsonObject, counts: ProjectStats | undefined) => Iterable<string>;

/** One row per line, as the service sent it. */
export function ndjsonWriter(): Writer {
  return {
    head: '',
    tail: '',
    write: (batch) =>
      texts(batch, function* (source, counts) {
        yield* line(source, counts);
        yield '\n';
      }),
  };
}

/** An array with one row per line, as the service sent it. */
export function jsonWriter(): Writer {
  let before = '\n';
  return {
    head: '[',
    tail: '\n]\n',
    write: (batch) =>
      texts(batch, function* (source, counts) {
        for (const piece of line(source, counts)) {
          yield before + piece;
          before = '';
        }
        before = ',\n';
      }),
  };
}

/** Joins the pieces of a batch to texts of about `PIECE` characters. */
export function* texts({ rows, stats }: Batch, piecesOf: Pieces): Generator<string, void> {
  let text = '';
  for (const [at, { source }] of rows.entries()) {
    for (const piece of piecesOf(source, stats?.[at])) {
      text += piece;
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

function line(source: JsonObject, counts: ProjectStats | undefined): Iterable<string> {
  return counts ? withStats(source, counts) : jsonPieces(source);
}

/** Adds the stats to the text of a row, so that no member is copied, reordered or overwritten. */
function* withStats(source: JsonObject, stats: ProjectStats): Generator<string, void> {
  const name = Object.hasOwn(source, 'stats') ? 'mintscope.stats' : 'stats';
  let last = '';
  for (const piece of jsonPieces(source)) {
    if (last !== '') yield last;
    last = piece;
  }
  const comma = last === '{}' ? '' : ',';
  yield `${last.slice(0, -1)}${comma}"${name}":`;
  yield* jsonPieces(stats.source);
  yield '}';
}
