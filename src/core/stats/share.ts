import type { Counts } from '../model/counts.ts';

/* Service-interface §2.4 requires all counts, but not that they add up; a service may leave some out. */

type TimedCounts = Partial<Counts> & { readonly at: number };

/** The most percent of a part that is not the whole. */
const MOST_OF_A_PART = 99.99;

export function stagesOf({ confirmed, processing, pending }: Partial<Counts>) {
  return {
    sum: (confirmed ?? 0) + (processing ?? 0) + (pending ?? 0),
    isComplete: confirmed !== undefined && processing !== undefined && pending !== undefined,
  };
}

/** NFTs that were burned or cancelled: none of them is still to be confirmed. */
export function overOf({ burned = 0, cancelled = 0 }: Partial<Counts>): number {
  return burned + cancelled;
}

/** The total, with those that are over as far as the service takes them off it, or the sum of the stages. */
export function allOf(counts: Partial<Counts>): number {
  const { sum, isComplete } = stagesOf(counts);
  const { total = isComplete ? sum : NaN } = counts;
  return total + Math.min(overOf(counts), Math.max(0, sum - total));
}

/** How many NFTs are in none of the three stages, or none of those that are given. */
function besideStages(counts: Partial<Counts>): number {
  return Math.max(0, allOf(counts) - stagesOf(counts).sum);
}

/** How many of those that are over are in no stage. If a stage is not given, all of them or none. */
function overBeside(counts: Partial<Counts>): number {
  const over = overOf(counts);
  const beside = besideStages(counts);
  if (stagesOf(counts).isComplete) return Math.min(over, beside);
  return over <= beside ? over : 0;
}

/**
 * NFTs that are still to be confirmed: processing, pending and other stages beside them; NFTs in none,
 * such as failed ones, are never confirmed. If a stage is not given, it is the rest of the total, but no
 * less than the one that is. `undefined` if neither is known.
 */
export function leftOf(counts: Partial<Counts>): number | undefined {
  const { processing = NaN, pending = NaN, confirmed = NaN, other = 0, failed = 0 } = counts;
  const both = processing + pending;
  // Without `confirmed`, it is not known whether the other stages are part of the rest.
  if (!Number.isNaN(both))
    return both + (confirmed >= 0 ? Math.min(other, besideStages(counts)) : 0);
  const one = Math.max(processing || 0, pending || 0);
  const over = overBeside(counts);
  const gone = failed <= besideStages(counts) - over ? over + failed : over;
  const rest = allOf(counts) - confirmed - gone;
  if (!Number.isNaN(rest)) return Math.max(rest, one);
  return one > 0 ? one : undefined;
}

export function hasLeft(counts: Partial<Counts>): boolean {
  return (leftOf(counts) ?? 0) > 0;
}

/** What shares refer to: all NFTs but those that are over and in no stage; `undefined` if zero. */
export function wholeOf(counts: Partial<Counts>): number | undefined {
  const whole = allOf(counts) - overBeside(counts);
  return whole > 0 ? whole : undefined;
}

/** How many NFTs are not confirmed, of those that `wholeOf` counts; 0 if that is not known. */
export function unconfirmedOf(counts: Partial<Counts>): number {
  return Math.max(0, (wholeOf(counts) ?? 0) - (counts.confirmed ?? 0));
}

/**
 * In whole percent, rounded down, so that only all are 100, and a part below 1 not at all, so that only
 * none are 0. `undefined` if one is missing, or the part exceeds the whole.
 */
export function percentOf(part?: number, whole?: number): number | undefined {
  return rounded(exactPercentOf(part, whole));
}

function rounded(exact: number | undefined): number | undefined {
  return exact === undefined || exact < 1 ? exact : Math.floor(exact);
}

/** As `percentOf`, but not rounded. */
function exactPercentOf(part = NaN, whole = NaN): number | undefined {
  if (!(whole > 0 && part <= whole)) return undefined;
  return part === whole ? 100 : Math.min(MOST_OF_A_PART, (100 * part) / whole);
}

/**
 * As `percentOf`, for several parts. If they are the whole, the largest remainders are rounded up, so
 * that they add up to 100 as far as possible, and never to more.
 * @param first the share of the first part, as other surfaces show it.
 */
export function percentsOf(
  first: number | undefined,
  parts: readonly (number | undefined)[],
  whole: number | undefined,
): readonly (number | undefined)[] {
  const shares = [first, ...parts.slice(1).map((part) => percentOf(part, whole))];
  const isWhole = parts.reduce<number>((all, part) => all + (part ?? 0), 0) === whole;
  const missing = 100 - shares.reduce<number>((all, share) => all + (share ?? 0), 0);
  if (!isWhole || shares.includes(undefined)) return shares;
  const remainder = (at: number) => (100 * (parts[at] ?? 0)) / whole - (shares[at] ?? 0);
  const raised = [...shares.keys()]
    .filter((at) => at > 0 && (shares[at] ?? 0) >= 1)
    .sort((one, other) => remainder(other) - remainder(one))
    .slice(0, Math.max(0, missing));
  return shares.map((share = 0, at) => share + (raised.includes(at) ? 1 : 0));
}

/** Of all these projects together, rounded as by `percentOf`; without those whose share is not known. */
export function percentConfirmed(all: Iterable<Partial<Counts>>): number | undefined {
  return rounded(exactPercentConfirmed(all));
}

/** As `percentConfirmed`, but not rounded, for a chart. */
export function exactPercentConfirmed(all: Iterable<Partial<Counts>>): number | undefined {
  let confirmedSum = 0;
  let wholeSum = 0;
  for (const counts of all) {
    const { confirmed = NaN } = counts;
    const whole = wholeOf(counts) ?? NaN;
    if (!(confirmed < whole || (confirmed === whole && !hasLeft(counts)))) continue;
    confirmedSum += confirmed;
    wholeSum += whole;
  }
  return exactPercentOf(confirmedSum, wholeSum);
}

/**
 * `done` if all but those that are over are confirmed, `ended` if nothing is left but not all are. Else
 * `undefined`.
 * @param wasLeft whether something was left before: a project of which nothing ever was, and none is
 *   confirmed or failed, may not have begun.
 */
export function endOf(counts: Partial<Counts>, wasLeft: boolean): 'done' | 'ended' | undefined {
  if (leftOf(counts) !== 0) return undefined;
  if (percentConfirmed([counts]) === 100) return 'done';
  const { confirmed = 0, failed = 0 } = counts;
  return wasLeft || confirmed > 0 || failed > 0 ? 'ended' : undefined;
}

/**
 * The time of the first reading from which on nothing is left and as many are confirmed as in the last
 * one, and of the one before it. `undefined` before the end. The readings are the oldest first.
 */
export function endSeen(
  readings: readonly TimedCounts[],
): { readonly at: number; readonly after: number | undefined } | undefined {
  const last = readings.at(-1);
  if (!last || endOf(last, false) === undefined) return undefined;
  const before = readings.findLastIndex(
    (one) => leftOf(one) !== 0 || one.confirmed !== last.confirmed,
  );
  const first = readings[before + 1];
  return first && { at: first.at, after: readings[before]?.at };
}

/** In milliseconds, as a range; `undefined` if its beginning or end is not in `readings`. */
export function mintedIn(
  readings: readonly TimedCounts[],
): { readonly least: number; readonly most: number } | undefined {
  const idle = readings.findLastIndex((one) => one.confirmed === 0 && leftOf(one) !== 0);
  const before = readings[idle];
  const begun = readings[idle + 1];
  const end = endSeen(readings);
  if (!before || !begun || !end) return undefined;
  return { least: Math.max(0, (end.after ?? end.at) - begun.at), most: end.at - before.at };
}

/** NaN for a count that is missing: a comparison with it is false. */
export function given(count = NaN): number {
  return count;
}
