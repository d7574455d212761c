import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { capitalized, displayText } from '../../core/base/displayText.ts';
import { plural } from '../../core/base/format.ts';
import { type ProjectRef, projectRef } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { BACK } from '../../editor/askText.ts';
import { type Report, showInformation, showWarning, withProgress } from '../../editor/notify.ts';
import { forAllLists, type ListName, LISTS, rowName } from '../../lists/index.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { targetRow, type Targets } from '../../views/commandTargets.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import { askTarget, replaceFile, writeFailureWords } from './file.ts';
import { type CountsOfRows, type Gathered, gatherRows } from './gather.ts';
import {
  askLayout,
  askPlan,
  type Layout,
  type ShownRows,
  type Source,
  sourcesOf,
} from './questions.ts';
import { csvText, historySheet, jsonText } from './sheets.ts';

export type { ShownRows };

/**
 * Commands that export the lists, and the history of a project's counts, to files.
 * @param closing aborts when the window closes, and cancels running exports.
 */
export function exportCommands(
  session: Session,
  shown: Readonly<Record<ListName, ShownRows>>,
  targets: Targets,
  closing: AbortSignal,
) {
  const exportList = (name: ListName, passed: unknown) =>
    connected(session, async (connection) => {
      const { account, ended } = connection;
      const title = LISTS[name].words.export.title();
      const write = (source: Source, counts: CountsOfRows, format: Layout['format']) => {
        const gather: Gather = (signal, report) =>
          gatherRows(connection, name, shown[name], source, counts, signal, report);
        return exportFile(connection, name, format, gather, closing);
      };
      if (passed instanceof CountedProjects) {
        // Rows of another account are not written under this one.
        if (passed.account !== account) return;
        const projects = passed.rows.map(({ project }) => project);
        const layout = await askLayout(title, false, ended);
        if (layout && layout !== BACK) await write(projects, 'known', layout.format);
        return;
      }
      const plan = await askPlan(name, sourcesOf(name, shown[name]), ended);
      if (!plan) return;
      session.probeNow();
      await write(plan.source, plan.hasCounts ? 'young' : undefined, plan.format);
    });
  return {
    ...forAllLists((name) => ({
      /** @param passed `CountedProjects` to export; anything else exports rows of the view. */
      [`mintscope.export${capitalized(name)}`]: (passed: unknown) => exportList(name, passed),
    })),
    'mintscope.exportHistory': (called, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Export the history of which project?');
        const question = { title, lists: ['projects'] as const };
        const row = await targetRow(targets, called, selected, question);
        const ref = row && projectRef(row);
        if (ref) await exportHistory(connection, rowName(row), ref, closing);
      }),
  } satisfies Handlers;
}

type Gather = (signal: AbortSignal, report: Report) => Promise<Gathered>;

/** Exports all readings of a project. */
async function exportHistory(
  connection: ActiveConnection,
  name: string,
  ref: ProjectRef,
  closing: AbortSignal,
): Promise<void> {
  const readings = readerOf(connection).readings.of(ref);
  const layout = await askLayout(l10n.t('Export History'), false, connection.ended);
  if (!layout || layout === BACK) return;
  const rows = plural(readings.length, l10n.t('{0} reading | {0} readings'));
  const gather = () => Promise.resolve({ sheet: historySheet(readings), rows, lacks: [] });
  await exportFile(connection, name, layout.format, gather, closing);
}

/**
 * Prompts for the target, reads what is missing, writes the file, and reports how many rows it has
 * and what they lack. If reading fails, the user may save what came before.
 * @param what is exported, for the name of the file.
 * @throws Error with a sentence for the user.
 */
async function exportFile(
  connection: ActiveConnection,
  what: string,
  format: Layout['format'],
  gather: Gather,
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
    return replaceFile(target, format === 'CSV' ? csvText(sheet) : jsonText(sheet), signal);
  };
  // Reading and writing share one progress. After several notifications within a second, the editor
  // puts the next one, which is the result, only into its list of notifications.
  const gathered = await run(async (signal, report) => {
    const result = await gather(signal, report);
    if (result.failure === undefined) await write(result, signal);
    return result;
  });
  if (!gathered) return;
  const { sheet, rows, lacks, failure } = gathered;
  if (failure !== undefined) {
    if (sheet.rows.length === 0) throw nothingExported(failure);
    const save = plural(
      sheet.rows.length,
      l10n.t('Save the {0} row that came | Save the {0} rows that came'),
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
  const sentences = [l10n.t('Exported {0} to {1}.', rows, file), ...lacks];
  const chosen = await show(sentences.join(' '), open, ...reveal);
  if (chosen === undefined) return;
  const command = chosen === open ? 'vscode.open' : 'revealFileInOS';
  await vscode.commands.executeCommand(command, target);
}

function nothingExported(why: string): Error {
  return new Error(l10n.t('Nothing was exported. {0}', why));
}
