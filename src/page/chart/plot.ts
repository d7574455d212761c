/** What a chart over time shows, without a DOM. Times are in milliseconds. */

/** `null` where the values before and after are not joined. */
export type Values = readonly (number | null)[];

export interface Line {
  readonly values: Values;
  /** A color of CSS, which may name variables of the style sheet. */
  readonly color: string;
  /** In pixels; 0 for a line that is only the edge of a fill. */
  readonly width: number;
  /** Lengths in pixels. */
  readonly dashes?: readonly number[];
}

/** Lines whose values are those at the same times. */
export interface Table {
  readonly times: readonly number[];
  readonly lines: readonly Line[];
}

/** What is filled between two lines, which are numbered through all tables from 1. */
export interface Fill {
  readonly between: readonly [upper: number, lower: number];
  readonly color: string;
  readonly opacity: number;
  /** See `TEXTURES`. */
  readonly texture?: string | undefined;
}

/** A text in a fill, before its end. */
interface Label {
  readonly text: string;
  readonly at: number;
  readonly value: number;
  /** How many values high the fill is there; the text is left out if it needs more. */
  readonly room: number;
}

export interface TimePlot {
  readonly tables: readonly Table[];
  readonly fills?: readonly Fill[];
  readonly labels?: readonly Label[];
  readonly start: number;
  readonly end: number;
  readonly top: number;
  /** Whether time before `start` is left out, which is marked on the axis. */
  readonly isBroken?: boolean;
  /** The times that can be read out, in ascending order. */
  readonly stops: readonly number[];
  /** The name of the chart, for screen readers. */
  readonly name: string;
  /** The text for the whole chart, shown while no time is chosen. */
  readonly summary: string;
  /** What is read at each of the `stops`: headings of the cells of `read`. */
  readonly columns: readonly string[];
  /** What is read at a time; a cell is empty if nothing is known. */
  readonly read: (at: number) => { readonly time: string; readonly cells: readonly string[] };
  readonly valueTexts: (values: readonly number[]) => readonly string[];
  /** @param step milliseconds between the ticks. */
  readonly timeTexts: (ticks: readonly number[], step: number) => readonly string[];
}

/** `14:02:11: Harbor 63%, Ember 20%`. Headings are isolated, because a name may run from right to left. */
export function wordsAt({ columns, read }: TimePlot, at: number): string {
  const { time, cells } = read(at);
  const known = cells.flatMap((cell, column) =>
    cell === '' ? [] : [`\u2068${columns[column] ?? ''}\u2069 ${cell}`],
  );
  return `${time}: ${known.join(', ')}`;
}

/** No line is drawn across a distance of more than this many times the usual one. */
const GAP_FACTOR = 6;
/** Readings no farther apart are always joined: a mint that does not move is read rarely. */
const JOINED_MS = 180_000;
/** How many distances before and after a reading are used to find the usual distance there. */
const NEIGHBOURS = 4;

/**
 * The indexes of readings that are not joined with the one before. The usual distance is the larger
 * median of those just before and just after, because old readings are stored hourly or daily, and a
 * watched project is read every few seconds.
 * @param isSame whether the reading at this index has the counts of the one before. They are joined
 * then: confirmed NFTs stay confirmed, so nothing was confirmed between them.
 */
export function gapsOf(
  times: readonly number[],
  isSame: (at: number) => boolean,
): ReadonlySet<number> {
  const distances = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const gaps = distances.flatMap((distance, at) => {
    const before = median(distances.slice(Math.max(at - NEIGHBOURS, 0), at));
    const after = median(distances.slice(at + 1, at + 1 + NEIGHBOURS));
    const usual = Math.max(before ?? 0, after ?? 0) || distance;
    const isFar = distance > Math.max(GAP_FACTOR * usual, JOINED_MS);
    return isFar && !isSame(at + 1) ? [at + 1] : [];
  });
  return new Set(gaps);
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** A table whose lines have no value in the middle of each gap. @param gaps see `gapsOf`. */
export function withGaps({ times, lines }: Table, gaps: ReadonlySet<number>): Table {
  const places = [...times.keys()].flatMap((at) => (gaps.has(at) ? [at - 0.5, at] : [at]));
  const timeAt = (place: number) =>
    ((times[Math.floor(place)] ?? 0) + (times[Math.ceil(place)] ?? 0)) / 2;
  return {
    times: places.map(timeAt),
    lines: lines.map((line) => ({
      ...line,
      values: places.map((place) => line.values[place] ?? null),
    })),
  };
}
