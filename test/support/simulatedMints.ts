import { type Counts, COUNTS } from '../../src/core/model/counts.ts';
import type { Reading } from '../../src/core/stats/reading.ts';
import type { Random } from '../chaos/random.ts';

/*
 * Made-up mints, to see how well their end is forecast. NFTs wait (pending), are taken up at the
 * pace of the kind, are processing for a while, and are then confirmed.
 */

/**
 * constant: an even pace. slowing: the pace falls to 20 to 70 %, evenly or in three steps. bursty:
 * short bursts and rests. stalling: nothing is taken up 2 to 5 times for some minutes. growing: 10
 * to 50 % as many NFTs as are taken up are added, until the end or a random moment.
 */
export const MINT_KINDS = ['constant', 'slowing', 'bursty', 'stalling', 'growing'] as const;
export type MintKind = (typeof MINT_KINDS)[number];

/** The counts at each second from the start; the last are those of the end. */
export type SimulatedMint = readonly Counts[];

/** What a kind does to the pace, relative to the usual one, and to the total. */
interface Course {
  /** @param part of the total that was taken up, 0 to 1. */
  readonly paceAt: (second: number, part: number) => number;
  /** How many NFTs are added at this second. */
  readonly addedAt?: (second: number) => number;
}

/** A mint of 200 to 20,000 NFTs that would take 5 minutes to 3 hours at its usual pace. */
export function simulateMint(kind: MintKind, random: Random): SimulatedMint {
  const size = Math.round(between(random, 200, 20_000));
  const length = between(random, 300, 3 * 3600);
  const latency = Math.min(length / 10, between(random, 5, 90));
  const course = courses[kind](random, length, size);
  const wobble = wobbling(random);
  const arriving = new Map<number, number>();
  const counts: Counts[] = [];
  let [total, confirmed, processing, pending] = [size, 0, 0, size];
  for (let second = 0; pending + processing > 0; second++) {
    const added = course.addedAt?.(second) ?? 0;
    total += added;
    pending += added;
    const pace = (size / length) * course.paceAt(second, 1 - pending / total) * wobble();
    const started = Math.min(pending, poisson(random, pace));
    if (started > 0) {
      const done = second + 1 + Math.round(latency * (0.7 + 0.6 * random.next()));
      arriving.set(done, (arriving.get(done) ?? 0) + started);
    }
    const ready = arriving.get(second) ?? 0;
    arriving.delete(second);
    pending -= started;
    processing += started - ready;
    confirmed += ready;
    counts.push({ total, confirmed, processing, pending });
  }
  return counts;
}

const courses: Readonly<
  Record<MintKind, (random: Random, length: number, size: number) => Course>
> = {
  constant: () => ({ paceAt: () => 1 }),
  slowing: (random) => {
    const last = between(random, 0.2, 0.7);
    const steps = [random.next(), random.next(), random.next()];
    const shapes = [
      (part: number) => 1 - (1 - last) * part,
      (part: number) => last ** part,
      (part: number) => last ** (steps.filter((step) => part > step).length / 3),
    ] as const;
    const shape = shapes[random.below(3)]!;
    return { paceAt: (_, part) => shape(part) };
  },
  bursty: (random, length) => {
    const burst = length * between(random, 0.01, 0.03);
    const rest = burst * between(random, 0.5, 3);
    const busy = turns(
      random,
      () => burst,
      () => rest,
    );
    return { paceAt: (second) => (busy(second) ? 1 + rest / burst : 0) };
  },
  stalling: (random, length) => {
    const apart = length / between(random, 2, 5);
    const moving = turns(
      random,
      () => apart,
      () => length * between(random, 0.02, 0.15),
    );
    return { paceAt: (second) => (moving(second) ? 1 : 0) };
  },
  growing: (random, length, size) => {
    const share = between(random, 0.1, 0.5);
    const until = random.chance(0.5) ? length * random.next() : Infinity;
    const every = length / between(random, 5, 40);
    return {
      paceAt: () => 1,
      addedAt: (second) =>
        second < until && random.chance(1 / every)
          ? Math.round(2 * random.next() * share * (size / length) * every)
          : 0,
    };
  },
};

/** Whether the first of two states holds at a second; each lasts a random time around its mean. */
function turns(random: Random, first: () => number, second: () => number) {
  let inFirst = true;
  let until = -first() * Math.log(1 - random.next());
  return (at: number): boolean => {
    while (at >= until) {
      inFirst = !inFirst;
      until += -(inFirst ? first() : second()) * Math.log(1 - random.next());
    }
    return inFirst;
  };
}

/** A factor around 1 that wanders within about 20 % and forgets itself in half a minute. */
function wobbling(random: Random): () => number {
  let log = 0;
  return () => {
    log = log * (1 - 1 / 30) + 0.08 * (random.next() + random.next() + random.next() - 1.5);
    return Math.exp(log);
  };
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let time = -Math.log(1 - random.next()); time < mean; count++) {
    time -= Math.log(1 - random.next());
  }
  return count;
}

/** Between two positive numbers; each factor is as likely as another of the same size. */
function between(random: Random, least: number, most: number): number {
  return least * (most / least) ** random.next();
}

/**
 * What is read of a mint until `now`: every 5 s while the numbers move, else after twice the time
 * of before, up to 60 s. In milliseconds, the start of the mint being 0.
 * @param from the second of the first reading; the counts before the start are those of the start.
 */
export function readingsOf(counts: SimulatedMint, from: number, now: number): Reading[] {
  const readings: Reading[] = [];
  let wait = 5;
  for (let second = from; second <= now; second += wait) {
    const current = counts[Math.min(Math.max(0, Math.floor(second)), counts.length - 1)]!;
    const before = readings.at(-1);
    const moved = before === undefined || COUNTS.some((name) => before[name] !== current[name]);
    wait = moved ? 5 : Math.min(60, 2 * wait);
    readings.push({ at: second * 1000, ...current });
  }
  return readings;
}
