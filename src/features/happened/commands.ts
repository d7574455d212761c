import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type ActiveConnection,
  endedWords,
  projectLink,
} from '../../connection/activeConnection.ts';
import { connected, reportWaits, waitReason } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { serviceName } from '../../connection/signIns.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { readOf } from '../../core/messages/coverageMessages.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { type Project, projectRef, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { PERIODS, startOf } from '../../core/stats/period.ts';
import { endOf } from '../../core/stats/share.ts';
import { askChoice } from '../../editor/askChoice.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatDay } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import {
  type Report,
  showInformation,
  showStatus,
  showWarning,
  withProgress,
} from '../../editor/notify.ts';
import { rowsWords } from '../../lists/index.ts';
import { rowTitle } from '../../rows/address.ts';
import { linkInReport, type Reports } from '../../rows/reports.ts';
import type { RowPanels } from '../../rows/rowPanel.ts';
import {
  type HappenedReport,
  knownIn,
  lastLooked,
  whatHappened,
} from '../../stats/whatHappened.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { happenedSummary, periodName, reportText, sinceWords } from './report.ts';

/** @param closing aborts when the window closes. */
export function happenedCommands(
  session: Session,
  projects: PagedList<Project>,
  reports: Pick<Reports, 'show'>,
  panels: Pick<RowPanels, 'uriOf'>,
  closing: AbortSignal,
) {
  /** Reads the whole list again; one that is being read is read to its end. Rejects if aborted. */
  const readList = async (signal: AbortSignal, say: Report) => {
    const follow = () => {
      const { rows, total, work } = projects.state;
      const isAgain = work === 'refresh';
      say(isAgain ? l10n.t('reading the list') : rowsWords('projects', rows.length, total), 0);
    };
    const stopFollowing = projects.onChange(follow);
    try {
      // A refresh would end the reading that another surface waits for.
      const isFree = projects.state.work === undefined;
      if (isFree) await projects.refresh(signal);
      if (!isFree || !projects.state.failure) await projects.loadAll(signal);
      signal.throwIfAborted();
    } finally {
      stopFollowing();
    }
  };
  /** Reads the counts that can still change, so that they are as new as the statuses. */
  const readCounts = async (connection: ActiveConnection, signal: AbortSignal, say: Report) => {
    const reader = readerOf(connection);
    await reader.newest(signal);
    const refs = projects.state.rows
      .flatMap((row) => projectRef(row) ?? [])
      .filter((ref) => endOf(reader.last(ref) ?? {}, false) === undefined);
    let done = 0;
    const onEach = () => {
      say(readOf(++done, refs.length), 100 / refs.length);
    };
    await reader.readAll(refs, { signal, maxAgeMs: 0, onEach });
  };
  const lookUp = async (since: number, connection: ActiveConnection) => {
    const { address, ended } = connection;
    const over = AbortSignal.any([closing, ended]);
    const asked = session.clock.uptime();
    const title = l10n.t('Reading what happened; Cancel shows what is known');
    const { hasMore, rows } = projects.state;
    const comparedRows = hasMore ? rows.length : Infinity;
    /** Resolves with why not all was read; empty if all was, or the user canceled. */
    const reason = await withProgress(title, async (canceled, say) => {
      const signal = AbortSignal.any([canceled, over]);
      const stopFollowing = reportWaits(connection, say);
      try {
        await readList(signal, say);
        await readCounts(connection, signal, say);
        const { failure } = projects.state.failure ?? {};
        // A service may give no further pages, whatever its totals say: those that came are all.
        if (!failure || failure.kind === 'noPage') return '';
        return describeFailure(failure, address.host).reason;
      } catch (error) {
        if (signal.aborted) return waitReason(connection);
        if (!isServiceError(error)) throw error;
        return describeFailure(error.failure, address.host).reason;
      } finally {
        stopFollowing();
      }
    });
    if (ended.aborted) void showInformation(endedWords());
    if (over.aborted) return;
    const report = await whatHappened({ session, connection, projects, comparedRows }, since, over);
    await show(report, connection, reason, asked);
  };
  const show = async (
    report: HappenedReport,
    connection: ActiveConnection,
    reason: string,
    asked: number,
  ): Promise<void> => {
    const linkInEditor = (ref: ProjectRef) => {
      const row = unseenProject(ref, { name: report.names.get(ref) });
      const uri = panels.uriOf({ kind: 'stats', ref }, rowTitle(row));
      return uri ? linkInReport(uri) : '';
    };
    const service = serviceName(connection);
    const text = reportText(report, service, linkInEditor);
    await reports.show(l10n.t('What Happened'), text, asked);
    const summary = happenedSummary(report, linkInEditor);
    const { happened, listed } = report;
    const known = knownIn(report);
    const isEmpty = known === 0;
    const said = isEmpty ? summary : l10n.t('Since {0}: {1}', sinceWords(happened), summary);
    const covers = isEmpty || known >= listed ? '' : `${readOf(known, listed)}.`;
    const message = [reason, said, covers].filter((part) => part !== '').join(' ');
    const copy = l10n.t('Copy as Markdown');
    const shows = reason === '' ? showInformation : showWarning;
    if ((await shows(message, ...(isEmpty ? [] : [copy]))) !== copy) return;
    const link = (ref: ProjectRef) => projectLink(connection, ref);
    await vscode.env.clipboard.writeText(reportText(report, service, link));
    showStatus(l10n.t('The report was copied.'));
  };
  return {
    /** @param period one of `PERIODS`; anything else prompts for one. */
    'mintscope.whatHappened': (period) =>
      connected(session, async (connection) => {
        const since = await chooseStart(period, lastLooked(projects), connection);
        if (since === undefined || connection.ended.aborted) return;
        session.probeNow();
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
    const isTime = period === 'tenMinutes' || period === 'hour' || period === 'lastLooked';
    const description = isTime ? formatTime(value, 'short') : formatDay(value);
    return [{ period, value, label: periodName(period), description }];
  });
  const named = choices.find(({ period }) => period === wanted);
  if (named) return named.value;
  const title = l10n.t('What happened since when?');
  return askChoice({ title, choices, ended });
}
