import { type Stage, STAGES } from '../../core/model/counts.ts';

/** The smallest width of a part in the bar, so that it can be seen. */
const SMALLEST_SHARE = 0.006;

/** One coloured stretch of the bar; `from` and `width` are shares of its length, 0 to 1. */
export interface Segment {
  readonly stage: Stage;
  readonly from: number;
  readonly width: number;
}

/** The segments of the bar, for a whole of `scale` NFTs; the rest stays empty. */
export function segmentsOf(
  counts: Readonly<Partial<Record<Stage, number | undefined>>>,
  scale: number,
): readonly Segment[] {
  const shares = STAGES.map((stage) => ({ stage, share: Math.max(counts[stage] ?? 0, 0) / scale }))
    .filter(({ share }) => share > 0)
    .map(({ stage, share }) => ({ stage, share: Math.max(share, SMALLEST_SHARE) }));
  // Small parts that were widened may exceed the bar: then all are scaled down.
  const length = Math.max(
    shares.reduce((sum, { share }) => sum + share, 0),
    1,
  );
  let from = 0;
  return shares.map(({ stage, share }) => {
    const segment = { stage, from, width: share / length };
    from += segment.width;
    return segment;
  });
}
