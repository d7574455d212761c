/**
 * At most `most` readings of a history for a chart: all of the newest half, and of the earlier ones
 * the first and others at equal distances.
 */
export function thinned<Point>(history: readonly Point[], most: number): readonly Point[] {
  if (history.length <= most) return history;
  const newest = history.slice(-Math.ceil(most / 2));
  const older = history.slice(0, -newest.length);
  const room = most - newest.length;
  const step = older.length / room;
  // Exactly one reading begins each of the `room` steps.
  const chosen = older.filter(
    (_, at) => at === 0 || Math.floor(at / step) > Math.floor((at - 1) / step),
  );
  return [...chosen, ...newest];
}
