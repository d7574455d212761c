import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { RIVALS, TRIAL_KINDS, type Trials, tryForecasts } from '../support/forecastTrials.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, median, repeat } from './measure.ts';

const MINTS = 1000;
const SEED = 20_260;

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
  const forecast = () => {
    const before = process.cpuUsage();
    paceOf(history, history.at(-1)!.at, 900_000);
    const { user, system } = process.cpuUsage(before);
    return Promise.resolve((user + system) / 1000);
  };
  const samples = await repeat(effort, forecast, { rounds: 100, warmUps: 50 });
  return figure('ETA of 3,000 readings, time of a core', 'ms', samples, { target: { atMost: 2 } });
}
