import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import { isKnownAsWhole } from '../core/messages/listMessages.ts';
import { type Project, type ProjectRef, projectRef } from '../core/model/model.ts';
import { refOfKey } from '../core/model/projectRef.ts';
import { statusTone } from '../core/model/statusTone.ts';
import {
  type Due,
  type Happened,
  happenedIn,
  happenedTo,
  type ProjectHappened,
  type Seen,
} from '../core/stats/happened.ts';
import { failedOf } from '../core/stats/problems.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { endOf, hasLeft } from '../core/stats/share.ts';
import { stallLimitMs } from '../editor/settings.ts';
import { Slice } from '../editor/slices.ts';
import { projectNames } from '../lists/projects.ts';
import { failuresOf } from './failures.ts';
import { projectPace } from './projectPace.ts';
import { readerOf } from './statsReader.ts';

/** The time of a slice, in milliseconds: with one more project it blocks for less than 10. */
const MOST_MS = 1;

export interface HappenedParts {
  readonly session: Pick<Session, 'refused' | 'outage'>;
  readonly connection: ActiveConnection;
  readonly projects: Pick<PagedList<Project>, 'state' | 'changes'>;
  /**
   * How many rows were loaded before they were read again, if that was not to the end of the list: only
   * these have marks of changes.
   */
  readonly comparedRows?: number;
}

export interface NewlyFailed extends Seen {
  /** How many NFTs have failed; 0 if only the status says so. */
  readonly count: number;
}

/** A project of which the list has changed since the user last looked. */
export interface ListChange {
  readonly kind: 'new' | 'renamed' | 'gone';
  /** `t/12`, or the key of a row without id or kind. */
  readonly project: string;
  readonly nameBefore: string | undefined;
}

export interface HappenedReport {
  readonly happened: Happened;
  /** The newest come first. */
  readonly failed: readonly NewlyFailed[];
  /** How many projects have failed before and still count as failed. */
  readonly failedBefore: number;
  /** How many had failed when they were first seen, in the period: since when is not known. */
  readonly failedUndated: number;
  /** The soonest come first. */
  readonly due: readonly Due[];
  /** Compared with the list of `changesSince`, whenever the period begins. */
  readonly changes: readonly ListChange[];
  readonly changesSince: number | undefined;
  /** Of how many projects it is known whether they are new, gone or renamed. */
  readonly changesOf: number;
  /** How many projects had ended before the period, and were not read in it: their counts are final. */
  readonly over: number;
  /** How many projects there are, as far as that is known. */
  readonly listed: number;
  /** The time of the oldest counts that can still change, in milliseconds since 1970. */
  readonly oldest: number | undefined;
  /** The time of the first counts of the period, or just before it, in milliseconds since 1970. */
  readonly firstAt: number;
  /** When any project was read last, in milliseconds since 1970; `undefined` if none was. */
  readonly lastReadAt: number | undefined;
  /** The names of projects, by `t/12`, as far as they are loaded or have just gone. */
  readonly names: ReadonlyMap<string, string>;
}

/** Of how many projects it is known what happened. */
export function knownIn({ happened, over, listed }: HappenedReport): number {
  return Math.min(happened.read + over, listed);
}

/**
 * When the user last looked at the list, in milliseconds since 1970: the time of the rows that the
 * marks compare with, else that of the stored rows while they are shown; `undefined` if neither.
 */
export function lastLooked({ state, changes }: HappenedParts['projects']) {
  return changes.since ?? (state.restored ? state.asOf : undefined);
}

/**
 * What happened since a time, by the stored readings and the loaded rows, without requests. Yields
 * to other work after each slice. Rejects if `signal` aborts.
 */
export async function whatHappened(
  parts: HappenedParts,
  since: number,
  signal: AbortSignal,
): Promise<HappenedReport> {
  const { connection, projects } = parts;
  const reader = readerOf(connection);
  await reader.readings.settle();
  const newest = await reader.newest(signal);
  const now = connection.store.clock.now();
  const failures = failuresOf(connection).all;
  const isWhole = isKnownAsWhole(projects.state);
  const loaded = new Set(projects.state.rows.map(({ key }) => refOfKey(key)));
  /** Not if it is gone. */
  const isListed = (project: string) => !isWhole || loaded.has(project);
  const all: ProjectHappened[] = [];
  const due: Due[] = [];
  const failing = new Set(projects.state.rows.filter(hasFailed).map(({ key }) => refOfKey(key)));
  const slice = new Slice(MOST_MS);
  let oldest: number | undefined;
  let firstAt = now;
  let over = 0;
  for (const [project, last] of newest) {
    if (!isListed(project)) continue;
    if (last.at < since) {
      if (endOf(last, false) !== undefined) over++;
      continue;
    }
    if (slice.isOver) {
      await slice.next();
      signal.throwIfAborted();
    }
    if (hasLeft(last)) oldest = Math.min(oldest ?? last.at, last.at);
    const readings = reader.readings.since(project, since);
    firstAt = Math.min(firstAt, readings[0]?.at ?? now);
    const happened = happenedTo(project, readings, since, stallLimitMs());
    // One whose status says that it has failed is not called stalled too, as on the other surfaces.
    all.push(failing.has(project) ? { ...happened, stalled: undefined } : happened);
    const doneAt = failing.has(project) ? undefined : doneAtOf(parts, project, last);
    if (doneAt) due.push({ project, doneAt });
  }
  const { marks, since: changesSince, of: ofChanges = Infinity } = projects.changes;
  // What is new in the list had not failed before.
  const known = [...failures].map(([project, { at, after }]) => {
    const isNew = marks.get(`project/${project}`)?.kind === 'new';
    return [project, { at, after: after ?? (isNew ? changesSince : undefined) }] as const;
  });
  const failed = known.flatMap(([project, { at, after }]): NewlyFailed[] => {
    const count = failedOf(newest.get(project) ?? {});
    return at < since || after === undefined ? [] : [{ project, at, after, count }];
  });
  const stillFailed = known.filter(([project]) => isListed(project));
  const failedBefore = stillFailed.filter(([, { at }]) => at < since).length;
  const undated = stillFailed.filter(([, { at, after }]) => at >= since && after === undefined);
  const names = new Map(projectNames(projects.state.rows));
  for (const [key, mark] of marks) {
    const { name = '' } = mark.kind === 'gone' ? mark.was : {};
    if (name !== '') names.set(refOfKey(key), name);
  }
  const lastReadAt = [...newest.values()].reduce((latest, { at }) => Math.max(latest, at), 0);
  const { rows, total = 0 } = projects.state;
  const listed = isWhole ? rows.length : Math.max(total, rows.length, all.length);
  return {
    happened: happenedIn(all, since, now),
    failed: failed.toSorted((one, other) => other.at - one.at),
    failedBefore,
    failedUndated: undated.length,
    due: due.toSorted((one, other) => one.doneAt.likely - other.doneAt.likely),
    changes: changesOf(parts),
    changesSince,
    changesOf: Math.min(parts.comparedRows ?? Infinity, ofChanges, listed),
    over,
    listed,
    oldest,
    firstAt,
    lastReadAt: lastReadAt === 0 ? undefined : lastReadAt,
    names,
  };
}

/** The forecast of a mint; `undefined` if there is none, or no counts can be read now. */
function doneAtOf({ session, connection }: HappenedParts, ref: ProjectRef, last: LastReading) {
  if (session.outage || session.refused || !hasLeft(last)) return undefined;
  const pace = projectPace(connection, ref, last);
  return 'likely' in pace ? pace : undefined;
}

function hasFailed({ status }: Project): boolean {
  return statusTone(status) === 'failed';
}

function changesOf({ projects }: HappenedParts): readonly ListChange[] {
  const rows = new Map(projects.state.rows.map((row) => [row.key, row]));
  return [...projects.changes.marks].flatMap(([key, mark]): ListChange[] => {
    const row = rows.get(key);
    const ref = row && projectRef(row);
    const project = ref ? refOfKey(key) : key;
    if (mark.kind === 'new') return [{ kind: 'new', project, nameBefore: undefined }];
    const nameBefore = mark.was.name;
    if (mark.kind === 'gone') return [{ kind: 'gone', project: refOfKey(key), nameBefore }];
    return nameBefore === row?.name ? [] : [{ kind: 'renamed', project, nameBefore }];
  });
}
