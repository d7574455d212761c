/*
 * Estimates how long the rest of a mint takes, from how long its pieces have taken. The logarithm
 * of the time per NFT is modelled as a Gaussian process along the mint: it may have a trend, it
 * drifts, and each piece deviates. The size of these effects is unknown, so each combination of
 * some sizes is a scenario, weighted by how well it predicts each piece from those before it. The
 * mint may also stop for a while, for the first time or again.
 */

/** NFTs confirmed in a part of the mint between two readings. */
export interface Piece {
  readonly confirmed: number;
  /** In milliseconds. */
  readonly took: number;
}

/**
 * The bounds within which 8 of 10 mints end, and the time within which half of them end if there is
 * no first stop and no trend.
 */
export interface Outlook {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** How the total may grow: `log` is added to the logarithm of the remaining time. */
export interface Growth {
  readonly weight: number;
  readonly log: number;
  readonly variance: number;
}

/** The standard deviations of the trend over the whole mint, of the drift, and of each piece. */
const TRENDS = [0, 1.4];
const DRIFTS = [0.06, 0.4, 1.5];
const NOISES = [0.07, 0.3, 1];
/** The correlation length of the drift, as a multiple of the whole mint. */
const DRIFT_REACH = 2;
/** The variance of the level, which is unknown at first, and the least variance of a forecast. */
const LEVEL_VARIANCE = 9;
const LEAST_VARIANCE = 0.0004;

/**
 * The expected number of first stops in a whole mint, and the length of one as a part of the time
 * without it.
 */
const STOPS = 0.5;
const STOP_LENGTH = 0.5;
/** The variance of the logarithm of that length. */
const STOP_VARIANCE = 0.5;
/**
 * A piece before the last contains a stop if its time per NFT is more than `STANDS_OUT` times the
 * median, and `ALONE` times as far above the median as the second longest. `ALONE` is not a whole
 * number, so that rounding does not decide a tie.
 */
const STANDS_OUT = 4;
const ALONE = 4 + 1e-9;
/**
 * The bounds are at this part of the way from the likely end to the model's bounds, which are too
 * wide for 8 of 10 mints.
 */
const WIDTH = 0.72;

interface Scenario {
  readonly weight: number;
  /** Whether it has no trend and no first stop. */
  readonly usual: boolean;
  /** Mean and variance of the logarithm of the remaining time in milliseconds. */
  readonly mean: number;
  readonly variance: number;
}

/**
 * The outlook for `ahead` more NFTs, as logarithms of milliseconds.
 * @param whole the number of all NFTs, from which the progress of the mint follows.
 */
export function outlookOf(
  pieces: readonly Piece[],
  ahead: number,
  whole: number,
  growths: readonly Growth[],
): Outlook {
  const { logs, stop, took } = withoutStop(pieces);
  const done = sum(pieces.map(({ confirmed }) => confirmed));
  const [from, to] = [done / whole, (done + ahead) / whole];
  const paces = pacesOf(pieces, logs, from, to, whole);
  const most = Math.max(...paces.map(({ logLikelihood }) => logLikelihood));
  const rate = (to - from) * (STOPS + (stop > 0 ? 0.5 / from : 0));
  const stopChance = 1 - Math.exp(-rate);
  const stopLength = stop > 0 ? stop : (STOP_LENGTH * took) / from;
  const all = paces.flatMap(({ logLikelihood, mean, variance, trend }) =>
    growths.flatMap((growth): readonly [Scenario, Scenario] => {
      const weight = Math.exp(logLikelihood - most) * growth.weight;
      const withoutStops = {
        weight: weight * (1 - stopChance),
        usual: trend === 0,
        mean: mean + Math.log(ahead) + growth.log,
        variance: variance + growth.variance + LEAST_VARIANCE,
      };
      const time = Math.exp(withoutStops.mean);
      const part = stopLength / (stopLength + time);
      return [
        withoutStops,
        {
          weight: weight * stopChance,
          usual: trend === 0 && stop > 0,
          mean: Math.log(time + stopLength),
          variance: withoutStops.variance + STOP_VARIANCE * part ** 2,
        },
      ];
    }),
  );
  const usual = all.filter((scenario) => scenario.usual);
  const likely = quantile(usual, 0.5);
  return {
    low: likely - Math.max(0.01, WIDTH * (likely - quantile(all, 0.1))),
    likely,
    high: likely + Math.max(0.01, WIDTH * (quantile(all, 0.9) - likely)),
  };
}

/**
 * The logarithms of the times per NFT, and how long all pieces `took`. If the longest contains a
 * stop, it is cut to the second longest in both; `stop` is the time cut off, or 0.
 */
function withoutStop(pieces: readonly Piece[]) {
  const times = pieces.map(({ took, confirmed }) => took / confirmed);
  const sorted = times.toSorted((one, other) => one - other);
  const [longest, second] = [sorted.at(-1) ?? 0, sorted.at(-2) ?? 0];
  const median = sorted[sorted.length >> 1] ?? 0;
  const isOver = times.at(-1) !== longest;
  const isStop =
    isOver && longest > STANDS_OUT * median && ALONE * (second - median) < longest - median;
  const cut = isStop ? times.map((time) => Math.min(time, second)) : times;
  const took = sum(pieces.map(({ confirmed }, at) => confirmed * (cut[at] ?? 0)));
  const stop = isStop ? sum(pieces.map((piece) => piece.took)) - took : 0;
  return { logs: cut.map(Math.log), stop, took };
}

/**
 * For each combination of sizes: how well it explains the pieces, and the mean and variance of the
 * logarithm of the time per NFT between `from` and `to`, which are parts of the whole mint (Gaussian
 * process regression).
 */
function pacesOf(
  pieces: readonly Piece[],
  logs: readonly number[],
  from: number,
  to: number,
  whole: number,
) {
  const count = pieces.length;
  const center = sum(logs) / count;
  const pieceSize = (from * whole) / count;
  const places = pieces.map((_, at) => (from * (at + 0.5)) / count);
  const past = places.map((one) =>
    places.map((other) => Math.exp(-Math.abs(one - other) / DRIFT_REACH)),
  );
  // Mean correlations of the drift: of here with the places ahead, and of all pairs of these.
  const way = (to - from) / DRIFT_REACH;
  const onward = -Math.expm1(-way) / way;
  const itself = way < 1e-4 ? 1 : (2 * (way - 1 + Math.exp(-way))) / way ** 2;
  const middle = (to - from) / 2;
  const residuals = logs.map((log) => log - center);

  return sizes.map(([trend, drift, noise]) => {
    // The Cholesky decomposition of the covariance, and the solutions of its lower triangle for the
    // logs and for the future.
    const lower: number[][] = [];
    const seen: number[] = [];
    const future: number[] = [];
    let logLikelihood = 0;
    for (const row of pieces.keys()) {
      const drifts = past[row] ?? [];
      // The effect of a trend is proportional to the distance from here.
      const away = (at: number) => (places[at] ?? 0) - from;
      const covariance = (at: number) =>
        LEVEL_VARIANCE + trend * away(row) * away(at) + drift * (drifts[at] ?? 0);
      const line: number[] = [];
      for (const [at, other] of lower.entries()) {
        line.push((covariance(at) - dot(line, other)) / (other[at] ?? 1));
      }
      const own = Math.sqrt(covariance(row) + noise - dot(line, line));
      const log = ((residuals[row] ?? 0) - dot(line, seen)) / own;
      const driftsOn = Math.exp(away(row) / DRIFT_REACH) * onward;
      const ahead = LEVEL_VARIANCE + trend * away(row) * middle + drift * driftsOn;
      const next = (ahead - dot(line, future)) / own;
      line.push(own);
      lower.push(line);
      seen.push(log);
      future.push(next);
      logLikelihood -= log ** 2 / 2 + Math.log(own);
    }
    const parts = Math.max(1, ((to - from) * whole) / pieceSize);
    const variance = LEVEL_VARIANCE + trend * middle ** 2 + drift * itself - dot(future, future);
    return {
      trend,
      logLikelihood,
      mean: center + dot(future, seen),
      variance: Math.max(0, variance) + noise / parts,
    };
  });
}

/** All combinations of sizes, as variances. */
const sizes = TRENDS.flatMap((trend) =>
  DRIFTS.flatMap((drift) => NOISES.map((noise) => [trend ** 2, drift ** 2, noise ** 2] as const)),
);

/** The logarithm of the time within which this part of the weighted scenarios ends. */
function quantile(scenarios: readonly Scenario[], part: number): number {
  const wanted = part * sum(scenarios.map(({ weight }) => weight));
  const edges = (sign: number) =>
    scenarios.map(({ mean, variance }) => mean + sign * 4 * Math.sqrt(variance));
  return bisect(Math.min(...edges(-1)), Math.max(...edges(1)), (log) => {
    let below = 0;
    for (const { weight, mean, variance } of scenarios) {
      below += weight * normal((log - mean) / Math.sqrt(variance));
    }
    return below < wanted;
  });
}

/** The value between `low` and `high` at which `isBelow` changes from true to false. */
export function bisect(low: number, high: number, isBelow: (value: number) => boolean): number {
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The part of a normal distribution below this many standard deviations, to within 0.01. */
export function normal(deviations: number): number {
  return 1 / (1 + Math.exp(-1.702 * deviations));
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/** The dot product, over the length of the first. */
export function dot(one: readonly number[], other: readonly number[]): number {
  let all = 0;
  for (let at = 0; at < one.length; at++) all += (one[at] ?? 0) * (other[at] ?? 0);
  return all;
}
