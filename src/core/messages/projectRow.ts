import type { Counts } from '../model/counts.ts';
import type { Concern } from '../stats/attention.ts';
import type { FailedSince } from '../stats/failedSince.ts';
import type { ProjectPace } from '../stats/forecast.ts';

/** What is said of a project in the portfolio and in files, from which columns are made. */
export interface ProjectRow {
  /** Identifies the row: the key of the Project, such as `project/t/12`. */
  readonly key: string;
  /** Texts of the service, of unknown origin: shown as text, never as markup. */
  readonly name?: string | undefined;
  readonly symbol?: string | undefined;
  readonly status?: string | undefined;
  /** `t/12`, or the integer id alone if the kind is not known. */
  readonly ref?: string | undefined;
  /** The newest counts; `undefined` until there are some. They stay if a later try fails. */
  readonly counts?: Partial<Counts> | undefined;
  /** When `counts` were requested, in milliseconds since 1970. */
  readonly asOf?: number | undefined;
  /** When as many NFTs as now were first seen confirmed, in milliseconds since 1970. */
  readonly movedAt?: number | undefined;
  /** `undefined` if it has not failed. */
  readonly failedSince?: FailedSince | undefined;
  /** `undefined` if nothing is left, it has failed or was never read. */
  readonly pace?: ProjectPace | undefined;
  /** See `isMinting`: `undefined` if only its status says so. */
  readonly minting?: boolean | undefined;
  /** Why its stats could not be read at the last try, in words. */
  readonly failure?: string | undefined;
  readonly watched?: boolean | undefined;
  /** Whether another project has its reference, so that its stats cannot be requested. */
  readonly shared?: boolean | undefined;
  /** Whether the user acknowledged `concerns`, which then need no attention. */
  readonly acknowledged?: boolean | undefined;
  /** The worst first, each with its words, such as `Failed 12`. */
  readonly concerns: readonly {
    readonly kind: Concern['kind'];
    readonly words: string;
    /** Whether only the status says so. */
    readonly isStatus?: boolean | undefined;
  }[];
}
