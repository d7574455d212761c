/*
 * When a mint will be done, from how it came on so far. What was confirmed is cut into pieces of
 * the same number of NFTs, and the rest is taken to be further pieces that last as long, and differ
 * as much. Two things can make it otherwise: the pace changes along the way, and the total grows.
 * Each combination of the two is a scenario with a weight and a log-normal time; the interval is
 * that of all of them together. The constants were fitted to simulated mints (test/bench/eta.ts).
 */
import { type Mark, type Progress, rises, type Step } from './progress.ts';

/** When a mint will be done. Times are in milliseconds from now, and never negative. */
export interface Forecast {
  /** The mean pace it is taken from, in confirmed NFTs. */
  readonly perMinute: number;
  /** The time over which that pace was measured, in milliseconds. */
  readonly basis: number;
  /** The bounds of the interval that holds the end of 8 mints out of 10. */
  readonly low: number;
  readonly high: number;
  /** As many mints end before it as after it. */
  readonly likely: number;
}

const MOST_PIECES = 12;
const LEAST_PIECES = 4;
/** It looks back on so many times the NFTs that are left, and on `MOST_PIECES` readings at least. */
const LOOK_BACK = 3;

/** How the logarithm of the time for an NFT changes over a whole mint, if the pace changes. */
const CHANGE = { odds: 0.3, mean: 0.8, variance: 0.5 ** 2, most: 3 };
/** The variance that a change adds if it does not go on as before, and that of any forecast. */
const DEPARTURE = { change: 0.1, any: 0.001 };
/** Neighbouring pieces are alike, so that there are fewer independent ones than pieces. */
const ALIKE = 1.5;
/** The total is taken to grow by at most so many NFTs for each that is confirmed. */
const MOST_GROWTH = 0.9;
/** The odds that a total that grew grows on, if the last growth is not longer ago than usual. */
const GROWS_ON = 0.7 / 0.3;

/** The time until the end, if it goes so: its logarithm has a normal distribution. */
interface Scenario {
  readonly weight: number;
  readonly mean: number;
  readonly variance: number;
}

/** A part of the mint, the latest, in pieces of the same number of NFTs. */
interface Past {
  readonly confirmed: number;
  /** How long each piece took, in milliseconds, the oldest first. */
  readonly pieces: readonly number[];
  readonly basis: number;
}

/**
 * When the mint will be done; `undefined` if `confirmed` has risen in fewer than five readings.
 * @param now in milliseconds since 1970.
 */
export function forecastOf(progress: Progress, now: number): Forecast | undefined {
  const { last } = progress;
  // What was confirmed first took as long as the whole mint waited, so it starts after that.
  const underWay = progress.steps.slice(progress.steps.findIndex(rises) + 1);
  const start = underWay[0]?.from ?? last;
  const enough = underWay.filter(rises).at(-MOST_PIECES)?.from ?? start;
  const from = Math.max(
    start.confirmed,
    Math.min(enough.confirmed, last.confirmed - LOOK_BACK * last.left),
  );
  const steps = underWay.filter(({ to }) => to.confirmed > from);
  const past = pastOf(steps, from, last);
  if (past === undefined) return undefined;
  const scenarios = growths(steps, past, last).flatMap(({ weight, left, variance }) =>
    changes(past, last.confirmed, left).map((change) => ({
      weight: weight * change.weight,
      mean: change.mean,
      variance: change.variance + variance,
    })),
  );
  const since = Math.max(0, now - last.at);
  const before = (part: number) => Math.max(0, Math.exp(quantile(scenarios, part)) - since);
  const perMinute = (past.confirmed / past.basis) * 60_000;
  const [low, likely, high] = [before(0.1), before(0.5), before(0.9)];
  // Absurd counts or times make no number.
  if (!(perMinute < Infinity && high < Infinity)) return undefined;
  return { perMinute, basis: past.basis, low, likely, high };
}

/** Cuts the steps into pieces, up to the last reading; `undefined` if they rise too seldom. */
function pastOf(steps: readonly Step[], from: number, last: Mark): Past | undefined {
  const confirmed = last.confirmed - from;
  const count = Math.min(MOST_PIECES, steps.filter(rises).length);
  if (count < LEAST_PIECES) return undefined;
  const start = timeOf(steps, from);
  const ends = Array.from({ length: count }, (_, at) =>
    at === count - 1 ? last.at : timeOf(steps, from + (confirmed * (at + 1)) / count),
  );
  const pieces = ends.map((end, at) => Math.max(1, end - (ends[at - 1] ?? start)));
  return { confirmed, pieces, basis: last.at - start };
}

/** When so many were confirmed, in a step or before it. During a step the pace is even. */
function timeOf(steps: readonly Step[], confirmed: number): number {
  const step = steps.find(({ to }) => to.confirmed >= confirmed);
  if (step === undefined) return NaN;
  const { from, to } = step;
  if (confirmed <= from.confirmed) return from.at;
  const part = (confirmed - from.confirmed) / (to.confirmed - from.confirmed);
  return from.at + part * (to.at - from.at);
}

/** How many NFTs are left until the end, if the total stays, and if it grows on as it did. */
function growths(steps: readonly Step[], past: Past, last: Mark) {
  const stays = { weight: 1, left: last.left, variance: 0 };
  const size = ({ confirmed, left }: Mark) => confirmed + left;
  const added = ({ from, to }: Step) => size(to) - size(from);
  const start = steps[0]?.from ?? last;
  const grew = steps.filter((step) => added(step) > 0);
  const latest = grew.at(-1)?.to;
  const share = Math.min(MOST_GROWTH, sum(steps.map(added)) / past.confirmed);
  if (latest === undefined || share <= 0) return [stays];
  const quiet = (last.at - latest.at) / (latest.at - start.at);
  const odds = GROWS_ON * Math.exp(-grew.length * quiet);
  const left = last.left / (1 - share);
  const ahead = Math.max(1, (grew.length * left) / past.confirmed);
  const variance = Math.log(1 - share) ** 2 * (1 / grew.length + 1 / ahead);
  return [
    { ...stays, weight: 1 / (1 + odds) },
    { weight: odds / (1 + odds), left, variance },
  ];
}

/** The time for what is left, if the pace stays and if it changes as it did. */
function changes({ confirmed, pieces }: Past, done: number, left: number): Scenario[] {
  const whole = done + left;
  const count = pieces.length;
  const ahead = (left / confirmed) * count;
  // Where each piece lies on the way from the start of the mint, 0, to its end, 1.
  const placeOf = (at: number) => (done - confirmed * (1 - at / count)) / whole;
  const points = pieces.map((length, at) => ({
    length,
    place: placeOf(at + 0.5),
    log: Math.log(length),
  }));
  const centre = placeOf(count / 2);
  const { slope, variance } = slopeOf(points);

  const scenario = (weight: number, change: number, doubt: number): Scenario => {
    const even = points.map(({ length, place }) => length * Math.exp(-change * (place - centre)));
    const usual = mean(even);
    const differ = sum(even.map((one) => (one / usual - 1) ** 2)) / (count - 3);
    const along = (change * left) / whole;
    const slower = Math.abs(along) < 1e-6 ? 1 : Math.expm1(along) / along;
    return {
      weight,
      mean: Math.log(ahead * usual * slower) + change * (done / whole - centre),
      variance: Math.log1p(differ * (1 / count + 1 / ahead)) + doubt + DEPARTURE.any,
    };
  };

  // How well each of the two explains the slope that was seen (Bayes' rule).
  const spread = variance + CHANGE.variance;
  const logOdds = 0.5 * (slope ** 2 / variance - (slope - CHANGE.mean) ** 2 / spread);
  const odds = CHANGE.odds * Math.sqrt(variance / spread) * Math.exp(Math.min(50, logOdds));
  const expected = (slope * CHANGE.variance + CHANGE.mean * variance) / spread;
  const change = Math.max(-CHANGE.most, Math.min(CHANGE.most, expected));
  const apart = (confirmed + left) / whole / 2;
  const doubt = ((variance * CHANGE.variance) / spread) * apart ** 2 + DEPARTURE.change;
  return [scenario(1 / (1 + odds), 0, 0), scenario(odds / (1 + odds), change, doubt)];
}

interface Point {
  readonly place: number;
  readonly log: number;
}

/** The median slope of all pairs (Theil and Sen), which a few long pieces do not move. */
function slopeOf(points: readonly Point[]): { slope: number; variance: number } {
  const slopes = points
    .flatMap((one, at) =>
      points.slice(0, at).map((other) => (one.log - other.log) / (one.place - other.place)),
    )
    .sort((one, other) => one - other);
  const slope = slopes[slopes.length >> 1] ?? 0;
  const centre = mean(points.map(({ place }) => place));
  const rests = points.map(({ place, log }) => log - slope * (place - centre));
  const middle = mean(rests);
  const noise = sum(rests.map((rest) => (rest - middle) ** 2)) / (points.length - 2);
  const reach = sum(points.map(({ place }) => (place - centre) ** 2));
  return { slope, variance: (ALIKE * Math.max(1e-4, noise)) / reach };
}

/** The logarithm of the time before which that part of all outcomes lies, by bisection. */
function quantile(scenarios: readonly Scenario[], part: number): number {
  const edges = (sign: number) =>
    scenarios.map(({ mean, variance }) => mean + sign * 4 * Math.sqrt(variance));
  let [low, high] = [Math.min(...edges(-1)), Math.max(...edges(1))];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    const below = sum(
      scenarios.map((one) => one.weight * normal((middle - one.mean) / Math.sqrt(one.variance))),
    );
    if (below < part) low = middle;
    else high = middle;
  }
  return low;
}

/** The part of a normal distribution below so many deviations, to within 0.01. */
function normal(deviations: number): number {
  return 1 / (1 + Math.exp(-1.702 * deviations));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
