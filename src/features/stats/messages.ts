/** The messages between the editor and the stats panel. */

import type { Counts } from '../../core/model/counts.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, type RowState } from '../../core/panel/panel.ts';
import type { DoneAt } from '../../core/stats/forecast.ts';
import type { Reading } from '../../core/stats/reading.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';

export interface TimeLine {
  /** The oldest first, each at another time, and not all if there are very many. */
  readonly readings: readonly Reading[];
  /**
   * When it will be done, or why that is not known, and how fast it is minted; or how long it took.
   * Empty while there is a `problem`.
   */
  readonly pace: readonly string[];
  /** When it will be done, by a forecast made `at` a time, in milliseconds since 1970. */
  readonly done?: (DoneAt & { readonly at: number }) | undefined;
  /** When nothing was left for the first time, in milliseconds since 1970. */
  readonly ended?: number | undefined;
}

export interface StatsState extends RowState {
  readonly ref: ProjectRef;
  /**
   * The texts of a project that the panel shows. They are of unknown origin: shown as text, never as
   * markup. `image` is an https address (or http on loopback) that was checked.
   */
  readonly facts: {
    readonly name?: string | undefined;
    readonly symbol?: string | undefined;
    readonly status?: string | undefined;
    readonly description?: string | undefined;
    readonly mintAddress?: string | undefined;
    readonly image?: string | undefined;
    /** When the page with these texts was requested, in milliseconds since 1970. */
    readonly asOf?: number | undefined;
  };
  /** That of the row in the tree (`rowTone`). */
  readonly tone: RowTone;
  /** Why it needs attention other than by its status, in the words of its row. */
  readonly chips?: string | undefined;
  /** The last counts received; they stay while a refresh runs and after one failed. */
  readonly counts?: Partial<Counts> | undefined;
  /** When `counts` were requested, in milliseconds since 1970. */
  readonly asOf?: number | undefined;
  /** `undefined` while there are no readings. */
  readonly timeLine?: TimeLine | undefined;
  /** Whether it is watched; `undefined` if it is not and has no button for it. */
  readonly watched?: boolean | undefined;
  readonly loading: boolean;
  /** The project of the other kind, while the service has no stats of this one. */
  readonly other?: ProjectRef | undefined;
}

export const isFromStatsPanel = is.messageOf({
  ...FROM_EVERY_PAGE,
  watch: {},
  stopWatching: {},
  tellMeWhen: {},
  openOther: {},
  copy: { what: is.oneOf('id', 'mintAddress') },
});
export type FromStatsPanel = is.Guarded<typeof isFromStatsPanel>;
