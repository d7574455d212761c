import { type ListRow, SharedKeys } from '../model/sharedKeys.ts';
import { PageWalk } from './pageWalk.ts';

/** The most bytes that a file of what is kept may have. */
export const MOST_KEPT_BYTES = 2_000_000;

/** What a list held at a time, in a form that can be stored. */
export interface KeptList<Row> {
  readonly rows: readonly Row[];
  /** See `ListState.asOf`. */
  readonly asOf: number;
  /** Items per page. */
  readonly limit: number;
  /** Items from the start of the list that the pages read cover; a multiple of `limit`. */
  readonly covered: number;
  /** The total that the service gave, or that was counted. */
  readonly total: number | undefined;
  /** Whether the last page was reached. */
  readonly ended: boolean;
  /** See `ListState`. */
  readonly unreadable: number;
  readonly drifted: boolean;
  readonly repeated: number;
  /** See `SharedKeys.shared`. So the rows get the keys that they had, in any order. */
  readonly shared: ReadonlyMap<string, string>;
}

/** What a walk holds. @param asOf see `ListState.asOf`. */
export function keptFrom<Row extends ListRow>(walk: PageWalk<Row>, asOf: number): KeptList<Row> {
  const { limit, itemsCovered: covered, total, ended, unreadable, drifted, repeated } = walk;
  // A copy, because the rows of a walk grow.
  const [rows, { shared }] = [walk.rows.slice(), walk.sharedKeys];
  return { rows, asOf, limit, covered, total, ended, unreadable, drifted, repeated, shared };
}

/** A walk that holds what was kept. It is to be read again before it is gone on with. */
export function walkOf<Row extends ListRow>(kept: KeptList<Row>): PageWalk<Row> {
  const { rows, limit, covered, total, ended, unreadable } = kept;
  const walk = new PageWalk<Row>(limit, new SharedKeys(kept.shared));
  // As if all of it had come on the last page read.
  const page = Math.max(1, covered / limit);
  const received = Math.min(limit, rows.length + unreadable);
  const totals = { page, limit: undefined, totalPages: undefined, totalResults: total };
  walk.add({ page, limit }, { rows, received, unreadable, ...totals });
  walk.ended = ended;
  walk.drifted = kept.drifted;
  walk.repeated = kept.repeated;
  return walk;
}
