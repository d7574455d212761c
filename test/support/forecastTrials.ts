import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { Random } from '../chaos/random.ts';
import { MINT_KINDS, readingsOf, simulateMint, visitedOnly } from './simulatedMints.ts';

/** The default of `mintscope.stallMinutes`. */
const STALL_MS = 15 * 60_000;

/** Each kind of mint while it is watched, then mints of any kind while they are visited. */
export const TRIAL_KINDS = [...MINT_KINDS, 'visited'] as const;
type TrialKind = (typeof TRIAL_KINDS)[number];

export const RIVALS = ['overall mean', 'last half', 'last ten minutes'] as const;
type Forecaster = 'forecast' | (typeof RIVALS)[number];

/** The results of forecasts of simulated mints. */
export interface Trials {
  readonly kind: TrialKind;
  /** The mints with a forecast. */
  readonly made: number;
  /** How many ended between the bounds. */
  readonly held: number;
  /** For each forecaster, the errors as parts of the true time that was left. */
  readonly errors: Readonly<Record<Forecaster, readonly number[]>>;
}

/**
 * Forecasts each of `count` mints once, at a random moment between 20 and 80 % of its duration. Half
 * of the mints are watched from their start, the others from a moment in the first 15 %.
 */
export function tryForecasts(kind: TrialKind, count: number, seed: number): Trials {
  const random = new Random(seed);
  const errors: Record<Forecaster, number[]> = {
    ...{ forecast: [], 'overall mean': [], 'last half': [], 'last ten minutes': [] },
  };
  let held = 0;
  for (let mint = 0; mint < count; mint++) {
    const { history, now, left } = historyOf(kind, random);
    const found = paceOf(history, now, STALL_MS);
    if (!('low' in found)) continue;
    if (found.low <= left && left <= found.high) held++;
    const note = (forecaster: Forecaster, likely: number) =>
      errors[forecaster].push(Math.abs(likely / left - 1));
    note('forecast', found.likely);
    const [first, last] = [history[0]!.at, history.at(-1)!.at];
    note('overall mean', naive(history, first));
    note('last half', naive(history, (first + last) / 2));
    note('last ten minutes', naive(history, last - 600_000));
  }
  return { kind, made: errors.forecast.length, held, errors };
}

/** The readings of a mint at a random moment, and the time that is left then. */
function historyOf(kind: TrialKind, random: Random) {
  const isVisited = kind === 'visited';
  const mintKind = isVisited ? MINT_KINDS[random.below(MINT_KINDS.length)]! : kind;
  const mint = simulateMint(mintKind, random);
  const end = mint.counts.length * mint.step * 1000;
  const now = end * (0.2 + 0.6 * random.next());
  const from = random.chance(0.5) ? -60 * random.next() : (0.15 * end * random.next()) / 1000;
  const readings = readingsOf(mint, from, now / 1000);
  const history: History = isVisited ? visitedOnly(readings, random) : readings;
  return { history, now, left: end - now };
}

/** The time left at the pace between the last reading until `from` and the last one of all. */
function naive(history: History, from: number): number {
  const last = history.at(-1)!;
  const first = history.findLast(({ at }) => at <= from) ?? history[0]!;
  const pace = (last.confirmed! - first.confirmed!) / (last.at - first.at);
  return pace > 0 ? (last.total! - last.confirmed!) / pace : Infinity;
}
