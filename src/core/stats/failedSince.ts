/** When a project has failed, by its status or its counts, in milliseconds since 1970. */
export interface FailedSince {
  /** When it was first seen failed. */
  readonly at: number;
  /** When it was last seen before, and had not failed; `undefined` if it was failed at first sight. */
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

/** `undefined` for any other text. */
export function readFailedSince(text: string): FailedSince | undefined {
  const [, after, at] = /^(\d{0,16})<(\d{1,16})$/.exec(text) ?? [];
  return at === undefined
    ? undefined
    : { at: Number(at), after: after ? Number(after) : undefined };
}
