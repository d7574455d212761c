import { type Counts, COUNTS } from '../../src/core/model/counts.ts';
import type { Reading } from '../../src/core/stats/reading.ts';
import type { Random } from '../chaos/random.ts';

/*
 * Simulated mints, to test forecasts of their end. NFTs wait (pending), are taken up at the pace of
 * the kind, are processing for a while, and are then confirmed.
 */

/**
 * The pace relative to the usual one.
 * @param part of the total that was taken up, 0 to 1.
 * @param step the time since the last call, in seconds.
 */
type PaceAt = (second: number, part: number, step: number) => number;

/** The kinds of mints. `length` is the time in seconds that the usual pace needs. */
const courses = {
  constant: () => () => 1,
  /** The pace falls from the usual one to 20 to 70 % of it, evenly or in three steps. */
  slowing: (random) => sloping(random, between(random, 0.2, 0.7)),
  /** Short bursts and rests. */
  bursty: (random, length) => {
    const burst = length * between(random, 0.01, 0.03);
    const rest = burst * between(random, 0.5, 3);
    const busy = turns(random, burst, rest);
    return (second) => (busy(second) ? 1 + rest / burst : 0);
  },
  /** One stop, at any time, of 20 to 100 % of the usual length. */
  stopping: (random, length) => {
    const from = length * random.next();
    const until = from + length * between(random, 0.2, 1);
    return (second) => (second < from || second >= until ? 1 : 0);
  },
  /** The pace wanders; after 3 to 30 % of the time it depends little on its earlier value. */
  congested: (random, length) => {
    const pace = wandering(random, length * between(random, 0.03, 0.3), between(random, 0.3, 0.9));
    return (_second, _part, step) => pace(step);
  },
  /** The last 2 to 10 % are taken up at 5 to 30 % of the pace. */
  trailing: (random) => {
    const from = 1 - between(random, 0.02, 0.1);
    const last = between(random, 0.05, 0.3);
    return (_, part) => (part < from ? 1 : last);
  },
} as const satisfies Readonly<Record<string, (random: Random, length: number) => PaceAt>>;

/** From the usual pace to another: evenly, by equal factors, or in three steps. */
function sloping(random: Random, last: number) {
  const steps = [random.next(), random.next(), random.next()];
  const shapes = [
    (part: number) => 1 + (last - 1) * part,
    (part: number) => last ** part,
    (part: number) => last ** (steps.filter((step) => part > step).length / 3),
  ] as const;
  const shape = shapes[random.below(3)]!;
  return (_: number, part: number) => shape(part);
}

/** Whether the first of two states holds at a second; each lasts a random time around its mean. */
function turns(random: Random, first: number, second: number) {
  let inFirst = true;
  let until = -first * Math.log(1 - random.next());
  return (at: number): boolean => {
    while (at >= until) {
      inFirst = !inFirst;
      until += -(inFirst ? first : second) * Math.log(1 - random.next());
    }
    return inFirst;
  };
}

/**
 * A random factor around 1.
 * @param memory after so many seconds the factor depends little on its earlier value.
 * @param spread the standard deviation of its logarithm.
 */
function wandering(random: Random, memory: number, spread: number) {
  const normal = () => 2 * (random.next() + random.next() + random.next() - 1.5);
  let log = spread * normal();
  return (step: number): number => {
    const memoryLeft = Math.exp(-step / memory);
    log = log * memoryLeft + spread * Math.sqrt(1 - memoryLeft * memoryLeft) * normal();
    return Math.exp(log);
  };
}

/** A random number between two positive ones, evenly distributed on a logarithmic scale. */
function between(random: Random, least: number, most: number): number {
  return least * (most / least) ** random.next();
}

export type MintKind = keyof typeof courses;
export const MINT_KINDS = Object.keys(courses) as readonly MintKind[];

interface SimulatedMint {
  /** The time from one element of `counts` to the next, in seconds. */
  readonly step: number;
  /** The counts from the start to the end. */
  readonly counts: readonly Counts[];
}

/** A mint of 200 to 20,000 NFTs that would take 5 minutes to 3 hours at its usual pace. */
export function simulateMint(kind: MintKind, random: Random): SimulatedMint {
  const size = Math.round(between(random, 200, 20_000));
  const length = between(random, 300, 10_800);
  const step = Math.max(1, Math.round(length / 5000));
  const latency = Math.min(length / 10, between(random, 5, 90));
  const paceAt: PaceAt = courses[kind](random, length);
  const wobble = wandering(random, 30, 0.15);
  const arriving = new Map<number, number>();
  const counts: Counts[] = [];
  let [confirmed, processing, pending] = [0, 0, size];
  for (let at = 0; pending + processing > 0; at++) {
    const second = at * step;
    const pace = (size / length) * paceAt(second, 1 - pending / size, step) * wobble(step);
    const started = Math.min(pending, poisson(random, pace * step));
    if (started > 0) {
      const done = at + Math.ceil((1 + latency * (0.7 + 0.6 * random.next())) / step);
      arriving.set(done, (arriving.get(done) ?? 0) + started);
    }
    const ready = arriving.get(at) ?? 0;
    arriving.delete(at);
    pending -= started;
    processing += started - ready;
    confirmed += ready;
    counts.push({ total: size, confirmed, processing, pending });
  }
  return { step, counts };
}

function poisson(random: Random, mean: number): number {
  // Around a large mean, the distribution is nearly normal.
  if (mean > 50) {
    const normal = 2 * (random.next() + random.next() + random.next() - 1.5);
    return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)));
  }
  let count = 0;
  for (let time = -Math.log(1 - random.next()); time < mean; count++) {
    time -= Math.log(1 - random.next());
  }
  return count;
}

/**
 * The readings of a mint until `now` while it is watched: every 5 s while the numbers move, else
 * after twice the time of before, up to 60 s. Times are in milliseconds from the start of the mint.
 * @param from the second of the first reading; the counts before the start are those of the start.
 */
export function readingsOf({ counts, step }: SimulatedMint, from: number, now: number): Reading[] {
  const readings: Reading[] = [];
  const shortest = Math.max(5, step);
  let wait = shortest;
  for (let second = from; second <= now; second += wait) {
    const at = Math.floor(second / step);
    const current = counts[Math.min(Math.max(0, at), counts.length - 1)]!;
    const before = readings.at(-1);
    const moved = before === undefined || COUNTS.some((name) => before[name] !== current[name]);
    wait = moved ? shortest : Math.max(shortest, Math.min(60, 2 * wait));
    readings.push({ at: second * 1000, ...current });
  }
  return readings;
}
