/** Which readings a line joins, without a DOM. */

/** No line is drawn across a distance of more than this many times the usual one. */
const GAP_FACTOR = 6;
/** Readings no farther apart are always joined: a mint that does not move is read rarely. */
const JOINED_MS = 180_000;
/** How many distances before and after a reading are used to find the usual distance there. */
const NEIGHBOURS = 4;

/** The first and last index of each group of readings that are joined. @param gaps see `gapsOf`. */
export function runsOf(times: readonly number[], gaps: ReadonlySet<number>) {
  const starts = [...times.keys()].filter((index) => index === 0 || gaps.has(index));
  return starts.map((start, run) => [start, (starts[run + 1] ?? times.length) - 1] as const);
}

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
