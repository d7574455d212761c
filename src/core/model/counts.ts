/** The counts of a Project's stats (service-interface §2.4), in the order of the interface. */
export const COUNTS = ['total', 'confirmed', 'processing', 'pending'] as const;

export type CountName = (typeof COUNTS)[number];

/** The stages of service-interface §2.4, from done to not begun. */
export const STAGES = ['confirmed', 'processing', 'pending'] as const satisfies CountName[];

/**
 * Stages that the interface does not have and a service may count all the same: `burned` and
 * `cancelled` NFTs are over, those of `other` stages are still to be confirmed. The total may include
 * them or not, and so may the stages of the interface.
 */
export const FURTHER = ['failed', 'burned', 'cancelled', 'other'] as const;

export type FurtherName = (typeof FURTHER)[number];

export function isFurther(name: string): name is FurtherName {
  return FURTHER.some((one) => one === name);
}

export const ALL_COUNTS = [...COUNTS, ...FURTHER] as const;

export type AnyCount = (typeof ALL_COUNTS)[number];

/** Whole numbers from 0 to `MOST_NFTS`; each `undefined` if it is not known. */
export interface Counts
  extends
    Readonly<Record<CountName, number | undefined>>,
    Readonly<Partial<Record<FurtherName, number | undefined>>> {
  /** The counts in whose place the service gave another value, such as -1. They are not known. */
  readonly notCounts?: readonly AnyCount[] | undefined;
}

/** The most NFTs that a count can be of: a number is exact, and no chain has as many. */
export const MOST_NFTS = 1e15;

export function forEachCount<T>(of: (name: CountName) => T): Record<CountName, T> {
  return Object.fromEntries(COUNTS.map((name) => [name, of(name)])) as Record<CountName, T>;
}

/** The counts of an object with more members, such as a reading. Further ones only if it has them. */
export function countsOf(one: Partial<Counts>): Counts {
  const counts: { -readonly [Name in keyof Counts]: Counts[Name] } = {
    total: one.total,
    confirmed: one.confirmed,
    processing: one.processing,
    pending: one.pending,
  };
  for (const name of FURTHER) if (one[name] !== undefined) counts[name] = one[name];
  if (one.notCounts) counts.notCounts = one.notCounts;
  return counts;
}

/** The words for a further stage in the name of a member. A member with any other name is no count. */
const WORDS: Readonly<Record<FurtherName, readonly string[]>> = {
  failed: ['failed', 'failures', 'errors', 'errored', 'rejected', 'aborted', 'invalid'],
  burned: ['burned', 'burnt'],
  cancelled: ['cancelled', 'canceled', 'refunded', 'revoked', 'expired', 'skipped'],
  other: ['queued', 'scheduled', 'waiting', 'paused', 'reserved', 'submitted', 'retrying'],
};
const STAGE_OF_WORD = new Map(FURTHER.flatMap((name) => WORDS[name].map((word) => [word, name])));
const LONGEST_NAME = 40;

/**
 * The further stage that a member of the stats counts, and its word, such as `failed` in `failedCount`,
 * `num_failed` or `NFTs failed`; `undefined` for any other member.
 */
export function furtherStage(
  member: string,
): { readonly name: FurtherName; readonly word: string } | undefined {
  if (member.length > LONGEST_NAME) return undefined;
  const letters = member.toLowerCase().replace(/[\s_.-]+/g, '');
  const [, word = ''] =
    /^(?:number|num|count|total)?(?:of)?(?:nfts?)?(.+?)(?:nfts?)?(?:number|num|count|total)?$/.exec(
      letters,
    ) ?? [];
  const name = STAGE_OF_WORD.get(word);
  return name && { name, word };
}
