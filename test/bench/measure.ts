/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'KB';
  /** Half the distance between the quartiles. */
  readonly spread?: number;
  /** This figure divided by the rival's, run by run, the median of that. */
  readonly ratio?: number;
  readonly rival?: string;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
}

/** A named way to do the same work. */
export interface Contender {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Times contenders in turn, A B C A B C …, after a warm-up, so that a machine that slows down does
 * so for all. The ratios are to the first one.
 */
export async function race(
  contenders: readonly Contender[],
  { rounds = 9, warmUps = 2 }: { readonly rounds?: number; readonly warmUps?: number } = {},
): Promise<Figure[]> {
  const times = contenders.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round++) {
    for (const [index, { run }] of contenders.entries()) {
      const started = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  const floor = times[0] ?? [];
  return contenders.map(({ name }, index) => {
    const own = times[index] ?? [];
    const figure: Figure = {
      name,
      value: median(own),
      unit: 'ms',
      spread: (quantile(own, 0.75) - quantile(own, 0.25)) / 2,
    };
    if (index === 0) return figure;
    const ratio = median(own.map((time, round) => time / (floor[round] ?? NaN)));
    return { ...figure, ratio, rival: 'of the floor' };
  });
}
