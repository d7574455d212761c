import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { motionOf } from '../../../../src/core/stats/forecast.ts';
import { paceOf } from '../../../../src/core/stats/pace.ts';
import type { History, Reading } from '../../../../src/core/stats/reading.ts';
import { Random } from '../../../chaos/random.ts';
import {
  historyOf,
  RIVALS,
  TRIAL_KINDS,
  type Trials,
  tryForecasts,
} from '../../../support/forecastTrials.ts';

const MINUTE = 60_000;

/** A reading each minute; `confirmed` rises by the steps, out of a total at each minute. */
function mint(steps: readonly number[], total: number | ((minute: number) => number)): History {
  let confirmed = 0;
  return [0, ...steps].map((step, minute): Reading => {
    confirmed += step;
    const all = typeof total === 'number' ? total : total(minute);
    const left = Math.max(0, all - confirmed);
    return { at: minute * MINUTE, total: all, confirmed, processing: 0, pending: left };
  });
}
/** A forecast with the default of `mintscope.stallMinutes`. */
const forecast = (history: History, now: number) => {
  const pace = paceOf(history, now, 15 * MINUTE);
  return 'low' in pace ? pace : undefined;
};

const minutes = (history: History, now = history.at(-1)!.at) => {
  const found = forecast(history, now);
  assert.ok(found, 'there is no forecast');
  const { low, likely, high } = found;
  return { ...found, low: low / MINUTE, likely: likely / MINUTE, high: high / MINUTE };
};
const times = (count: number, step: number) => Array.from({ length: count }, () => step);

describe('Forecast', () => {
  it('forecasts what is left at an even pace', () => {
    const { perMinute, basis, low, likely, high } = minutes(mint(times(30, 20), 1000));
    assert.equal(perMinute, 20);
    assert.equal(basis, 29 * MINUTE);
    assert.ok(Math.abs(likely - 20) < 1, `${likely} is not about 20 min`);
    // A mint may still stop or slow down, but is unlikely to become faster.
    assert.ok(low > 17 && low < 20 && high > 20 && high < 40, `${low} to ${high}`);
  });

  it('forecasts a later and less certain end if the total grows, but not if it grew once', () => {
    const still = minutes(mint(times(30, 20), 1000));
    const growing = minutes(mint(times(30, 20), (minute) => 700 + 10 * minute));
    assert.ok(growing.likely > 1.3 * still.likely, `${growing.likely} min`);
    assert.ok(growing.high / growing.low > still.high / still.low);
    const once = minutes(mint(times(30, 20), (minute) => (minute < 5 ? 600 : 1000)));
    assert.ok(Math.abs(once.likely - 20) < 2, `${once.likely} min`);
  });

  it('counts from the last reading by the clock', () => {
    const history = mint(times(30, 20), 1000);
    const [then, later] = [30, 34].map((minute) => minutes(history, minute * MINUTE));
    for (const name of ['low', 'likely', 'high'] as const) {
      assert.ok(Math.abs(then![name] - 4 - later![name]) < 1e-6, name);
    }
  });

  it('forecasts nothing before five readings rose, nor without a pace', () => {
    const history = mint(times(6, 20), 1000);
    assert.ok(forecast(history, 6 * MINUTE));
    assert.equal(forecast(history.slice(0, 5), 4 * MINUTE), undefined);
    assert.equal(forecast(history, 30 * MINUTE), undefined);
    assert.equal(forecast(mint(times(50, 20), 1000), 50 * MINUTE), undefined);
  });
});

describe('Any forecast', () => {
  it('any forecast is finite and in order, and agrees with the pace', () => {
    const steps = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 1500 })), {
      minLength: 5,
      maxLength: 60,
    });
    let shown = 0;
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3000 }), fc.nat(900), (moves, left, since) => {
        const done = moves.reduce((sum, [confirmed]) => sum + confirmed, 0);
        let [at, confirmed] = [0, 0];
        const history = moves.map(([more, seconds]): Reading => {
          at += seconds * 1000;
          confirmed += more;
          const pending = done + left - confirmed;
          return { at, total: done + left, confirmed, processing: 0, pending };
        });
        const one = forecast(history, at + since * 1000);
        if (!one) return;
        shown++;
        const { low, likely, high } = one;
        assert.ok(0 <= low && low <= likely && likely <= high && high < Infinity);
        const even = ((done + left - confirmed) / one.perMinute) * MINUTE;
        assert.ok(low <= even && even <= high * (1 + 1e-9), `${low} ≤ ${even} ≤ ${high}`);
      }),
      { numRuns: 2000 },
    );
    assert.ok(shown > 300, `${shown} were shown`);
  });

  it('forecasts nothing from extreme counts, which overflow', () => {
    for (const pending of [Number.MAX_VALUE, Infinity]) {
      const history = mint(times(30, 20), 1000).map((one) => ({ ...one, pending }));
      assert.equal(forecast(history, 30 * MINUTE), undefined);
    }
  });

  it('an uneven mint has a pace but no time', () => {
    const pauses = [800, 800, 800, 1, 1, 1];
    let [at, confirmed] = [0, 0];
    const history = pauses.map((seconds): Reading => {
      at += seconds * 1000;
      confirmed += 20;
      return { at, total: 3120, confirmed, processing: 0, pending: 3120 - confirmed };
    });
    const found = paceOf(history, at, 15 * MINUTE);
    assert.ok('uneven' in found && found.perMinute > 0, JSON.stringify(found));
    assert.ok(!('low' in found || 'likely' in found));
  });
});

describe('Forecast of all that is minting', () => {
  const done = (low: number, likely: number, high: number) => ({ low, likely, high });

  it('all is done when the latest mint is, if the others end long before', () => {
    const { doneIn } = motionOf([done(1e3, 2e3, 3e3), done(1e6, 2e6, 4e6)]);
    assert.ok(Math.abs(doneIn!.likely / 2e6 - 1) < 0.01, `${doneIn!.likely}`);
  });

  it('all is done later than each mint, because any of equal ones may be the last', () => {
    const one = done(1e6, 2e6, 4e6);
    const all = motionOf(Array.from({ length: 20 }, () => one)).doneIn!;
    assert.ok(all.low > one.likely && all.likely > 1.5 * one.likely && all.high > one.high);
  });

  it('all is done when the only mint with a forecast is, and mints with and without one are counted', () => {
    const { moving, known, doneIn } = motionOf([done(1, 2, 3), undefined, undefined]);
    assert.deepEqual([moving, known, doneIn], [3, 1, done(1, 2, 3)]);
    assert.equal(motionOf([undefined]).doneIn, undefined);
  });
});

describe('Forecasts of simulated mints', () => {
  // Few, to save time; `npm run bench -- --grep eta` uses hundreds of each, with other seeds.
  const MINTS = 40;
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1]!;

  it('forecasts of simulated mints stay the same; measure a change with `npm run bench -- --grep eta`', () => {
    const random = new Random(8);
    const found = TRIAL_KINDS.flatMap((kind) =>
      Array.from({ length: 12 }, () => historyOf(kind, random)).flatMap(
        ({ history, now }) => forecast(history, now) ?? [],
      ),
    );
    const mean = (name: 'low' | 'likely' | 'high') => {
      const logs = found.map((one) => Math.log(one[name] / MINUTE));
      return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length).toPrecision(6);
    };
    // How many have a forecast, and the means of its times in minutes.
    const times = [mean('low'), mean('likely'), mean('high')];
    assert.deepEqual([found.length, ...times], [130, '15.8128', '23.5760', '48.8139']);
  });

  it('forecasts of simulated mints are right about 8 times out of 10, and better than naive ones', () => {
    const all = TRIAL_KINDS.map((kind, at) => tryForecasts(kind, MINTS, 900 + at));
    const count = (of: 'held' | 'made') => all.reduce((sum, one) => sum + one[of], 0);
    const right = count('held') / count('made');
    assert.ok(right > 0.74 && right < 0.86, `${right} were right`);
    const error = (name: keyof Trials['errors']) =>
      median(all.flatMap(({ errors }) => errors[name]));
    for (const rival of RIVALS) {
      assert.ok(error('forecast') < error(rival), `${error('forecast')}, ${error(rival)}`);
    }
  });
});
