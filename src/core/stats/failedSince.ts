import { isoTime } from '../base/format.ts';

/**
 * When a project has failed, by its status or its counts, as far as that was seen. Both times are in
 * milliseconds since 1970.
 */
export interface FailedSince {
  /** When it was first seen failed. */
  readonly at: number;
  /**
   * When it was last seen before, and had not failed; `undefined` if it was failed when it was first
   * seen at all, so that it may have failed long before.
   */
  readonly after?: number | undefined;
}

/** A `FailedSince`, and the time that it is told at, in milliseconds since 1970. */
export interface FailedSinceNow extends FailedSince {
  readonly now: number;
}

/** A `FailedSince` as it is stored: `1799999940000<1800000000000`, or `<1800000000000`. */
export function failedSinceText({ at, after }: FailedSince): string {
  return `${after ?? ''}<${at}`;
}

/** Times that are closer, in milliseconds, are one for a file. */
const CLOSE_MS = 60_000;

/**
 * The time for files: `2026-11-23T01:02:03.000Z`; `before 2026-11-23T01:02:03.000Z`; or, if it is not
 * known more closely, the interval of ISO 8601 `2026-11-23T01:02:03.000Z/2026-11-23T01:06:03.000Z`.
 */
export function isoFailedSince({ at, after }: FailedSince): string {
  if (after === undefined) return `before ${isoTime(at) ?? ''}`;
  return at - after <= CLOSE_MS ? (isoTime(at) ?? '') : `${isoTime(after)}/${isoTime(at)}`;
}

/** `undefined` for any other text. */
export function readFailedSince(text: string): FailedSince | undefined {
  const [, after, at] = /^(\d{0,16})<(\d{1,16})$/.exec(text) ?? [];
  return at === undefined
    ? undefined
    : { at: Number(at), after: after ? Number(after) : undefined };
}
