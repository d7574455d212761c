import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { displayText } from '../../core/base/displayText.ts';
import { type Report, showInformation, showWarning, withProgress } from '../../editor/notify.ts';
import { type Counts, endWords, failureWords, progressWords, rowsWords } from './exportMessages.ts';
import { askTarget, type Format } from './questions.ts';
import type { Wrote } from './sources.ts';
import type { Left } from './stats.ts';
import { type RowsInTurn, writeRows } from './writeRows.ts';
import type { ExportName } from './writers.ts';

export interface Export {
  readonly name: ExportName;
  readonly format: Format;
  readonly hasStats: boolean;
  readonly rows: (signal: AbortSignal, report: Report) => RowsInTurn;
  /** Like `left`, it may change while rows are read. */
  readonly counts: Counts;
  readonly left?: Left;
  readonly wrote: Wrote;
}

/**
 * Prompts for the target, writes the file, and reports how many rows it has and what is missing.
 * After a failure or a cancel, no part of the new file is left.
 * @param closing aborts when the window closes.
 * @throws Error with a sentence for the user, except after a cancel.
 */
export async function exportFile(
  connection: ActiveConnection,
  { name, format, hasStats, rows, counts, left, wrote }: Export,
  closing: AbortSignal,
): Promise<void> {
  const { ended, address, clock } = connection;
  const target = await askTarget(name, format);
  if (!target) return;
  const file = displayText(posix.basename(target.path));
  const maxBytes = mostBytesOf(target);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended, closing]);
  let written: number;
  try {
    written = await withProgress(progressWords(name, file, maxBytes), (canceled, report) => {
      canceled.addEventListener('abort', () => {
        stop.abort();
      });
      const reportRows = rowProgress(name, report, clock.now);
      const onWritten = (count: number) => {
        reportRows(counts.read ?? count, counts.total);
      };
      const write = (path: string) => {
        const writer = format.writer(name, hasStats);
        return writeRows(rows(signal, report), writer, path, onWritten, signal, maxBytes);
      };
      return writeTo(target, write, signal);
    });
  } catch (error) {
    if (closing.aborted) return;
    if (stop.signal.aborted && !ended.aborted) {
      void showInformation(l10n.t('Export stopped. Nothing was written.'));
      return;
    }
    const why = ended.aborted
      ? l10n.t('The sign-in changed meanwhile. Export again.')
      : failureWords(error, address.host, file);
    throw new Error(l10n.t('Nothing was exported. {0}', why), { cause: error });
  }
  const { text, whole } = endWords(wrote(written, counts.total, file), counts, left);
  const ways = waysTo(target);
  const choice = await (whole ? showInformation : showWarning)(text, ...ways.keys());
  if (choice !== undefined) await ways.get(choice)?.();
}

/** The least time between reports in milliseconds: each one crosses to the editor's window. */
const PROGRESS_MS = 100;

/**
 * Reports progress: the first call at once, then one call in `PROGRESS_MS` at most.
 * @param now the time in milliseconds since 1970.
 * @returns a function to call with the number of rows so far, and the total if it is known.
 */
export function rowProgress(
  name: ExportName,
  report: Report,
  now: () => number,
): (written: number, total: number | undefined) => void {
  let reportedAt = -Infinity;
  let reportedPercent = 0;
  return (written, total) => {
    const at = now();
    // The clock may have been set back since.
    if (Math.abs(at - reportedAt) < PROGRESS_MS) return;
    reportedAt = at;
    const percent = total ? Math.min(100, (written / total) * 100) : 0;
    report(rowsWords(name, written, total), percent - reportedPercent);
    reportedPercent = percent;
  };
}

/** In bytes. The editor transfers a file in one piece and keeps several copies of it in memory. */
const MOST_ELSEWHERE = 50_000_000;

/** The largest export to this target in bytes; `undefined` for no limit. */
export function mostBytesOf(target: vscode.Uri): number | undefined {
  return target.scheme === 'file' ? undefined : MOST_ELSEWHERE;
}

/**
 * Runs `write` with a path in this machine's file system: the target's, or, if the target is
 * elsewhere, that of a temporary file, which is then copied. Until then an existing file stays.
 * @param write may write at most `mostBytesOf(target)`.
 */
export async function writeTo<T>(
  target: vscode.Uri,
  write: (path: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (target.scheme === 'file') return write(target.fsPath);
  // A new folder that only this user can read.
  const folder = await mkdtemp(join(tmpdir(), 'mintscope-'));
  try {
    const path = join(folder, 'export');
    const result = await write(path);
    await upload(target, await readFile(path), signal);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upload(target: vscode.Uri, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const { fs } = vscode.workspace;
  const beside = vscode.Uri.joinPath(target, '..', `.mintscope-${randomUUID()}.tmp`);
  signal.throwIfAborted();
  try {
    await fs.writeFile(beside, bytes);
    signal.throwIfAborted();
    await fs.rename(beside, target, { overwrite: true });
  } catch (error) {
    // The file may not exist. Report the first error only.
    await fs.delete(beside).then(undefined, () => undefined);
    throw error;
  }
}

/** What to do with the exported file, by the labels of the buttons. */
export function waysTo(target: vscode.Uri): ReadonlyMap<string, () => Thenable<unknown>> {
  const run = (command: string) => () => vscode.commands.executeCommand(command, target);
  const ways = new Map([[l10n.t('Open'), run('vscode.open')]]);
  const onThisDesktop =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (onThisDesktop && target.scheme === 'file') ways.set(l10n.t('Reveal'), run('revealFileInOS'));
  // A browser cannot show folders of the machine; the Explorer view can show the workspace's.
  else if (vscode.workspace.getWorkspaceFolder(target)) {
    ways.set(l10n.t('Reveal'), run('revealInExplorer'));
  }
  return ways;
}
