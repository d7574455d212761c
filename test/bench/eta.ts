import { paceOf } from '../../src/core/stats/pace.ts';
import type { History } from '../../src/core/stats/reading.ts';
import { RIVALS, TRIAL_KINDS, type Trials, tryForecasts } from '../support/forecastTrials.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, median, repeat } from './measure.ts';

const MINTS = 1000;
/** Was not used in the search for the constants, except to compare the last few candidates. */
const SEED = 20_260;
/** The kinds of mints with which the constants were chosen. */
const FITTED: ReadonlySet<string> = new Set(['constant', 'slowing', 'speeding', 'stopping']);

/**
 * How often the forecast's interval holds the true end, the error of the likely end compared with the
 * best of three rivals, and the time for a forecast.
 */
export async function bench(effort: Effort): Promise<Figure[]> {
  const mints = effort.rows(MINTS);
  const trials = TRIAL_KINDS.map((kind, at) => tryForecasts(kind, mints, SEED + at));
  const unseen = trials.filter(({ kind }) => !FITTED.has(kind));
  return [
    ...trials.flatMap((one) => figuresOf(one, mints)),
    figure('ETA of all kinds not fitted, ends in the 80 % interval', '%', [heldOf(unseen)], {
      target: { atLeast: 76, atMost: 84 },
    }),
    ...RIVALS.map((name) => {
      const of = (forecaster: keyof Trials['errors']) => [
        100 * median(unseen.flatMap(({ errors }) => errors[forecaster])),
      ];
      return figure(`ETA of all kinds not fitted, error, beside ${name}`, '%', of('forecast'), {
        rival: { name, samples: of(name) },
        target: { ratioAtMost: 0.99 },
      });
    }),
    await cost(effort),
  ];
}

function figuresOf(trials: Trials, mints: number): Figure[] {
  const { kind, errors, made } = trials;
  const percent = (errorsOfOne: readonly number[]) => [100 * median(errorsOfOne)];
  const best = RIVALS.toSorted((one, other) => median(errors[one]) - median(errors[other]))[0]!;
  const name = `ETA of ${countOf(mints)} ${kind}${FITTED.has(kind) ? ' (fitted)' : ''}`;
  return [
    figure(`${name}, ${made} with a forecast, ends in the 80 % interval`, '%', [heldOf([trials])], {
      target: { atLeast: 70, atMost: 90 },
    }),
    figure(`${name}, error, beside the best rival`, '%', percent(errors.forecast), {
      rival: { name: best, samples: percent(errors[best]) },
      target: { ratioAtMost: 1.1 },
    }),
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
