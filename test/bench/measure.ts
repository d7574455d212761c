import type { Effort } from './effort.ts';

export type Samples = readonly number[];

export type Unit = 'ms' | 'µs' | 'KB' | 'B' | '/s' | '%';

/** What a figure is compared with, measured in the same run. */
export interface Rival {
  readonly name: string;
  readonly samples: Samples;
}

/** The target of a figure: a value in its own unit, or a ratio to its rival. */
export type Target =
  | { readonly atLeast?: number; readonly atMost: number }
  | { readonly ratioAtMost: number }
  | { readonly aboveRivalAtMost: number };

/** One line of the table, by the columns of `HEAD`. */
export type Figure = readonly string[];

const HEAD: Figure = ['figure', 'Mintscope', 'floor or rival', 'ratio', 'target', 'met'];

/**
 * Makes a line of the table from the measured values. Its ratio is the median of the ratios to the
 * rival, repeat by repeat.
 */
export function figure(
  name: string,
  unit: Unit,
  samples: Samples,
  { rival, target }: { readonly rival?: Rival; readonly target?: Target | undefined } = {},
): Figure {
  const ratio = rival && median(samples.map((sample, at) => sample / (rival.samples[at] ?? NaN)));
  return [
    name,
    quantity(samples, unit),
    rival ? `${rival.name}: ${quantity(rival.samples, unit)}` : '',
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    ...(target ? targetCells(target, unit, samples, rival, ratio) : ['', '']),
  ];
}

function targetCells(
  target: Target,
  unit: Unit,
  samples: Samples,
  rival: Rival | undefined,
  ratio = NaN,
): [target: string, met: string] {
  const cells = (text: string, met: boolean): [string, string] => [text, met ? 'yes' : 'no'];
  const value = median(samples);
  if ('atMost' in target) {
    const { atLeast = -Infinity, atMost } = target;
    const bounds = atLeast === -Infinity ? `≤ ${atMost}` : `${atLeast} to ${atMost}`;
    return cells(`${bounds} ${unit}`, atLeast <= value && value <= atMost);
  }
  if ('ratioAtMost' in target) {
    // Rounded as it is printed, so that 1.00× counts as equal.
    const printed = Math.round(ratio * 100) / 100;
    return cells(`≤ ${target.ratioAtMost}×`, printed <= target.ratioAtMost);
  }
  const most = target.aboveRivalAtMost;
  return cells(`≤ ${most} ${unit} above`, value - median(rival?.samples ?? []) <= most);
}

/** The median ± half the distance between the quartiles. */
function quantity(samples: Samples, unit: Unit): string {
  const value = median(samples);
  const spread = (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const around = samples.length > 1 ? ` ± ${spread.toFixed(digits)}` : '';
  return `${value.toFixed(digits)}${around} ${unit}`;
}

export function median(samples: Samples): number {
  return quantile(samples, 0.5);
}

function quantile(samples: Samples, part: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
}

export function tableOf(figures: readonly Figure[]): string {
  const widths = HEAD.map((_, column) =>
    Math.max(...[HEAD, ...figures].map((line) => line[column]!.length)),
  );
  return [HEAD, widths.map((width) => '-'.repeat(width)), ...figures]
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
    .join('\n');
}

export interface Rounds {
  readonly rounds: number;
  readonly warmUps: number;
}

/**
 * Lets contenders take turns after a warm-up. Each round begins with another one, so that a slower
 * machine or the contender before affects all in the same way. A contender returns its measurement.
 */
export async function race<Name extends string, Sample>(
  effort: Effort,
  contenders: Readonly<Record<Name, () => Promise<Sample>>>,
  { rounds, warmUps }: Rounds,
): Promise<Record<Name, readonly Sample[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name): [Name, Sample[]] => [name, []])) as Record<
    Name,
    Sample[]
  >;
  const unmeasured = effort.times(warmUps);
  for (let round = 0; round < unmeasured + effort.times(rounds); round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!;
      const sample = await contenders[name]();
      if (round >= unmeasured) samples[name].push(sample);
    }
  }
  return samples;
}

export async function repeat(
  effort: Effort,
  measurement: () => Promise<number>,
  rounds: Rounds,
): Promise<Samples> {
  return (await race(effort, { measurement }, rounds)).measurement;
}

export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
