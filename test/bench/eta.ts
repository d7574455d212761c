import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { followed } from '../support/readings.ts';
import { Random } from '../chaos/random.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, median, repeat } from './measure.ts';
import { MINT_KINDS, type MintKind, readingsOf, simulateMint } from './simulatedMints.ts';

const MINTS = 1000;
const SEED = 20_260;
/** The default of `mintscope.stallMinutes`. */
const STALL_MS = 15 * 60_000;

interface Trials {
  readonly kind: MintKind;
  readonly made: number;
  readonly held: number;
  /** The errors as parts of the true time that was left. */
  readonly errors: readonly number[];
  /** Those of the pace since the first reading. */
  readonly meanErrors: readonly number[];
}

/** How many mints ended between the bounds, the error of the likely end, and the time for a forecast. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const mints = effort.rows(MINTS);
  const trials = MINT_KINDS.map((kind, at) => tryForecasts(kind, mints, SEED + at));
  const error = (of: 'errors' | 'meanErrors') => [
    100 * median(trials.flatMap(({ [of]: errors }) => errors)),
  ];
  return [
    ...trials.map((one) => {
      const name = `ETA of ${countOf(mints)} ${one.kind}, ${one.made} with a forecast`;
      return figure(`${name}, ends between the bounds`, '%', [heldOf([one])]);
    }),
    figure('ETA of all kinds, ends between the bounds', '%', [heldOf(trials)]),
    figure('ETA of all kinds, error', '%', error('errors'), {
      rival: { name: 'overall mean', samples: error('meanErrors') },
    }),
    await cost(effort),
  ];
}

function heldOf(all: readonly Trials[]): number {
  const count = (of: 'held' | 'made') => all.reduce((sum, one) => sum + one[of], 0);
  return (100 * count('held')) / count('made');
}

/** The processor time for a forecast, so that other work of the machine does not count. */
async function cost(effort: Effort): Promise<Figure> {
  const history: History = Array.from({ length: 3000 }, (_, at) => {
    const confirmed = 5 * at + Math.round(9 * Math.sin(at / 3));
    const pending = 29_900 - confirmed;
    return { at: at * 5000, total: 30_000, confirmed, processing: 100, pending };
  });
  const readings = followed(history);
  const forecast = () => {
    const before = process.cpuUsage();
    paceOf(readings, readings.at(-1)!.at, STALL_MS);
    const { user, system } = process.cpuUsage(before);
    return Promise.resolve((user + system) / 1000);
  };
  const samples = await repeat(effort, forecast, { rounds: 100, warmUps: 50 });
  return figure('ETA of 3,000 readings, time of a core', 'ms', samples, { target: { atMost: 2 } });
}

/**
 * Forecasts each of `count` mints once, at a random moment between 20 and 80 % of its duration. Half
 * of the mints are watched from their start, the others from a moment in the first 15 %.
 */
function tryForecasts(kind: MintKind, count: number, seed: number): Trials {
  const random = new Random(seed);
  const errors: number[] = [];
  const meanErrors: number[] = [];
  let held = 0;
  for (let mint = 0; mint < count; mint++) {
    const { history, now, left } = historyOf(kind, random);
    const found = paceOf(followed(history), now, STALL_MS);
    if (!('low' in found)) continue;
    if (found.low <= now + left && now + left <= found.high) held++;
    errors.push(Math.abs((found.likely - now) / left - 1));
    meanErrors.push(Math.abs(overallMean(history) / left - 1));
  }
  return { kind, made: errors.length, held, errors, meanErrors };
}

/** The readings of a mint at a random moment, and the time that is left then. */
function historyOf(kind: MintKind, random: Random) {
  const mint = simulateMint(kind, random);
  const end = mint.counts.length * mint.step * 1000;
  const now = end * (0.2 + 0.6 * random.next());
  const from = random.chance(0.5) ? -60 * random.next() : (0.15 * end * random.next()) / 1000;
  return { history: readingsOf(mint, from, now / 1000), now, left: end - now };
}

/** The time left at the pace from the first reading to the last. */
function overallMean(history: History): number {
  const [first, last] = [history[0]!, history.at(-1)!];
  const pace = (last.confirmed! - first.confirmed!) / (last.at - first.at);
  return pace > 0 ? (last.total! - last.confirmed!) / pace : Infinity;
}
