import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type ActiveConnection,
  endedWords,
  projectLink,
} from '../../connection/activeConnection.ts';
import { openList } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { readOf } from '../../core/messages/coverageMessages.ts';
import { type Project, projectRef, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { PERIODS, startOf } from '../../core/stats/period.ts';
import { endOf } from '../../core/stats/share.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { formatDay } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import { type Report, showInformation, showStatus, withProgress } from '../../editor/notify.ts';
import { rowTitle } from '../../rows/address.ts';
import { linkInReport, type Reports } from '../../rows/reports.ts';
import type { RowPanels } from '../../rows/rowPanel.ts';
import { type HappenedReport, lastLooked, whatHappened } from '../../stats/whatHappened.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { happenedSummary, periodName, reportText, sinceWords } from './report.ts';

/**
 * The command that shows what happened since a time, as a rendered document and a message.
 * @param closing aborts when the window closes.
 */
export function happenedCommands(
  session: Session,
  projects: PagedList<Project>,
  reports: Pick<Reports, 'show'>,
  panels: Pick<RowPanels, 'uriOf'>,
  closing: AbortSignal,
) {
  /** Reads the whole list again, and all counts that can still change. */
  const readAll = async (connection: ActiveConnection, signal: AbortSignal, say: Report) => {
    await projects.refresh(signal);
    await projects.loadAll(signal);
    const reader = readerOf(connection);
    const refs = projects.state.rows
      .flatMap((row) => projectRef(row) ?? [])
      .filter((ref) => endOf(reader.last(ref) ?? {}, false) === undefined);
    let done = 0;
    const onEach = () => {
      say(readOf(++done, refs.length), 100 / refs.length);
    };
    await reader.readAll(refs, { signal, maxAgeMs: 0, onEach });
  };
  const lookUp = async (since: number, connection: ActiveConnection, isReading = false) => {
    const parts = { session, connection, projects };
    const title = l10n.t('Looking up what happened');
    const report = await withProgress(title, async (canceled, say) => {
      const signal = AbortSignal.any([canceled, closing, connection.ended]);
      try {
        if (isReading) await readAll(connection, signal, say);
        return await whatHappened(parts, since, signal);
      } catch (error) {
        if (canceled.aborted || closing.aborted) return undefined;
        throw error;
      }
    });
    if (report) await show(report, connection);
  };
  const show = async (report: HappenedReport, connection: ActiveConnection): Promise<void> => {
    const linkInEditor = (ref: ProjectRef) => {
      const row = unseenProject(ref, { name: report.names.get(ref) });
      const uri = panels.uriOf({ kind: 'stats', ref }, rowTitle(row));
      return uri ? linkInReport(uri) : '';
    };
    await reports.show(l10n.t('What Happened'), reportText(report, linkInEditor));
    const since = sinceWords(report.happened);
    const summary = happenedSummary(report, linkInEditor);
    const isEmpty = report.happened.read === 0;
    const message = isEmpty ? summary : l10n.t('Since {0}: {1}', since, summary);
    const copy = l10n.t('Copy as Markdown');
    const again = l10n.t('Read All Again');
    const open = l10n.t('Open Portfolio');
    const choices = isEmpty ? [open] : [copy, again, open];
    const choice = await showInformation(message, ...choices);
    if (choice === open) await runCommand('mintscope.openPortfolio');
    if (choice === again && connection.ended.aborted) void showInformation(endedWords());
    else if (choice === again) {
      session.probeNow();
      await lookUp(report.happened.since, connection, true);
    }
    if (choice !== copy) return;
    const link = (ref: ProjectRef) => projectLink(connection, ref);
    await vscode.env.clipboard.writeText(reportText(report, link));
    showStatus(l10n.t('The report was copied.'));
  };
  return {
    /** @param period one of `PERIODS`; anything else prompts for one. */
    'mintscope.whatHappened': (period) =>
      connected(session, async (connection) => {
        const since = await chooseStart(period, lastLooked(projects), connection);
        if (since === undefined || connection.ended.aborted) return;
        session.probeNow();
        // The report says how many projects the list has.
        await openList(session, projects);
        await lookUp(since, connection);
      }),
  } satisfies Handlers;
}

/** In milliseconds since 1970; `undefined` if the user canceled or the connection ended. */
async function chooseStart(
  wanted: unknown,
  lookedAt: number | undefined,
  { store, ended }: ActiveConnection,
): Promise<number | undefined> {
  const now = store.clock.now();
  const starts = PERIODS.map((period) => ({ period, value: startOf(period, now, lookedAt) }));
  const choices = starts.flatMap(({ period, value }, at) => {
    // Two periods may begin at the same time, as today and since the user last looked.
    const isNew = starts.findIndex((one) => one.value === value) === at;
    if (value === undefined || (!isNew && period !== wanted)) return [];
    const isTime = period === 'hour' || period === 'lastLooked';
    const description = isTime ? formatTime(value, 'short') : formatDay(value);
    return [{ period, value, label: periodName(period), description }];
  });
  const named = choices.find(({ period }) => period === wanted);
  if (named) return named.value;
  const title = l10n.t('What happened since when?');
  return askChoice({ title, choices, ended });
}
