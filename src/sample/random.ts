/** The same on every run, so that each row can be computed on its own. Not for secrets. */
export type Random = ReturnType<typeof randomFor>;

/** The same numbers for the same `purpose`. Seeded by an FNV-1a hash with murmur3's finalizer. */
export function randomFor(purpose: string) {
  let state = 0x811c9dc5;
  for (let at = 0; at < purpose.length; at++) {
    state = Math.imul(state ^ purpose.charCodeAt(at), 0x01000193);
  }
  // Without this, neighboring rows would get addresses that begin alike.
  state = mix(state);
  /** At least 0, less than 1. */
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    return (mix(state) >>> 0) / 2 ** 32;
  };
  /** A whole number from `min` to `max`, both included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const chance = (p: number) => next() < p;
  const pick = <T>(from: readonly [T, ...T[]]): T => from[int(0, from.length - 1)] ?? from[0];
  return { next, int, chance, pick };
}

/** Spreads every bit over all others (murmur3's finalizer). */
function mix(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Text that looks like an on-chain address: 32 to 44 characters of base58, most often 43 or 44. */
export function addressFor(purpose: string): string {
  const random = randomFor(`address of ${purpose}`);
  const length = random.chance(0.9) ? random.int(43, 44) : random.int(32, 42);
  return Array.from({ length }, () => BASE58[random.int(0, BASE58.length - 1)]).join('');
}
