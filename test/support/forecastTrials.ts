import type { Forecast } from '../../src/core/stats/forecast.ts';
import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { Random } from '../chaos/random.ts';
import { type MintKind, readingsOf, simulateMint } from './simulatedMints.ts';

/** As the setting is at first. */
const STALL_MS = 15 * 60_000;

/** How well forecasts of simulated mints were. Errors are parts of the true time that was left. */
export interface Trials {
  /** The part of the intervals that held the true end. */
  readonly held: number;
  /** The part of the mints without a forecast; they count nowhere else. */
  readonly without: number;
  readonly errors: Readonly<Record<'forecast' | 'overall mean' | 'last two readings', number[]>>;
}

/**
 * Forecasts each of `count` mints once, at a random moment between 20 and 80 % of the time it
 * takes. It is watched from its start, or, half of the mints, from a moment in its first 15 %.
 */
export function tryForecasts(kind: MintKind, count: number, seed: number): Trials {
  const random = new Random(seed);
  const errors: Trials['errors'] = {
    forecast: [],
    'overall mean': [],
    'last two readings': [],
  };
  let held = 0;
  for (let mint = 0; mint < count; mint++) {
    const counts = simulateMint(kind, random);
    const end = counts.length * 1000;
    const now = end * (0.2 + 0.6 * random.next());
    const from = random.chance(0.5) ? -60 * random.next() : (0.15 * end * random.next()) / 1000;
    const history = readingsOf(counts, from, now / 1000);
    const left = end - now;
    const found = paceOf(history, now, STALL_MS);
    if (!('low' in found)) continue;
    if (holds(found, left)) held++;
    const errorOf = (likely: number) => Math.abs(likely / left - 1);
    errors.forecast.push(errorOf(found.likely));
    errors['overall mean'].push(errorOf(naive(history, 0)));
    errors['last two readings'].push(errorOf(naive(history, history.length - 2)));
  }
  const made = errors.forecast.length;
  return { held: held / made, without: 1 - made / count, errors };
}

function holds({ low, high }: Forecast, left: number): boolean {
  return low <= left && left <= high;
}

/** What is left, at the pace between a reading and the last one. */
function naive(history: History, from: number): number {
  const [first, last] = [history[from]!, history.at(-1)!];
  const pace = (last.confirmed! - first.confirmed!) / (last.at - first.at);
  return (last.total! - last.confirmed!) / pace;
}
