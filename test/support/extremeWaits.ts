/**
 * Waits in milliseconds that clients read from an extreme `Retry-After`: years, 310 digits, a time
 * in the past, and less than a millisecond.
 */
export const EXTREME_WAITS_MS = [382_013_495_555, Infinity, -5, 0.5];
