import { type ActiveConnection, SAMPLE } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import type { ListMarks } from '../core/lists/listMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { ListFacts, WhyEmpty } from '../core/messages/happenedMessages.ts';
import { isKnownAsWhole } from '../core/messages/listMessages.ts';
import { watchedName } from '../core/messages/watchMessages.ts';
import { type Project, projectRef } from '../core/model/model.ts';
import { refOfKey } from '../core/model/projectRef.ts';
import { statusTone } from '../core/model/statusTone.ts';
import type { Happened } from '../core/stats/happened.ts';
import { HappenedSum } from '../core/stats/happenedSum.ts';
import { readFrom } from '../core/stats/period.ts';
import { settings, stallLimitMs } from '../editor/settings.ts';
import { rowName } from '../lists/index.ts';
import { projectNames } from '../lists/projects.ts';
import { readerOf } from './statsReader.ts';

export interface HappenedParts {
  readonly session: Pick<Session, 'refused' | 'outage'>;
  readonly connection: ActiveConnection;
  readonly projects: Pick<PagedList<Project>, 'state'>;
  readonly marks: Pick<ListMarks, 'marks' | 'since' | 'inBoth'>;
}

export interface HappenedReport {
  readonly happened: Happened;
  /** What the list of projects adds. */
  readonly list: ListFacts;
  /** Why there are no readings; `undefined` if there are some. */
  readonly why: WhyEmpty | undefined;
  /** The names of projects, by `t/12`, as far as they are loaded or have just gone. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * When the user last looked at the list, in milliseconds since 1970: the time of the rows that the
 * marks compare with, else that of the stored rows while they are shown; `undefined` if neither.
 */
export function lastLooked({ projects, marks }: Pick<HappenedParts, 'projects' | 'marks'>) {
  const { state } = projects;
  return marks.since ?? (state.restored ? state.asOf : undefined);
}

/**
 * What happened since a time, by the stored readings and the loaded rows, without requests. Yields
 * to other work after each slice. Rejects if the database fails or `signal` aborts.
 */
export async function whatHappened(
  parts: HappenedParts,
  since: number,
  signal: AbortSignal,
): Promise<HappenedReport> {
  const tally = await readHappened(parts.connection, since, signal);
  const happened = { ...tally, due: stillDue(parts, tally) };
  const names = new Map(projectNames(parts.projects.state.rows));
  for (const [key, mark] of parts.marks.marks) {
    const { name = '' } = mark.kind === 'gone' ? mark.was : {};
    if (name !== '') names.set(refOfKey(key), name);
  }
  const why = happened.read.size === 0 ? whyEmpty(parts, happened) : undefined;
  return { happened, list: listFacts(parts, happened), why, names };
}

/**
 * The forecasts that still hold: none if no counts can be read now, and none of projects that have
 * failed by their status.
 */
function stillDue({ session, projects }: HappenedParts, { due }: Happened): Happened['due'] {
  if (session.outage || session.refused) return [];
  const failing = new Set(projects.state.rows.filter(hasFailed).map(({ key }) => key));
  return due.filter(({ project }) => !failing.has(`project/${project}`));
}

function hasFailed({ status }: Project): boolean {
  return statusTone(status) === 'failed';
}

/** What the readings since a time show. Rejects as `whatHappened`. */
async function readHappened(
  connection: ActiveConnection,
  since: number,
  signal: AbortSignal,
): Promise<Happened> {
  const now = connection.store.clock.now();
  const stallMs = stallLimitMs();
  const sum = new HappenedSum({ since, now, stallMs });
  const { readings } = readerOf(connection);
  for await (const [project, slice] of readings.histories(readFrom(since, now))) {
    signal.throwIfAborted();
    sum.add(project, slice);
  }
  return sum.sum;
}

function listFacts(
  { projects: { state }, marks }: HappenedParts,
  { read, compared }: Happened,
): ListFacts {
  const { rows, total = 0 } = state;
  const isWhole = isKnownAsWhole(state);
  const listed = new Set(rows.map(({ key }) => key));
  const gone = [...read].flatMap(([project, at]) =>
    listed.has(`project/${project}`) ? [] : [{ project, at }],
  );
  return {
    // Projects that are not listed are gone only if the whole list is known.
    listed: isWhole ? rows.length : Math.max(total, rows.length, read.size),
    read: isWhole ? read.size - gone.length : read.size,
    compared: compared.size - gone.filter(({ project }) => isWhole && compared.has(project)).length,
    loaded: rows.length,
    gone: isWhole ? gone : undefined,
    failing: rows.filter(hasFailed).map(nameOf),
    changes: rows.flatMap((row) => {
      const mark = marks.marks.get(row.key);
      return mark ? [{ name: nameOf(row), mark, row }] : [];
    }),
    changesSince: marks.since,
    inBoth: marks.inBoth,
  };
}

function nameOf(row: Project): string {
  const ref = projectRef(row);
  return ref ? watchedName({ name: row.name ?? '', ref }) : rowName(row);
}

function whyEmpty(
  { session, connection }: HappenedParts,
  { since, lastReadAt }: Happened,
): WhyEmpty {
  const { database } = connection.store;
  if (readerOf(connection).readings.clearedAt >= since) return 'cleared';
  if (session.refused) return 'refused';
  const isStored = connection.account !== SAMPLE && settings.keepRows && !database.trouble;
  if (!isStored) return 'notStored';
  return lastReadAt === undefined ? 'never' : 'notOpen';
}
