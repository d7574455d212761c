/** The measured values, one for each repeat. */
export type Samples = readonly number[];

export type Unit = 'ms' | 'µs' | 'KB' | 'B' | '×' | '/s' | '%';

/** What a figure is compared with, measured in the same run. */
export interface Rival {
  readonly name: string;
  readonly samples: Samples;
}

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  /** The median. */
  readonly value: number;
  /** Half the distance between the quartiles. */
  readonly spread?: number;
  readonly rival?: { readonly name: string; readonly value: number; readonly spread?: number };
  /** The median of the ratios to the rival, repeat by repeat. */
  readonly ratio?: number;
  /** In words, such as `≤ 1.4×`. */
  readonly target?: string;
  readonly met?: boolean;
}

/** The target of a figure: a value in its own unit, or a ratio to its rival. */
export type Target =
  | { readonly atLeast?: number; readonly atMost: number }
  | { readonly ratioAtMost: number }
  /** The difference to the rival, in the unit of the figure. */
  | { readonly aboveRivalAtMost: number };

/** Makes a line of the table from the measured values. */
export function figure(
  name: string,
  unit: Unit,
  samples: Samples,
  { rival, target }: { readonly rival?: Rival; readonly target?: Target } = {},
): Figure {
  const value = median(samples);
  const ratio = rival && median(samples.map((sample, at) => sample / (rival.samples[at] ?? NaN)));
  return {
    name,
    unit,
    value,
    ...(samples.length > 1 && { spread: spreadOf(samples) }),
    ...(rival && {
      rival: {
        name: rival.name,
        value: median(rival.samples),
        ...(rival.samples.length > 1 && { spread: spreadOf(rival.samples) }),
      },
    }),
    ...(ratio !== undefined && { ratio }),
    ...(target && targetOf(target, unit, value, rival && value - median(rival.samples), ratio)),
  };
}

function targetOf(
  target: Target,
  unit: Unit,
  value: number,
  above: number | undefined,
  ratio: number | undefined,
): { readonly target: string; readonly met: boolean } {
  if ('atMost' in target) {
    const { atLeast = -Infinity, atMost } = target;
    const bounds = atLeast === -Infinity ? `≤ ${atMost}` : `${atLeast} to ${atMost}`;
    return { target: `${bounds} ${unit}`, met: atLeast <= value && value <= atMost };
  }
  if ('ratioAtMost' in target) {
    // Rounded as it is printed, so that 1.00× counts as equal.
    const printed = Math.round((ratio ?? NaN) * 100) / 100;
    return { target: `≤ ${target.ratioAtMost}×`, met: printed <= target.ratioAtMost };
  }
  const most = target.aboveRivalAtMost;
  return { target: `≤ ${most} ${unit} above`, met: (above ?? NaN) <= most };
}

export function median(samples: Samples): number {
  return quantile(samples, 0.5);
}

function spreadOf(samples: Samples): number {
  return (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;
}

function quantile(samples: Samples, part: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
}

export interface Rounds {
  readonly rounds: number;
  readonly warmUps: number;
}

/**
 * Lets contenders take turns after a warm-up. Each round begins with another one, so that a slower
 * machine or the contender before affects all in the same way. A contender returns its measurement.
 */
export async function race<Name extends string>(
  contenders: Readonly<Record<Name, () => Promise<number>>>,
  { rounds, warmUps }: Rounds,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name): [Name, number[]] => [name, []])) as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < warmUps + rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!;
      const sample = await contenders[name]();
      if (round >= warmUps) samples[name].push(sample);
    }
  }
  return samples;
}

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
