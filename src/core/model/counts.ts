/**
 * The counts of a Project's stats that Mintscope knows (service-interface §2.4), in the order of
 * the interface. Decoding, the messages to the stats panel, its table and the CSV columns follow
 * this list; what the panel calls each count is in `webview/stats/progress.ts`.
 */
export const COUNTS = ['total', 'confirmed', 'processing', 'pending'] as const;

export type CountName = (typeof COUNTS)[number];

/** Each `undefined` if the service left it out. */
export type Counts = Readonly<Record<CountName, number | undefined>>;

/** A record of what `of` gives for each known count. */
export function forEachCount<T>(of: (name: CountName) => T): Record<CountName, T> {
  return Object.fromEntries(COUNTS.map((name) => [name, of(name)])) as Record<CountName, T>;
}
