import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { followed } from '../support/readings.ts';
import { Random } from '../chaos/random.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, median, repeat } from './measure.ts';
import { MINT_KINDS, readingsOf, simulateMint, visitedOnly } from './simulatedMints.ts';

const MINTS = 1000;
const SEED = 20_260;
/** The default of `mintscope.stallMinutes`. */
const STALL_MS = 15 * 60_000;

/** Each kind of mint while it is watched, then mints of any kind while they are visited. */
const TRIAL_KINDS = [...MINT_KINDS, 'visited'] as const;
type TrialKind = (typeof TRIAL_KINDS)[number];

const RIVALS = ['overall mean', 'last half', 'last ten minutes'] as const;
type Forecaster = 'forecast' | (typeof RIVALS)[number];

interface Trials {
  readonly kind: TrialKind;
  readonly made: number;
  readonly held: number;
  /** For each forecaster, the errors as parts of the true time that was left. */
  readonly errors: Readonly<Record<Forecaster, readonly number[]>>;
}

/**
 * How many mints ended between the bounds, the error of the likely end compared with three rivals,
 * and the time for a forecast.
 */
export async function bench(effort: Effort): Promise<Figure[]> {
  const mints = effort.rows(MINTS);
  const trials = TRIAL_KINDS.map((kind, at) => tryForecasts(kind, mints, SEED + at));
  return [
    ...trials.flatMap((one) => figuresOf(one, mints)),
    figure('ETA of all kinds, ends between the bounds', '%', [heldOf(trials)]),
    ...RIVALS.map((name) => {
      const of = (forecaster: keyof Trials['errors']) => [
        100 * median(trials.flatMap(({ errors }) => errors[forecaster])),
      ];
      const rival = { name, samples: of(name) };
      return figure(`ETA of all kinds, error, beside ${name}`, '%', of('forecast'), { rival });
    }),
    await cost(effort),
  ];
}

function figuresOf(trials: Trials, mints: number): Figure[] {
  const { kind, errors, made } = trials;
  const percent = (errorsOfOne: readonly number[]) => [100 * median(errorsOfOne)];
  const best = RIVALS.toSorted((one, other) => median(errors[one]) - median(errors[other]))[0]!;
  const name = `ETA of ${countOf(mints)} ${kind}`;
  const rival = { name: best, samples: percent(errors[best]) };
  return [
    figure(`${name}, ${made} with a forecast, ends between the bounds`, '%', [heldOf([trials])]),
    figure(`${name}, error, beside the best rival`, '%', percent(errors.forecast), { rival }),
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
function tryForecasts(kind: TrialKind, count: number, seed: number): Trials {
  const random = new Random(seed);
  const errors: Record<Forecaster, number[]> = {
    ...{ forecast: [], 'overall mean': [], 'last half': [], 'last ten minutes': [] },
  };
  let held = 0;
  for (let mint = 0; mint < count; mint++) {
    const { history, now, left } = historyOf(kind, random);
    const found = paceOf(followed(history), now, STALL_MS);
    if (!('low' in found)) continue;
    if (found.low <= now + left && now + left <= found.high) held++;
    const note = (forecaster: Forecaster, likely: number) =>
      errors[forecaster].push(Math.abs(likely / left - 1));
    note('forecast', found.likely - now);
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
