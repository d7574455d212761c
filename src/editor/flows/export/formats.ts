import type { Collection, JsonObject, Project, ProjectStats } from '../../../core/domain.ts';

export type ExportRow = Project | Collection;

/** Rows to write, and their stats in the same order if those are wanted too. */
export interface Batch {
  readonly rows: readonly ExportRow[];
  /** `undefined` for a row whose stats could not be read. */
  readonly stats?: readonly (ProjectStats | undefined)[];
}

/** Part of a file. */
export interface Text {
  readonly text: string;
  /** Rows in it: all of its batch but those that are nested too deep to be written as JSON. */
  readonly rows: number;
}

/** Turns batches into the text of a file; made anew for each file. */
export interface Writer {
  /** What stands before the rows, and after them. */
  readonly head: string;
  readonly tail: string;
  readonly write: (batch: Batch) => Text;
}

/** One row a line, each as the service sent it. */
export function ndjsonWriter(): Writer {
  return {
    head: '',
    tail: '',
    write: (batch) => {
      const all = lines(batch);
      return { text: all.reduce((text, line) => `${text}${line}\n`, ''), rows: all.length };
    },
  };
}

/** An array, one row a line, each as the service sent it. */
export function jsonWriter(): Writer {
  let before = '\n';
  return {
    head: '[',
    tail: '\n]\n',
    write: (batch) => {
      let text = '';
      const all = lines(batch);
      for (const line of all) {
        text += before + line;
        before = ',\n';
      }
      return { text, rows: all.length };
    },
  };
}

function lines(batch: Batch): string[] {
  return writable(batch, (source, counts) => {
    const text = JSON.stringify(source);
    return counts ? withStats(text, source, counts) : text;
  });
}

/** What `make` makes of each row, without those for which its recursion goes too deep. */
export function writable<T>(
  { rows, stats }: Batch,
  make: (source: JsonObject, counts: ProjectStats | undefined) => T,
): T[] {
  const made: T[] = [];
  for (const [at, { source }] of rows.entries()) {
    try {
      made.push(make(source, stats?.[at]));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return made;
}

/** Spliced in as text, so that nothing the service sent is copied, reordered or overwritten. */
function withStats(text: string, source: JsonObject, stats: ProjectStats): string {
  const name = Object.hasOwn(source, 'stats') ? 'mintscope.stats' : 'stats';
  const comma = text === '{}' ? '' : ',';
  return `${text.slice(0, -1)}${comma}"${name}":${JSON.stringify(stats.source)}}`;
}
