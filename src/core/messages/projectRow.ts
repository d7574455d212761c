import * as is from '../panel/is.ts';
import { isCounts } from '../panel/panel.ts';
import { CONCERNS } from '../stats/attention.ts';
import { NO_ESTIMATE } from '../stats/progress.ts';

/** Checks what is said of a project in the portfolio and in files, from which columns are made. */
export const isProjectRow = is.objectOf({
  /** Identifies the row: the key of the Project, such as `project/t/12`. */
  key: is.string,
  /** Texts of the service, of unknown origin: shown as text, never as markup. */
  name: is.optional(is.string),
  symbol: is.optional(is.string),
  status: is.optional(is.string),
  /** `t/12`, or the integer id alone if the kind is not known. */
  ref: is.optional(is.string),
  /** The newest counts; `undefined` until there are some. They stay if a later try fails. */
  counts: is.optional(isCounts),
  /** When `counts` were requested, in milliseconds since 1970. */
  asOf: is.optional(is.number),
  /** When as many NFTs as now were first seen confirmed, in milliseconds since 1970. */
  movedAt: is.optional(is.number),
  /** See `FailedSince`; `undefined` if it has not failed. */
  failedSince: is.optional(is.objectOf({ at: is.number, after: is.optional(is.number) })),
  /** See `ProjectPace`; `undefined` if nothing is left, it has failed or was never read. */
  pace: is.optional(
    is.either(
      is.objectOf({
        perMinute: is.number,
        /** In milliseconds since 1970. */
        doneAt: is.objectOf({ low: is.number, likely: is.number, high: is.number }),
      }),
      is.objectOf({
        perMinute: is.optional(is.number),
        reason: is.oneOf(...NO_ESTIMATE),
        since: is.optional(is.number),
      }),
    ),
  ),
  /** See `isMinting`: `undefined` if only its status says so. */
  minting: is.optional(is.boolean),
  /** Why its stats could not be read at the last try, in words. */
  failure: is.optional(is.string),
  watched: is.optional(is.boolean),
  /** Whether another project has its reference, so that its stats cannot be requested. */
  shared: is.optional(is.boolean),
  /** Whether the user acknowledged `concerns`, which then need no attention. */
  acknowledged: is.optional(is.boolean),
  /** The worst first, each with its words, such as `Failed 12`. */
  concerns: is.arrayOf(
    is.objectOf({
      kind: is.oneOf(...CONCERNS),
      words: is.string,
      /** Whether only the status says so. */
      isStatus: is.optional(is.boolean),
    }),
  ),
});
export type ProjectRow = is.Guarded<typeof isProjectRow>;
