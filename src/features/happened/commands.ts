import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, projectLink } from '../../connection/activeConnection.ts';
import { openList } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { PERIODS, startOf } from '../../core/stats/period.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { formatDay } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import { showInformation, showStatus, withProgress } from '../../editor/notify.ts';
import { reportDocument } from '../../editor/reportDocument.ts';
import { type HappenedReport, lastLooked, whatHappened } from '../../stats/whatHappened.ts';
import { happenedSummary, periodName, reportText, type ReportWords, sinceWords } from './report.ts';

/**
 * The command that shows what happened since a time, as a rendered document and a message.
 * @param closing aborts when the window closes.
 */
export function happenedCommands(
  session: Session,
  projects: PagedList<Project>,
  closing: AbortSignal,
) {
  let document: ReturnType<typeof reportDocument> | undefined;
  const show = async (report: HappenedReport, connection: ActiveConnection) => {
    const words = wordsOf(connection);
    const text = reportText(report, words);
    document ??= reportDocument('mintscope-happened', closing);
    await document.preview(l10n.t('What Happened'), text);
    const since = sinceWords(report.happened.since, words);
    const summary = happenedSummary(report, words);
    const isEmpty = report.happened.read === 0;
    const message = isEmpty ? summary : l10n.t('Since {0}: {1}', since, summary);
    const [copy, open] = [l10n.t('Copy as Markdown'), l10n.t('Open Portfolio')];
    const choice = await showInformation(message, ...(isEmpty ? [open] : [copy, open]));
    if (choice === open) await runCommand('mintscope.openPortfolio');
    if (choice !== copy) return;
    await vscode.env.clipboard.writeText(text);
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
        const parts = { session, connection, projects };
        const report = await withProgress(l10n.t('Looking up what happened'), async (canceled) => {
          const signal = AbortSignal.any([canceled, closing, connection.ended]);
          return whatHappened(parts, since, signal).catch((error: unknown) => {
            if (canceled.aborted || closing.aborted) return undefined;
            throw error;
          });
        });
        if (report) await show(report, connection);
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

function wordsOf(connection: ActiveConnection): ReportWords {
  return {
    time: (at) => formatTime(at, 'short'),
    day: formatDay,
    link: (project) => {
      const ref = parseProjectRef(project);
      return ref ? projectLink(connection, ref) : '';
    },
  };
}
