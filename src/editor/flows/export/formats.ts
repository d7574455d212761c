import type { Collection, JsonObject, Project, ProjectStats } from '../../../core/domain.ts';

export type ExportRow = Project | Collection;

/** Rows to write, and their stats in the same order if those are wanted too. */
export interface Batch {
  readonly rows: readonly ExportRow[];
  /** `undefined` for a row whose stats could not be read. */
  readonly stats?: readonly (ProjectStats | undefined)[];
}

/** Turns batches into the text of a file; made anew for each file. */
export interface Writer {
  /** What stands before the rows, and after them. */
  readonly head: string;
  readonly tail: string;
  readonly write: (batch: Batch) => string;
}

/** One row a line, each as the service sent it. */
export function ndjsonWriter(): Writer {
  return {
    head: '',
    tail: '',
    write: (batch) => lines(batch).reduce((text, line) => `${text}${line}\n`, ''),
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
      for (const line of lines(batch)) {
        text += before + line;
        before = ',\n';
      }
      return text;
    },
  };
}

function lines({ rows, stats }: Batch): string[] {
  return rows.map(({ source }, at) => {
    const text = JSON.stringify(source);
    const counts = stats?.[at];
    return counts ? withStats(text, source, counts) : text;
  });
}

/** Spliced in as text, so that nothing the service sent is copied, reordered or overwritten. */
function withStats(text: string, source: JsonObject, stats: ProjectStats): string {
  const name = Object.hasOwn(source, 'stats') ? 'mintscope.stats' : 'stats';
  const comma = text === '{}' ? '' : ',';
  return `${text.slice(0, -1)}${comma}"${name}":${JSON.stringify(stats.source)}}`;
}
