import { type Part, PARTS } from '../../core/stats/problems.ts';

/** The smallest width of a part in the bar, so that it can be seen. */
const SMALLEST_SHARE = 0.006;

/** One coloured stretch of the bar; `from` and `width` are shares of its length, 0 to 1. */
export interface Segment {
  readonly part: Part;
  readonly from: number;
  readonly width: number;
}

/**
 * The segments of the bar, for a whole of `whole` NFTs or more; the rest stays empty.
 * @param smallest the share of the bar that a part takes at least.
 */
export function segmentsOf(
  parts: Readonly<Partial<Record<Part, number | undefined>>>,
  whole: number,
  smallest = SMALLEST_SHARE,
): readonly Segment[] {
  const counts = PARTS.map((part) => ({ part, count: Math.max(parts[part] ?? 0, 0) }));
  const scale = Math.max(
    whole,
    counts.reduce((sum, { count }) => sum + count, 0),
  );
  const shares = counts
    .filter(({ count }) => count > 0)
    .map(({ part, count }) => ({ part, share: Math.max(count / scale, smallest) }));
  // Small parts that were widened may exceed the bar: then all are scaled down.
  const length = Math.max(
    shares.reduce((sum, { share }) => sum + share, 0),
    1,
  );
  let from = 0;
  return shares.map(({ part, share }) => {
    const segment = { part, from, width: share / length };
    from += segment.width;
    return segment;
  });
}
