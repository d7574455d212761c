import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import { asOfWords, listNotices, outdatedSince } from '../../core/messages/listMessages.ts';
import { isProject, projectRef } from '../../core/model/model.ts';
import { isServiceError, ServiceError } from '../../core/model/serviceError.ts';
import { isShared } from '../../core/model/sharedKeys.ts';
import { formatTime, timeAfter } from '../../editor/locale.ts';
import type { Report } from '../../editor/notify.ts';
import { type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';
import { typedId } from '../../lists/projects.ts';
import { projectRow } from '../../stats/projectRow.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { rowSheet, type Sheet } from './sheets.ts';

/** Counts that were read less than this many minutes ago are not requested. */
export const YOUNG_MINUTES = 5;

export type ReadList = Pick<
  PagedList<ServiceRow>,
  'state' | 'loadAll' | 'refresh' | 'cancel' | 'onChange'
>;

/** The rows of an export; `all` if the list has to be read to its end first. */
export type Source = readonly ServiceRow[] | 'all';

/** What an export has to write. */
export interface Gathered {
  readonly sheet: Sheet;
  /** How many rows of how many: `12 of 230 projects`. */
  readonly rows: string;
  /** What the rows lack, in sentences. */
  readonly lacks: readonly string[];
  /** Why reading ended before all was there, in sentences. */
  readonly failure?: string | undefined;
}

/** How many projects are read between two reports of progress, each of which crosses to the window. */
const REPORT_EACH = 20;

/**
 * Reads what the plan asks for: the list to its end, then counts. A failure of the service ends that
 * and is returned with what came before.
 * @param counts which to write: those that are known, or none; for `young`, old ones are read first.
 * @throws the reason of `signal`.
 */
export async function gatherRows(
  connection: ActiveConnection,
  name: ListName,
  list: ReadList,
  source: Source,
  counts: 'young' | 'known' | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<Gathered> {
  const loaded = () => (list.state.restored ? [] : [...list.state.rows]);
  let rows = source === 'all' ? undefined : source;
  let failure: string | undefined;
  try {
    if (!rows) await readToEnd(name, list, signal, report);
    rows ??= loaded();
    if (counts === 'young') await readCounts(connection, rows, signal, report);
  } catch (error) {
    signal.throwIfAborted();
    if (!isServiceError(error)) throw error;
    const { reason, hint } = describeFailure(error.failure, connection.address.host);
    failure = `${reason} ${hint}`;
    rows ??= loaded();
  }
  // From here on, `last` is in memory.
  if (counts) await readerOf(connection).newest(signal);
  const age = ageWords(list.state);
  return {
    sheet: rowSheet(name, rows, (row) => {
      if (!isProject(row)) return undefined;
      return counts
        ? projectRow(connection, row)
        : { key: row.key, ref: typedId(row), concerns: [] };
    }),
    rows: rowsWords(name, rows.length, list.state.total),
    lacks: [
      ...(source === 'all' ? listNotices(list.state) : []),
      ...(age === '' ? [] : [l10n.t('The rows are {0}.', age)]),
      ...(counts ? countLacks(connection, rows) : []),
    ],
    failure,
  };
}

/** `12 of 230 projects`, or `12 projects` if the total is not known, or is less. */
export function rowsWords(name: ListName, count: number, total: number | undefined): string {
  const { rows, rowsOf } = LISTS[name].words.export;
  return total === undefined || total < count ? rows(count) : rowsOf(formatNumber(count), total);
}

/** `as of yesterday 18:04`; empty unless the rows are those of an earlier time. */
export function ageWords(state: ListState<ServiceRow>): string {
  return asOfWords(outdatedSince([state]), (at) => formatTime(at, 'short'));
}

/** @throws ServiceError, also if the list is refreshed or no longer read meanwhile. */
async function readToEnd(
  name: ListName,
  list: ReadList,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const stopFollowing = list.onChange(() => {
    report(rowsWords(name, list.state.rows.length, list.state.total), 0);
  });
  const cancel = () => {
    list.cancel();
  };
  signal.addEventListener('abort', cancel);
  const { hasMore, restored, asOf } = list.state;
  try {
    // A list that has ended with gaps is read anew.
    await (hasMore || restored || asOf === undefined ? list.loadAll() : list.refresh());
  } finally {
    signal.removeEventListener('abort', cancel);
    stopFollowing();
  }
  signal.throwIfAborted();
  const { failure } = list.state;
  if (failure || list.state.hasMore) {
    throw new ServiceError(failure?.failure ?? { kind: 'aborted' });
  }
}

/** Reads the counts of the rows that have old ones or none. Rejects as `StatsReader.readAll`. */
async function readCounts(
  connection: ActiveConnection,
  rows: readonly ServiceRow[],
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const { wait } = connection;
  const reportWait = () => {
    if (wait.leftMs > 0) report(waitWords(timeAfter(wait.leftMs)), 0);
  };
  const stopFollowing = wait.onChange(reportWait);
  reportWait();
  const refs = rows.flatMap((row) => projectRef(row) ?? []);
  let done = 0;
  const onEach = () => {
    if (++done % REPORT_EACH !== 0) return;
    report(l10n.t('counts of {0}', rowsWords('projects', done, refs.length)), 0);
  };
  const maxAgeMs = YOUNG_MINUTES * MINUTE_MS;
  await readerOf(connection).readAll(refs, { signal, maxAgeMs, onEach }).finally(stopFollowing);
}

/** Which rows have no counts, and why if it is not the service. */
function countLacks(connection: ActiveConnection, rows: readonly ServiceRow[]): string[] {
  const projects = rows.filter(isProject);
  const shared = new Set(projects.filter(isShared).flatMap((row) => typedId(row) ?? []));
  const reader = readerOf(connection);
  const without = projects.filter((row) => {
    const ref = projectRef(row);
    return !isShared(row) && !(ref && reader.last(ref));
  });
  const lacks: string[] = [];
  if (shared.size > 0) {
    const listed = displayText([...shared].join(', '));
    lacks.push(l10n.t('Rows that share an ID have no counts: {0}.', listed));
  }
  if (without.length > 0) {
    const words = l10n.t('{0} row has no counts. | {0} rows have no counts.');
    lacks.push(plural(without.length, words));
  }
  return lacks;
}
