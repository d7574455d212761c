import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { connected, reportWaits } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { filterNotice } from '../../core/messages/arrangementMessages.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { isKnownAsWhole, listNotices, outdatedSince } from '../../core/messages/listMessages.ts';
import { isProject, isShared, projectRef } from '../../core/model/model.ts';
import { isServiceError, ServiceError } from '../../core/model/serviceError.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { asOfWords, formatTime } from '../../editor/locale.ts';
import { type Report, showInformation, showWarning, withProgress } from '../../editor/notify.ts';
import {
  isServiceRow,
  type ListName,
  LISTS,
  rowName,
  rowsWords,
  type ServiceRow,
} from '../../lists/index.ts';
import { typedId } from '../../lists/projects.ts';
import { projectRow } from '../../stats/projectRow.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { targetRow, type Targets } from '../../views/commandTargets.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { askTarget, writeWhole, writeFailureWords } from './file.ts';
import { csvText, historySheet, jsonText, rowSheet, type Sheet } from './sheets.ts';

/** Counts that were read less than this many minutes ago are not requested. */
const YOUNG_MINUTES = 5;

interface Source {
  /** `all` if the list has to be read to its end first. */
  readonly rows: readonly ServiceRow[] | 'all';
  /** Which rows these are, in sentences; none if the user named them. */
  readonly which: readonly string[];
}

interface Gathered {
  readonly sheet: Sheet;
  /** How many rows of how many: `12 of 230 projects`. */
  readonly rows: string;
  /** By which filter the rows were chosen, and of when their counts are, in sentences. */
  readonly about: readonly string[];
  /** What the rows lack, in sentences. */
  readonly lacks: readonly string[];
  /** Why reading ended before all was there, in sentences. */
  readonly failure?: string | undefined;
}

/** How many projects are read between two reports of progress, each of which crosses to the window. */
const REPORT_EACH = 20;

interface Layout {
  readonly format: 'CSV' | 'JSON';
  readonly hasCounts: boolean;
}

/** @param closing aborts when the window closes, and cancels running exports. */
export function exportCommands(session: Session, targets: Targets, closing: AbortSignal) {
  /** @param chosen the rows to export, with the counts that are known; else the user is asked. */
  const exportList = (name: ListName, chosen?: readonly ServiceRow[]) =>
    connected(session, async (connection) => {
      const view = targets.views[name];
      const { ended } = connection;
      const { hasStats, words } = LISTS[name];
      const title = chosen
        ? plural(chosen.length, l10n.t('Export {0} Project | Export {0} Projects'))
        : words.export.title();
      const source = chosen ? { rows: chosen, which: [] } : await askSource(title, view, ended);
      const layout = source && (await askLayout(title, hasStats && !chosen, ended));
      if (!layout) return;
      if (!chosen) session.probeNow();
      const counts = chosen ? 'known' : layout.hasCounts ? 'young' : undefined;
      const gather = (signal: AbortSignal, report: Report) =>
        gatherRows(connection, name, view.rows.list, source, counts, signal, report);
      await exportFile(connection, name, layout.format, gather, closing);
    });
  return {
    /** @param selected projects of the portfolio. The title of a view passes only its focused row. */
    'mintscope.exportProjects': (_, selected) =>
      exportList('projects', Array.isArray(selected) ? selected.filter(isServiceRow) : undefined),
    'mintscope.exportCollections': () => exportList('collections'),

    'mintscope.exportHistory': (called, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Export the history of which project?');
        const question = { title, lists: ['projects'] as const };
        const row = await targetRow(targets, called, selected, question);
        const ref = row && projectRef(row);
        if (!ref) return;
        const readings = readerOf(connection).readings.of(ref);
        const layout = await askLayout(l10n.t('Export History'), false, connection.ended);
        if (!layout) return;
        const rows = plural(readings.length, l10n.t('{0} reading | {0} readings'));
        const gathered = { sheet: historySheet(readings), rows, about: [], lacks: [] };
        const gather = () => Promise.resolve(gathered);
        await exportFile(connection, rowName(row), layout.format, gather, closing);
      }),
  } satisfies Handlers;
}

/**
 * Prompts for the rows, if there are several choices. A single selected row is not offered: mostly that
 * of the panel in front, which nobody selected. `undefined` if the user cancels or `ended` aborts.
 */
async function askSource(
  title: string,
  view: ListView,
  ended: AbortSignal,
): Promise<Source | undefined> {
  const { rows: shown, selection } = view;
  const { name, list, arranged, changesOnly } = shown;
  const { state } = list;
  const { rows, total } = state;
  const choices: Choice<Source | 'filter'>[] = [];
  const add = (label: string, some: readonly ServiceRow[], which: readonly string[] = []) => {
    const description = joinWords(rowsWords(name, some.length, total), ageWords(state));
    // A copy, because the list may change while the user chooses.
    choices.push({ label, description, value: { rows: [...some], which } });
  };
  const isWhole = isKnownAsWhole(state);
  const isFiltered = arranged?.isFiltered === true;
  const isPart = isFiltered || changesOnly || (!isWhole && rows.length > 0);
  if (selection.length > 1) add(l10n.t('Selected rows'), selection);
  if (isPart) {
    add(l10n.t('Shown rows'), shown.inOrder, [
      ...(isFiltered ? [filterNotice(arranged.stored.filter)] : []),
      // Further rows that are not loaded may match.
      ...(isFiltered && !isWhole ? [l10n.t('{0}.', arranged.coverage ?? '')] : []),
      ...(changesOnly ? [l10n.t('Only changes are shown.')] : []),
    ]);
  }
  const all = l10n.t('All rows');
  if (isWhole) add(all, rows);
  else {
    const known = total === undefined ? '' : rowsWords(name, total, undefined);
    const description = joinWords(known, l10n.t('reads the pages that are missing'));
    choices.push({ label: all, description, value: { rows: 'all', which: [] } });
  }
  if (name === 'projects' && !isFiltered) {
    const description = l10n.t('to export only some, such as what has failed');
    choices.push({ label: l10n.t('Filter Projects…'), description, value: 'filter' });
  }
  const [only, ...others] = choices;
  const chosen =
    others.length === 0
      ? only?.value
      : await askChoice({ title, placeholder: l10n.t('Which rows?'), choices, ended });
  if (chosen !== 'filter') return chosen;
  await runCommand('mintscope.filterProjects');
  return shown.arranged?.isFiltered ? askSource(title, view, ended) : undefined;
}

/** Prompts for the format. @param hasStats whether it may have counts that are read first. */
function askLayout(
  title: string,
  hasStats: boolean,
  ended: AbortSignal,
): Promise<Layout | undefined> {
  const again = l10n.t('read again if older than {0} minutes', formatNumber(YOUNG_MINUTES));
  const choices: Choice<Layout>[] = [];
  for (const format of ['CSV', 'JSON'] as const) {
    // With counts first: most exports of projects are asked for to see how far they are.
    const label = l10n.t('{0} with counts', format);
    if (hasStats) choices.push({ label, description: again, value: { format, hasCounts: true } });
    const what = format === 'CSV' ? l10n.t('a table for spreadsheets') : l10n.t('the rows as sent');
    choices.push({ label: format, description: what, value: { format, hasCounts: false } });
  }
  return askChoice<Layout>({ title, placeholder: l10n.t('Format'), choices, ended });
}

/**
 * If reading fails, the user may save what came before.
 * @param what is exported, for the name of the file.
 * @throws Error with a sentence for the user.
 */
async function exportFile(
  connection: ActiveConnection,
  what: string,
  format: Layout['format'],
  gather: (signal: AbortSignal, report: Report) => Promise<Gathered>,
  closing: AbortSignal,
): Promise<void> {
  const { ended, address, scope } = connection;
  const service = scope === SAMPLE ? SAMPLE : address.host;
  const target = await askTarget(what, service, format);
  if (!target) return;
  const file = displayText(posix.basename(target.path));
  /** Resolves with `undefined` if the user cancels or the window closes. */
  const run = async <T>(work: (signal: AbortSignal, report: Report) => Promise<T>) => {
    let isCanceled = () => false;
    try {
      return await withProgress(l10n.t('Exporting to {0}', file), (canceled, report) => {
        isCanceled = () => canceled.aborted;
        return work(AbortSignal.any([canceled, ended, closing]), report);
      });
    } catch (error) {
      if (closing.aborted) return undefined;
      if (ended.aborted)
        throw nothingExported(l10n.t('The sign-in changed meanwhile. Export again.'));
      if (!isCanceled()) throw nothingExported(writeFailureWords(error, file));
      void showInformation(l10n.t('Export stopped. Nothing was written.'));
      return undefined;
    }
  };
  const write = ({ sheet }: Gathered, signal: AbortSignal) => {
    signal.throwIfAborted();
    return writeWhole(target, (format === 'CSV' ? csvText : jsonText)(sheet, signal), signal);
  };
  // Reading and writing share one progress. After several notifications within a second, the editor
  // puts the next one, which is the result, only into its list of notifications.
  const gathered = await run(async (signal, report) => {
    const result = await gather(signal, report);
    if (result.failure === undefined) await write(result, signal);
    return result;
  });
  if (!gathered) return;
  const { sheet, rows, about, lacks, failure } = gathered;
  if (failure !== undefined) {
    if (sheet.rows.length === 0) throw nothingExported(failure);
    const save = plural(
      sheet.rows.length,
      l10n.t('Save the {0} row read | Save the {0} rows read'),
    );
    const chosen = await showWarning(l10n.t('Not everything could be read. {0}', failure), save);
    if (chosen !== save) return;
    const saved = await run((signal) => write(gathered, signal).then(() => gathered));
    if (!saved) return;
  }
  const open = l10n.t('Open');
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  const reveal = isHere && target.scheme === 'file' ? [l10n.t('Reveal')] : [];
  const show = lacks.length === 0 && failure === undefined ? showInformation : showWarning;
  const sentences = [l10n.t('Exported {0} to {1}.', rows, file), ...about, ...lacks];
  const chosen = await show(sentences.join(' '), open, ...reveal);
  if (chosen === undefined) return;
  const command = chosen === open ? 'vscode.open' : 'revealFileInOS';
  await vscode.commands.executeCommand(command, target);
}

function nothingExported(why: string): Error {
  return new Error(l10n.t('Nothing was exported. {0}', why));
}

/**
 * A failure of the service ends the reading and is returned with what came before.
 * @param counts which to write; for `young`, old ones are read first.
 * @throws the reason of `signal`.
 */
async function gatherRows(
  connection: ActiveConnection,
  name: ListName,
  list: PagedList<ServiceRow>,
  source: Source,
  counts: 'young' | 'known' | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<Gathered> {
  const loaded = () => (list.state.restored ? [] : [...list.state.rows]);
  let rows = source.rows === 'all' ? undefined : source.rows;
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
    about: [...source.which, ...(counts ? countTimes(connection, rows) : [])],
    lacks: [
      ...(source.rows === 'all' ? listNotices(list.state) : []),
      ...(age === '' ? [] : [l10n.t('The rows are {0}.', age)]),
      ...(counts ? countLacks(connection, rows) : []),
    ],
    failure,
  };
}

/** `as of yesterday 18:04`; empty unless the rows are those of an earlier time. */
function ageWords(state: ListState<ServiceRow>): string {
  return asOfWords(outdatedSince([state]));
}

/** @throws ServiceError, also if the list is refreshed or no longer read meanwhile. */
async function readToEnd(
  name: ListName,
  list: PagedList<ServiceRow>,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const stopFollowing = list.onChange(() => {
    report(rowsWords(name, list.state.rows.length, list.state.total), 0);
  });
  const { hasMore, restored, asOf, work } = list.state;
  // A list that has ended with gaps is read anew.
  const isUnread = hasMore || restored || asOf === undefined || work === 'all';
  await (isUnread ? list.loadAll(signal) : list.refresh(signal)).finally(stopFollowing);
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
  const stopFollowing = reportWaits(connection, report);
  const refs = rows.flatMap((row) => projectRef(row) ?? []);
  let done = 0;
  const onEach = () => {
    if (++done % REPORT_EACH !== 0) return;
    report(l10n.t('counts of {0}', rowsWords('projects', done, refs.length)), 0);
  };
  const maxAgeMs = YOUNG_MINUTES * MINUTE_MS;
  await readerOf(connection).readAll(refs, { signal, maxAgeMs, onEach }).finally(stopFollowing);
}

/** `Counts of 09:40–09:44.`, or nothing without counts. */
function countTimes(connection: ActiveConnection, rows: readonly ServiceRow[]): string[] {
  const reader = readerOf(connection);
  const times = rows.flatMap((row) => {
    const ref = projectRef(row);
    return (ref && reader.last(ref)?.at) ?? [];
  });
  times.sort((one, other) => one - other);
  const bounds = [...times.slice(0, 1), ...times.slice(-1)].map((at) => formatTime(at, 'short'));
  return bounds.length === 0 ? [] : [l10n.t('Counts of {0}.', [...new Set(bounds)].join('–'))];
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
