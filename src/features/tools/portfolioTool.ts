import * as l10n from '@vscode/l10n';
import { concernedOf } from '../../connection/concernedRows.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { motionSentence } from '../../core/messages/forecastMessages.ts';
import { coverageWords } from '../../core/messages/coverageMessages.ts';
import { COUNTS, type CountName, forEachCount } from '../../core/model/counts.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { concernsOf, isAlarm } from '../../core/stats/attention.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/watchSettings.ts';
import { motionIn } from '../../stats/projectPace.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { loadedFacts, rowFacts } from './rowFacts.ts';
import type { Tool, ToolParts } from './tool.ts';

/** Projects in one answer that may need attention. */
const MOST_CONCERNS = 20;

/** Sums up the counts that were read of all Projects. Asks the service for nothing. */
export function portfolioTool({ session, catalog: { projects } }: ToolParts): Tool {
  return {
    doing: l10n.t('Summing up the portfolio…'),
    async find(_, connection, signal) {
      const { state } = projects;
      const known = await readerOf(connection).newest(signal);
      if (state.asOf !== undefined && isComplete(state)) {
        // Without projects that the service does not list any more.
        const listed = new Set(state.rows.map(({ key }) => key));
        for (const ref of known.keys()) if (!listed.has(`project/${ref}`)) known.delete(ref);
      }
      const all = [...known.values()];
      const oldest = all.length === 0 ? undefined : Math.min(...all.map(({ at }) => at));
      const listed = Math.max(state.total ?? 0, state.rows.length, known.size);
      const cover = { listed, total: undefined, withStats: known.size, failed: 0, oldest };
      const sum = (name: CountName) =>
        all.reduce((total, reading) => total + (reading[name] ?? 0), 0);
      const partly = all.filter((reading) => COUNTS.some((name) => reading[name] === undefined));
      const acknowledged = (key: string) => concernedOf(connection).isAcknowledged(key);
      const concerned = concernedIn(state, known).filter(({ row }) => !acknowledged(row.key));
      const statuses = new Map(
        state.rows.map(({ key, status }) => [key.replace(/^project\//, ''), status]),
      );
      const motion = await motionIn(connection, known, statuses, signal);
      return {
        asOf: oldest,
        coverage: coverageWords(cover, session.clock.now(), formatNumber, formatTime),
        projects: listed,
        withStats: known.size,
        totals: forEachCount(sum),
        percentConfirmed: percentConfirmed(all),
        // What cannot be read now has no forecast.
        forecast:
          session.outage || session.refused ? undefined : motionSentence(motion, formatNumber),
        ...(partly.length > 0 ? { withoutSomeCounts: partly.length } : {}),
        needAttention: concerned.length,
        // What needs attention is known of loaded projects only.
        attentionCovers: loadedFacts(state).coverage,
        attention: concerned
          .slice(0, MOST_CONCERNS)
          .map(({ row, why }) => ({ ...rowFacts(row), why })),
      };
    },
  };
}

/** The loaded projects that may need attention, and why. */
function concernedIn(
  { rows, asOf: statusAt }: ListState<Project>,
  readings: ReadonlyMap<string, LastReading>,
) {
  const stallMs = stallLimitMs();
  return rows.flatMap((row) => {
    const ref = projectRef(row);
    const known = ref && readings.get(formatRef(ref));
    const { status } = row;
    const project = { known, status, statusAt, hasRef: ref !== undefined, failed: undefined };
    const concerns = concernsOf(project, stallMs);
    if (!concerns.some(({ kind }) => isAlarm(kind))) return [];
    return [{ row, why: concernWords(concerns, formatNumber) }];
  });
}
