/*
 * Forecasts when a mint will be done, from its progress so far. The confirmed NFTs are divided into
 * pieces, from which `paceModel` estimates the remaining time, with bounds. Two other guesses at
 * the likely end use the mean pace of the whole mint and of its last half. All three are also made
 * for earlier moments of this mint: the smaller the error of a guess was then, the more it counts
 * now. The constants were chosen with four kinds of simulated mints (test/bench/eta.ts).
 */
import { bisect, dot, type Growth, normal, outlookOf, type Piece, sum } from './paceModel.ts';
import { type Pace, paceIn, type Point, type Progress, rises, type Step } from './progress.ts';

/** The time until a mint is done, in milliseconds from now, never negative. */
export interface DoneIn {
  /** The bounds of the interval that holds the end of 8 mints out of 10. */
  readonly low: number;
  readonly high: number;
  /** About as many mints end before it as after it. A trend of the pace is assumed to end. */
  readonly likely: number;
}

/** A pace and the time until it is done. What is left divided by the pace is within the bounds. */
export interface Forecast extends Pace, DoneIn {}

const PARTS = 12;
const LEAST_PIECES = 4;

/** The most NFTs by which the total is assumed to grow for each that is confirmed. */
const MOST_GROWTH = 0.9;
/** The odds that a total which grew keeps growing, if it last grew just now. */
const KEEPS_GROWING = 0.7 / 0.3;

/** The weight of a guess is (the sum of its past errors + `ERRORS_AT_LEAST`) ** `TRUST`. */
const ERRORS_AT_LEAST = 0.3;
const TRUST = -5;

/** If the upper bound is more than this many times the lower one, there is no forecast. */
const WIDEST = 10;

/**
 * The time until a mint is done; only its pace, with `uneven`, if that varies too much to say;
 * `undefined` if `confirmed` rose too rarely (five rises are the least) or in too little time.
 * @param now in milliseconds since 1970.
 */
export function forecastOf(progress: Progress, now: number): Forecast | Pace | undefined {
  const { last } = progress;
  // The first rise includes the time that the mint waited before it began, so start after it.
  const steps = progress.steps.slice(progress.steps.findIndex(rises) + 1);
  const pieces = piecesOf(steps);
  if (pieces.length < LEAST_PIECES) return undefined;
  const done = confirmedIn(pieces);
  const growths = growthsOf(steps, done, last);
  const outlook = outlookOf(pieces, last.left, done + last.left, growths);
  const guesses = guessesOf(outlook.likely, pieces, last.left, growths);
  const trust = trustOf(pieces, last.left);
  const [low, high] = [Math.exp(outlook.low), Math.exp(outlook.high)];
  const likely = Math.exp(dot(guesses, trust) / sum(trust));
  const pace = paceNear(steps, last.left, likely);
  // Extreme values overflow.
  if (!pace || !(pace.perMinute < Infinity && high < Infinity)) return undefined;
  const even = (last.left / pace.perMinute) * 60_000;
  const [least, most] = [Math.min(low, likely, even), Math.max(high, likely, even)];
  if (most > WIDEST * least) return { ...pace, uneven: true };
  const since = Math.max(0, now - last.at);
  const fromNow = (time: number) => Math.max(0, time - since);
  return {
    ...pace,
    low: fromNow(least),
    likely: fromNow(likely),
    // The user may divide what is left by the pace, without regard to the time of the reading.
    high: Math.max(fromNow(most), even),
  };
}

/**
 * Divides the steps into pieces. A piece ends as soon as it has confirmed NFTs, and a twelfth of
 * all of them or of the time. The remaining steps are a piece of their own if NFTs were confirmed
 * in them and they took half of that time; otherwise they are added to the last piece.
 */
function piecesOf(steps: readonly Step[]): Piece[] {
  const done = sum(steps.map(({ from, to }) => to.confirmed - from.confirmed));
  const span = sum(steps.map(({ from, to }) => to.at - from.at)) / PARTS;
  const pieces: Piece[] = [];
  let [confirmed, took] = [0, 0];
  for (const { from, to } of steps) {
    confirmed += to.confirmed - from.confirmed;
    took += to.at - from.at;
    if (confirmed === 0 || (confirmed * PARTS < done && took < span)) continue;
    pieces.push({ confirmed, took });
    [confirmed, took] = [0, 0];
  }
  const isPiece = confirmed > 0 && took >= span / 2;
  const end = isPiece ? undefined : pieces.pop();
  if (end || isPiece) {
    pieces.push({ confirmed: (end?.confirmed ?? 0) + confirmed, took: (end?.took ?? 0) + took });
  }
  return pieces;
}

/**
 * The pace of all steps, or of those in which the last half or quarter of the rises are: the one
 * that gives the end nearest to the likely one. `undefined` if they take too little time.
 */
function paceNear(steps: readonly Step[], left: number, likely: number): Pace | undefined {
  const riseIndexes = steps.flatMap((step, at) => (rises(step) ? [at] : []));
  const error = ({ perMinute }: Pace) =>
    Math.abs(Math.log((left / perMinute) * 60_000) - Math.log(likely));
  return [0, 0.5, 0.75]
    .flatMap((part) => {
      const before = riseIndexes[Math.floor(part * riseIndexes.length) - 1] ?? -1;
      return paceIn(steps.slice(before + 1)) ?? [];
    })
    .reduce<Pace | undefined>(
      (best, one) => (best && error(best) <= error(one) ? best : one),
      undefined,
    );
}

const STAYS: readonly Growth[] = [{ weight: 1, log: 0, variance: 0 }];

/** The cases for the total: it stays as it is, or keeps growing as before. */
function growthsOf(steps: readonly Step[], confirmed: number, last: Point): readonly Growth[] {
  const size = (point: Point) => point.confirmed + point.left;
  const added = ({ from, to }: Step) => size(to) - size(from);
  const start = steps[0]?.from ?? last;
  const grew = steps.filter((step) => added(step) > 0);
  const latest = grew.at(-1)?.to;
  const share = Math.min(MOST_GROWTH, sum(steps.map(added)) / confirmed);
  if (latest === undefined || share <= 0) return STAYS;
  const quiet = (last.at - latest.at) / (latest.at - start.at);
  const odds = KEEPS_GROWING * Math.exp(-grew.length * quiet);
  const ahead = Math.max(1, (grew.length * last.left) / (1 - share) / confirmed);
  const log = -Math.log(1 - share);
  const variance = log ** 2 * (1 / grew.length + 1 / ahead);
  return [
    { weight: 1 / (1 + odds), log: 0, variance: 0 },
    { weight: odds / (1 + odds), log, variance },
  ];
}

/**
 * Guesses at the logarithm of the remaining time: the model's, by the mean pace of all pieces, and
 * by that of their last half.
 */
function guessesOf(
  model: number,
  pieces: readonly Piece[],
  ahead: number,
  growths: readonly Growth[],
): readonly number[] {
  const grown = sum(growths.map(({ weight, log }) => weight * log));
  const mean = (some: readonly Piece[]) =>
    Math.log((ahead * tookIn(some)) / confirmedIn(some)) + grown;
  return [model, mean(pieces), mean(pieces.slice(pieces.length >> 1))];
}

/**
 * The weight of each guess of `guessesOf`: the smaller its errors in the past, the larger. To find
 * these, it is made again as of each piece from the fourth on, and compared with the time that the
 * pieces after it took: as many as had the NFTs left now, in proportion to those confirmed by then.
 */
function trustOf(pieces: readonly Piece[], left: number): readonly number[] {
  const done = confirmedIn(pieces);
  const errors = pieces.slice(LEAST_PIECES).map((next, at) => {
    const before = pieces.slice(0, LEAST_PIECES + at);
    const most = (left * confirmedIn(before)) / done;
    const following = [next];
    for (const piece of pieces.slice(before.length + 1)) {
      // Compares whole numbers, so that rounding does not decide.
      if ((confirmedIn(following) + piece.confirmed) * done > left * confirmedIn(before)) break;
      following.push(piece);
    }
    const ahead = confirmedIn(following);
    const { likely } = outlookOf(before, ahead, confirmedIn(before) + Math.max(ahead, most), STAYS);
    const took = Math.log(tookIn(following));
    return guessesOf(likely, before, ahead, STAYS).map((guess) => Math.abs(took - guess));
  });
  return [0, 1, 2].map(
    (guess) => (ERRORS_AT_LEAST + sum(errors.map((error) => error[guess] ?? 0))) ** TRUST,
  );
}

function confirmedIn(pieces: readonly Piece[]): number {
  return sum(pieces.map(({ confirmed }) => confirmed));
}

function tookIn(pieces: readonly Piece[]): number {
  return sum(pieces.map(({ took }) => took));
}

/** The same bounds as times in milliseconds since 1970, for a chart. */
export function doneAt({ low, likely, high }: DoneIn, now: number): DoneIn {
  return { low: now + low, likely: now + likely, high: now + high };
}

/** All mints that are under way, taken together. */
export interface Motion {
  readonly moving: number;
  /** How many more are under way by their status only. */
  readonly uncounted: number;
  /** How many have a forecast. */
  readonly known: number;
  /** The time until the last of these is done; `undefined` without any. */
  readonly doneIn: DoneIn | undefined;
}

/**
 * The forecast of all mints under way.
 * @param all the forecast of each mint; `undefined` if it has none.
 * @param uncounted see `Motion`.
 */
export function motionOf(all: readonly (DoneIn | undefined)[], uncounted = 0): Motion {
  const known = all.filter((one) => one !== undefined);
  return { moving: all.length, uncounted, known: known.length, doneIn: latestOf(known) };
}

/** The time until the last mint is done, if none depends on another; `undefined` for no mints. */
function latestOf(all: readonly DoneIn[]): DoneIn | undefined {
  const least = Math.max(...all.map(({ low }) => low));
  const most = Math.max(...all.map(({ high }) => high));
  if (all.length <= 1) return all[0];
  const log = (time: number) => Math.log(Math.max(1, time));
  // Each bound is 1.28 deviations away from the likely end.
  const doneBefore = (time: number) =>
    all.reduce((part, { low, likely, high }) => {
      const [bound, sign] = time < likely ? [low, -1] : [high, 1];
      const away = Math.max(1e-6, Math.abs(log(bound) - log(likely)));
      return part * normal((1.28 * sign * Math.abs(log(time) - log(likely))) / away);
    }, 1);
  const at = (part: number) =>
    Math.exp(bisect(log(least) - 1, log(most) + 2, (time) => doneBefore(Math.exp(time)) < part));
  const [low, likely, high] = [at(0.1), at(0.5), at(0.9)];
  return { low: Math.max(least, low), likely, high: Math.max(most, high) };
}
