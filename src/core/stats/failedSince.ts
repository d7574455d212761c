import { isoTime } from '../base/format.ts';

/** Since when a project has failed, by its status or its counts. */
export interface FailedSince {
  /** When it was first seen failed, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it was failed when it was first seen at all, so that it may have failed long before. */
  readonly isBefore: boolean;
}

/** A `FailedSince`, and the time that it is told at, in milliseconds since 1970. */
export interface FailedSinceNow extends FailedSince {
  readonly now: number;
}

/** A `FailedSince` as it is stored: `1800000000000`, or `<1800000000000`. */
export function failedSinceText({ at, isBefore }: FailedSince): string {
  return `${isBefore ? '<' : ''}${at}`;
}

/** The time for files: `2026-11-23T01:02:03.000Z`, or `before 2026-11-23T01:02:03.000Z`. */
export function isoFailedSince({ at, isBefore }: FailedSince): string {
  return `${isBefore ? 'before ' : ''}${isoTime(at)}`;
}

/** `undefined` for any other text. */
export function readFailedSince(text: string): FailedSince | undefined {
  const [, before, at] = /^(<?)(\d{1,16})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at: Number(at), isBefore: before === '<' };
}
