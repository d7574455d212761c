/**
 * The counts of a Project's stats that Mintscope knows (service-interface §2.4), in the order of
 * the interface. Decoding, the messages to the stats panel, its table and the CSV columns follow
 * this list; their labels are in `core/messages/attentionMessages.ts`.
 */
export const COUNTS = ['total', 'confirmed', 'processing', 'pending'] as const;

export type CountName = (typeof COUNTS)[number];

/** The stages of service-interface §2.4, from done to not begun. */
export const STAGES = ['confirmed', 'processing', 'pending'] as const satisfies CountName[];

export type Stage = (typeof STAGES)[number];

/** Each `undefined` if the service gave no number. */
export type Counts = Readonly<Record<CountName, number | undefined>>;

/**
 * A record with the result of `of` for each known count.
 * @param of its second argument is the index in `COUNTS`.
 */
export function forEachCount<T>(of: (name: CountName, place: number) => T): Record<CountName, T> {
  const entries = COUNTS.map((name, place) => [name, of(name, place)]);
  return Object.fromEntries(entries) as Record<CountName, T>;
}
