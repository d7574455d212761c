import { type Counts, COUNTS } from '../../src/core/model/counts.ts';
import type { History, Reading } from '../../src/core/stats/reading.ts';
import type { Random } from '../chaos/random.ts';
import { between, type Course, courses, wandering } from './mintCourses.ts';

/*
 * Simulated mints, to test forecasts of their end. NFTs wait (pending), are taken up at the pace of
 * the kind, are processing for a while, and are then confirmed.
 */

export type MintKind = keyof typeof courses;
export const MINT_KINDS = Object.keys(courses) as readonly MintKind[];

export interface SimulatedMint {
  /** The time from one element of `counts` to the next, in seconds. */
  readonly step: number;
  /** The counts from the start to the end. */
  readonly counts: readonly Counts[];
}

/**
 * A mint of 200 to 20,000 NFTs that would take 5 minutes to 3 hours at its usual pace, or, if it
 * rests at night, half a day to four days.
 */
export function simulateMint(kind: MintKind, random: Random): SimulatedMint {
  const size = Math.round(between(random, 200, 20_000));
  const length =
    kind === 'resting' ? between(random, 43_200, 345_600) : between(random, 300, 10_800);
  const step = Math.max(1, Math.round(length / 5000));
  const latency = Math.min(length / 10, between(random, 5, 90));
  const course: Course = courses[kind](random, length, size);
  const wobble = wandering(random, 30, 0.15);
  const arriving = new Map<number, number>();
  const counts: Counts[] = [];
  let [total, confirmed, processing, pending] = [size, 0, 0, size];
  for (let at = 0; pending + processing > 0; at++) {
    const second = at * step;
    const added = course.addedAt?.(second, step) ?? 0;
    total += added;
    pending += added;
    const pace = (size / length) * course.paceAt(second, 1 - pending / total, step) * wobble(step);
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
    counts.push({ total, confirmed, processing, pending });
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

/** Of these readings, those of a few short visits, the last of which continues. */
export function visitedOnly(readings: History, random: Random): History {
  const [first, last] = [readings[0]!.at, readings.at(-1)!.at];
  const length = last - first;
  const starts = Array.from({ length: 1 + random.below(6) }, () => first + length * random.next());
  const stay = Math.min(length / 10, 60_000 * between(random, 0.5, 5));
  return readings.filter(
    ({ at }) => at > last - stay || starts.some((start) => at >= start && at < start + stay),
  );
}
