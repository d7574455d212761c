import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { ReadPage } from '../../core/lists/readAhead.ts';
import { describeFailure, waitWords } from '../../core/messages/failureMessages.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { type Report, showInformation, showWarning, withProgress } from '../../editor/notify.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { mostBytesOf, waysTo, writeTo } from './askTarget.ts';
import { errorCode } from './errorCode.ts';
import {
  endWords,
  fileFailureWords,
  type Outcome,
  progressWords,
  unknownFailureWords,
  type Wrote,
} from './exportMessages.ts';
import type { Batch, ExportName, ExportRow } from './formats.ts';
import { countedOf, countedRows } from './rowCounts.ts';
import { askPlan, askTarget, type Format, type Plan } from './questions.ts';
import { exportSources, type Reading, type ShownRows } from './sources.ts';
import { type ReadStats, withStats } from './stats.ts';
import { writeRows } from './writeRows.ts';

/**
 * Asks what to export, in which format and where to, writes the file, and says how many rows of how
 * many it holds. After a failure or a cancel no part of it is left.
 * @param closing aborts when the window closes.
 * @throws Error with a sentence for people.
 */
export async function exportRows(
  connection: ActiveConnection,
  list: ListName,
  shown: ShownRows,
  closing: AbortSignal,
): Promise<void> {
  const { client, ended } = connection;
  const read: ReadPage<ExportRow> = (request, signal) => client[list](request, signal);
  const time = (at: number) => formatTime(at, 'short');
  const sources = exportSources(list, shown, read, formatNumber, time);
  const plan = await askPlan(list, sources, ended);
  if (!plan) return;
  await exportFile(list, connection, plan.format, plan.source.wrote, closing, (...to) =>
    write(list, connection, plan, ...to),
  );
}

/**
 * Writes rows to a file of this machine.
 * @param onRows is called with how many were written.
 * @param report reports anything else.
 */
type WriteFile = (
  file: { readonly path: string; readonly most: number | undefined },
  onRows: OnRows,
  signal: AbortSignal,
  report: Report,
) => Promise<Outcome>;

/** The end of each export: asks where to, and see `exportRows`. */
export async function exportFile(
  name: ExportName,
  connection: ActiveConnection,
  format: Format,
  wrote: Wrote,
  closing: AbortSignal,
  write: WriteFile,
): Promise<void> {
  const { ended } = connection;
  const target = await askTarget(name, format);
  if (!target) return;
  const file = displayText(posix.basename(target.path));
  const most = mostBytesOf(target);

  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended, closing]);
  let outcome: Outcome;
  try {
    outcome = await tellProgress(
      name,
      connection.clock,
      progressWords(name, file, most, formatNumber),
      stop,
      (onRows, report) =>
        writeTo(target, (path) => write({ path, most }, onRows, signal, report), signal),
    );
  } catch (error) {
    if (closing.aborted) return;
    if (stop.signal.aborted && !ended.aborted) {
      void showInformation(l10n.t('Export stopped. Nothing was written.'));
      return;
    }
    const why = ended.aborted
      ? l10n.t('The sign-in changed meanwhile. Export again.')
      : failureWords(error, connection, file);
    throw new Error(l10n.t('Nothing was exported. {0}', why), { cause: error });
  }
  await tellEnd(wrote, file, outcome, target);
}

async function write(
  list: ListName,
  connection: ActiveConnection,
  { source, hasStats, format }: Plan,
  { path, most }: { readonly path: string; readonly most: number | undefined },
  onRows: OnRows,
  signal: AbortSignal,
  report: Report,
): Promise<Outcome> {
  const reading = source.start();
  const reader = readerOf(connection);
  const read: ReadStats = async (ref, within) => {
    const demand = { urgency: 'list', signal: within, maxAgeMs: Infinity } as const;
    return (await reader.request(ref, demand)).stats;
  };
  const reportWait = () => {
    const { waitUntil } = reader;
    if (hasStats && waitUntil !== undefined) report(waitWords(formatTime(waitUntil)), 0);
  };
  reportWait();
  const following = reader.onDidChangeWait(reportWait);
  const left = { without: 0, unread: 0 };
  const pages = reading.pages(signal);
  const written = await writeRows(
    hasStats ? withStats(pages, read, left, signal) : withoutStats(pages),
    format.writer(list, hasStats),
    path,
    (rows) => {
      onRows(reading.read ?? rows, source.isRead ? reading.total : source.count);
    },
    signal,
    most,
  ).finally(() => {
    following.dispose();
  });
  const { total, unreadable, short, changed, repeated } = reading;
  return {
    ...{ written, total, unreadable, short, changed, repeated },
    statsWithout: left.without,
    statsUnread: left.unread,
  };
}

async function* withoutStats(pages: ReturnType<Reading['pages']>): AsyncGenerator<Batch, void> {
  for await (const rows of pages) yield { rows };
}

function tellProgress<T>(
  list: ExportName,
  clock: Clock,
  title: string,
  stop: AbortController,
  run: (onRows: OnRows, report: Report) => Promise<T>,
): Thenable<T> {
  return withProgress(title, (canceled, report) => {
    canceled.addEventListener('abort', () => {
      stop.abort();
    });
    return run(rowProgress(list, report, clock.now), report);
  });
}

function failureWords(error: unknown, { address }: ActiveConnection, file: string): string {
  if (isServiceError(error)) {
    const { reason, hint } = describeFailure(error.failure, address.host);
    return `${reason} ${hint}`;
  }
  const code = errorCode(error);
  return code === undefined ? unknownFailureWords(error) : fileFailureWords(code, file);
}

async function tellEnd(
  wrote: Wrote,
  file: string,
  outcome: Outcome,
  target: vscode.Uri,
): Promise<void> {
  const { text, whole } = endWords(wrote, file, outcome, formatNumber);
  const ways = waysTo(target);
  const tell = whole ? showInformation : showWarning;
  const choice = await tell(text, ...ways.keys());
  if (choice !== undefined) await ways.get(choice)?.();
}

/** The least time between reports in milliseconds: each one crosses to the editor's window. */
const PROGRESS_MS = 100;

/** Called with the number of rows written so far, and the total if it is known. */
type OnRows = (written: number, total: number | undefined) => void;

/**
 * Reports rows as they are written, the first at once and then ten times a second at most.
 * @param now the time in milliseconds.
 */
export function rowProgress(list: ExportName, report: Report, now: () => number): OnRows {
  let saidAt = -Infinity;
  let saidShare = 0;
  return (written, total) => {
    const at = now();
    if (at - saidAt < PROGRESS_MS) return;
    saidAt = at;
    const words =
      total === undefined
        ? countedRows(list, written, formatNumber)
        : countedOf(list, written, total, formatNumber);
    const share = total ? Math.min(100, (written / total) * 100) : 0;
    report(words, share - saidShare);
    saidShare = share;
  };
}
