import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Forecast } from '../../../../src/core/stats/forecast.ts';
import { paceOf } from '../../../../src/core/stats/pace.ts';
import type { History, Reading } from '../../../../src/core/stats/reading.ts';
import { tryForecasts } from '../../../support/forecastTrials.ts';
import { MINT_KINDS } from '../../../support/simulatedMints.ts';

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
/** As the setting of a stall is at first. */
const forecast = (history: History, now: number) => {
  const pace = paceOf(history, now, 15 * MINUTE);
  return 'low' in pace ? pace : undefined;
};

const minutes = (history: History, now = history.at(-1)!.at) => {
  const found = forecast(history, now);
  assert.ok(found, 'there is no forecast');
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) =>
      name === 'perMinute' ? [name, value as number] : [name, (value as number) / MINUTE],
    ),
  ) as unknown as Forecast;
};
const times = (count: number, step: number) => Array.from({ length: count }, () => step);

describe('when a mint will be done', () => {
  it('is what is left at the pace so far, if that is even', () => {
    const { perMinute, basis, low, likely, high } = minutes(mint(times(30, 20), 1000));
    assert.equal(perMinute, 20);
    assert.equal(basis, 29);
    assert.ok(Math.abs(likely - 20) < 1, `${likely} is not about 20 min`);
    assert.ok(low > 17 && low < 20 && high > 20 && high < 25, `${low} to ${high}`);
  });

  it('is later if the pace falls', () => {
    const falling = Array.from({ length: 30 }, (_, at) => Math.round(40 * 0.97 ** at));
    const history = mint(falling, 1200);
    const { likely, perMinute } = minutes(history);
    const left = history.at(-1)!.pending!;
    assert.ok(likely > (1.15 * left) / perMinute, `${likely} min`);
  });

  it('is later, and less certain, if the total grows', () => {
    const still = minutes(mint(times(30, 20), 1000));
    const growing = minutes(mint(times(30, 20), (minute) => 700 + 10 * minute));
    assert.ok(growing.likely > 1.3 * still.likely, `${growing.likely} min`);
    assert.ok(growing.high / growing.low > 1.5 * (still.high / still.low));
  });

  it('takes a total that grew once to have its size', () => {
    const once = minutes(mint(times(30, 20), (minute) => (minute < 5 ? 600 : 1000)));
    assert.ok(Math.abs(once.likely - 20) < 2, `${once.likely} min`);
  });

  it('is less certain if the pace is uneven', () => {
    const even = minutes(mint(times(32, 20), 1300));
    const uneven = minutes(
      mint([0, 80, 0, 0].flatMap((step, at) => [step, at, step, 20]).concat(times(16, 20)), 1300),
    );
    assert.ok(uneven.high / uneven.low > 1.2 * (even.high / even.low));
  });

  it('is told until the end, when little is left', () => {
    const { likely } = minutes(mint(times(49, 20), 1000));
    assert.ok(Math.abs(likely - 1) < 0.2, `${likely} min`);
  });

  it('goes by the clock since the last reading', () => {
    const history = mint(times(30, 20), 1000);
    const [then, later] = [30, 34].map((minute) => minutes(history, minute * MINUTE));
    for (const name of ['low', 'likely', 'high'] as const) {
      assert.ok(Math.abs(then![name] - 4 - later![name]) < 1e-6, name);
    }
  });

  it('is not told before five readings rose, nor without a pace', () => {
    const history = mint(times(6, 20), 1000);
    assert.ok(forecast(history, 6 * MINUTE));
    assert.equal(forecast(history.slice(0, 5), 4 * MINUTE), undefined);
    assert.equal(forecast(history, 30 * MINUTE), undefined);
    assert.equal(forecast(mint(times(50, 20), 1000), 50 * MINUTE), undefined);
  });
});

describe('any forecast', () => {
  const step = fc.nat(50);
  const moving = fc
    .tuple(fc.array(step, { minLength: 8, maxLength: 60 }), fc.integer({ min: 1, max: 3000 }))
    .map(([steps, more]) => ({
      steps,
      left: more,
      done: steps.reduce((sum, one) => sum + one, 0),
    }));
  const found = (steps: readonly number[], total: number) => {
    const history = mint(steps, total);
    return forecast(history, history.at(-1)!.at);
  };
  const near = (one: number, other: number, part: number) =>
    Math.abs(one - other) <= part * Math.max(Math.abs(one), Math.abs(other)) + 1e-6;

  it('holds the likely end between its bounds', () => {
    fc.assert(
      fc.property(moving, ({ steps, left, done }) => {
        const one = found(steps, done + left);
        if (one) assert.ok(0 <= one.low && one.low <= one.likely && one.likely <= one.high);
      }),
    );
  });

  it('does not depend on the size of the numbers', () => {
    fc.assert(
      fc.property(moving, fc.integer({ min: 2, max: 1000 }), ({ steps, left, done }, size) => {
        const one = found(steps, done + left);
        const large = found(
          steps.map((each) => each * size),
          (done + left) * size,
        );
        assert.equal(one === undefined, large === undefined);
        if (one && large) {
          for (const name of ['low', 'likely', 'high', 'basis'] as const) {
            assert.ok(near(one[name], large[name], 1e-6), `${name}: ${one[name]}, ${large[name]}`);
          }
        }
      }),
    );
  });

  it('is hardly moved by readings of the far past', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 2, max: 30 }),
        (early, days) => {
          const history = mint([...times(10, early), ...times(60, 20)], 10 * early + 1500);
          const recent = history.slice(10);
          // What was minted before lies days back and was at another pace.
          const far = history
            .slice(0, 10)
            .map((reading) => ({ ...reading, at: reading.at - days * 24 * 60 * MINUTE }));
          const now = history.at(-1)!.at;
          const [one, other] = [forecast(recent, now)!, forecast([...far, ...recent], now)!];
          assert.ok(near(one.likely, other.likely, 0.05), `${one.likely}, ${other.likely}`);
        },
      ),
    );
  });

  it('is never sooner because more is left', () => {
    fc.assert(
      fc.property(moving, fc.integer({ min: 1, max: 3000 }), ({ steps, left, done }, more) => {
        const [one, other] = [found(steps, done + left), found(steps, done + left + more)];
        // It may look further back for more, and what was slower then may change the pace.
        if (one?.basis === other?.basis && one && other) {
          assert.ok(other.likely >= one.likely, `${one.likely}, ${other.likely}`);
        }
      }),
    );
  });

  it('survives any readings', () => {
    const count = fc.oneof(
      fc.constant(undefined),
      fc.nat(1000),
      fc.constantFrom(0, -1, NaN, Infinity, 0.5, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE),
      fc.double(),
    );
    const mostly = (usual: fc.Arbitrary<number>) =>
      fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: count });
    const reading = fc.record({
      at: fc.oneof(
        { weight: 200, arbitrary: fc.nat(1_800_000) },
        { weight: 1, arbitrary: fc.double() },
      ),
      total: count,
      confirmed: mostly(fc.nat(20)),
      processing: mostly(fc.nat(9)),
      pending: mostly(fc.nat(99)),
    });
    const tidy = (history: Reading[], sorted: boolean) =>
      sorted
        ? history
            .toSorted((one, other) => one.at - other.at)
            .map((one, at) => ({ ...one, confirmed: (one.confirmed ?? 0) + 10 * at }))
        : history;
    let forecasts = 0;
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 5, maxLength: 40 }),
        fc.boolean(),
        fc.nat(900_000),
        (readings, sorted, since) => {
          const history = tidy(readings, sorted);
          const one = forecast(history, history.at(-1)!.at + since);
          if (one === undefined) return;
          forecasts++;
          for (const [name, value] of Object.entries(one)) {
            assert.ok(value >= 0 && value < Infinity, `${name}: ${String(value)}`);
          }
          assert.ok(one.low <= one.likely && one.likely <= one.high);
        },
      ),
      { numRuns: 2000 },
    );
    assert.ok(forecasts > 100, `${forecasts} forecasts`);
  });
});

describe('the forecasts of simulated mints', () => {
  // Few, for time; `npm run bench -- --grep eta` takes a thousand of each and other seeds.
  const MINTS = 100;
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1]!;
  for (const [at, kind] of MINT_KINDS.entries()) {
    it(`are right about 8 times out of 10, and better than naive ones: ${kind}`, () => {
      const { held, without, errors } = tryForecasts(kind, MINTS, 900 + at);
      assert.ok(held > 0.65 && held < 0.95, `${held} held the end`);
      assert.ok(without < 0.05, `${without} have no forecast`);
      const [error, overall, lastTwo] = [
        errors.forecast,
        errors['overall mean'],
        errors['last two readings'],
      ].map(median) as [number, number, number];
      assert.ok(error < 1.1 * overall && error < lastTwo, `${error}, ${overall}, ${lastTwo}`);
    });
  }
});
