import type { Random } from './random.ts';

/** The stats object of service-interface §2.4. */
export interface Counts extends Readonly<
  Record<'total' | 'confirmed' | 'processing' | 'pending', number>
> {
  /** A count that §2.4 does not name, present if NFTs have failed. */
  readonly failed?: number;
}

/** How a Project is minted after the start of the service. Counts are of NFTs. */
export interface Minting {
  readonly total: number;
  /** How many are confirmed when the service starts. */
  readonly confirmed: number;
  /** The most NFTs that are being minted at the same time. */
  readonly inFlight: number;
  /** NFTs minted per second on average; 0 if the counts do not change. */
  readonly perSecond: number;
  /** Seconds after the service's start at which minting begins; 0 if left out. */
  readonly startsAfter?: number;
  /** NFTs in none of the three stages: §2.4 does not say that these add up to the total. */
  readonly lost?: number;
  /** The status while `perSecond` is 0; `pending` if left out. */
  readonly resting?: string;
  /** The number of confirmed NFTs at which minting stops for good, with others still processing. */
  readonly stallsAt?: number;
  /** The share of the minted NFTs that fail, less than 1. */
  readonly failing?: number;
  /** NFTs that are added to the total each second, until it has doubled. */
  readonly growing?: number;
}

/** What becomes of a Project: mostly its status, or `waking` if minting begins after the start. */
export type Course =
  'processing' | 'waking' | 'confirmed' | 'pending' | 'failed' | 'draft' | 'held';

/** In seconds: minting is faster and slower in waves. */
const WAVE = 90;

/** The counts `elapsed` seconds after the start of the service. `confirmed` never decreases. */
export function countsAt(minting: Minting, elapsed: number): Counts {
  const { perSecond, startsAfter = 0, lost = 0, failing = 0, growing = 0 } = minting;
  const { stallsAt = Infinity } = minting;
  const total = minting.total + Math.min(minting.total, Math.floor(growing * elapsed));
  const seconds = Math.max(0, elapsed - startsAfter);
  const turn = (2 * Math.PI) / WAVE;
  const unlimited = Math.floor(perSecond * (seconds + (0.6 / turn) * Math.sin(turn * seconds)));
  const most = Math.min(total - lost, stallsAt) - minting.confirmed;
  const minted = Math.min(most, unlimited);
  const failed = Math.floor(minted * failing);
  const confirmed = minting.confirmed + minted - failed;
  const remaining = total - lost - confirmed - failed;
  const isMinting = perSecond > 0 && elapsed >= startsAfter;
  const processing = isMinting ? Math.min(minting.inFlight, remaining) : 0;
  const counts = { total, confirmed, processing, pending: remaining - processing };
  return failed > 0 ? { ...counts, failed } : counts;
}

/** The status that goes with the counts at the same moment. */
export function statusAt(minting: Minting, elapsed: number): string {
  if (minting.perSecond === 0) return minting.resting ?? 'pending';
  const { total, confirmed, processing, failed = 0 } = countsAt(minting, elapsed);
  if (confirmed === total) return 'confirmed';
  if (processing > 0) return 'processing';
  return confirmed + failed === total ? 'partially failed' : 'pending';
}

/** Plausible figures for a course. If it moves, minting takes about 3 to 45 minutes. */
export function mintingFor(course: Course, random: Random): Minting {
  const total = random.pick([10, 25, 50, 100, 150, 250, 333, 500, 777, 1000, 1111, 2500, 10_000]);
  const unmoving = { total, confirmed: 0, inFlight: 0, perSecond: 0 };
  switch (course) {
    case 'processing':
    case 'waking': {
      const size = Math.max(250, total);
      const confirmed = course === 'waking' ? 0 : Math.floor(size * random.next() * 0.9);
      return {
        ...unmoving,
        total: size,
        confirmed,
        inFlight: Math.max(1, Math.floor(size / random.int(8, 40))),
        perSecond: (size - confirmed) / random.int(180, 2700),
        startsAfter: course === 'waking' ? random.int(60, 900) : 0,
      };
    }
    case 'confirmed':
      return { ...unmoving, confirmed: total, resting: 'confirmed' };
    case 'pending':
      return unmoving;
    case 'failed': {
      const confirmed = Math.floor(total * random.next() * 0.8);
      return { ...unmoving, confirmed, lost: random.int(1, total - confirmed), resting: 'failed' };
    }
    case 'draft':
      return { ...unmoving, total: random.chance(0.5) ? 0 : total, resting: 'draft' };
    case 'held':
      return {
        ...unmoving,
        confirmed: Math.floor(total * random.next() * 0.9),
        // §2.1 does not list the values of status, so use one that clients cannot know.
        resting: 'awaiting review',
      };
  }
}
