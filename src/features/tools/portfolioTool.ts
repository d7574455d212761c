import * as l10n from '@vscode/l10n';
import { concernedOf } from '../../connection/concernedRows.ts';
import { isKnownAsWhole } from '../../core/messages/listMessages.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { motionSentence } from '../../core/messages/forecastMessages.ts';
import { coverageWords } from '../../core/messages/coverageMessages.ts';
import { COUNTS, forEachCount } from '../../core/model/counts.ts';
import { refOfKey } from '../../core/model/projectRef.ts';
import { isAlarm } from '../../core/stats/concernKinds.ts';
import { failedOf, unexplained } from '../../core/stats/problems.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { motionIn } from '../../stats/projectPace.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { loadedFacts, rowFacts } from './rowFacts.ts';
import { tool } from './tool.ts';

/** The most projects that an answer lists as needing attention. */
const MOST_CONCERNS = 20;

/** Sums up the counts that were read of all Projects. Sends no request. */
export const portfolioTool = tool({
  schema: { type: 'object', properties: {} },
  doing: () => l10n.t('Summing up the portfolio…'),

  async find(_, { session, catalog: { projects } }, connection, signal) {
    const { state } = projects;
    const reader = readerOf(connection);
    const known = new Map(await reader.newest(signal));
    if (isKnownAsWhole(state)) {
      // Leave out projects that the service does not list any more.
      const listed = new Set(state.rows.map(({ key }) => key));
      for (const ref of known.keys()) if (!listed.has(`project/${ref}`)) known.delete(ref);
    }
    const readings = [...known.values()];
    const oldest = readings.length === 0 ? undefined : Math.min(...readings.map(({ at }) => at));
    const listed = Math.max(state.total ?? 0, state.rows.length, known.size);
    const covered = { listed, total: undefined, withStats: known.size, failed: 0, oldest };
    const added = (countOf: (reading: LastReading) => number) =>
      readings.reduce((sum, reading) => sum + countOf(reading), 0);
    const partial = readings.filter((reading) =>
      COUNTS.some((name) => reading[name] === undefined),
    );
    const concerned = state.rows.flatMap((row) => {
      const concerns = projectConcerns(row, known.get(refOfKey(row.key)), reader);
      if (!concerns.some(({ kind }) => isAlarm(kind))) return [];
      const acknowledged = concernedOf(connection).isAcknowledged(row.key);
      return [{ ...rowFacts(row), why: concernWords(concerns), acknowledged }];
    });
    const statuses = new Map(state.rows.map(({ key, status }) => [refOfKey(key), status]));
    const motion = await motionIn(connection, known, statuses, signal);
    return {
      asOf: oldest,
      coverage: coverageWords(covered, session.clock.now()),
      projects: listed,
      withStats: known.size,
      totals: {
        ...forEachCount((name) => added((reading) => reading[name] ?? 0)),
        failed: added(failedOf),
        missing: added((reading) => unexplained(reading).missing),
        tooMany: added((reading) => unexplained(reading).tooMany),
      },
      percentConfirmed: percentConfirmed(readings),
      // If no counts can be read now, there is no forecast.
      forecast:
        session.outage || session.refused ? undefined : motionSentence(motion, session.clock.now()),
      ...(partial.length > 0 ? { withoutSomeCounts: partial.length } : {}),
      needAttention: concerned.length,
      acknowledged: concerned.filter(({ acknowledged }) => acknowledged).length,
      // Concerns are known only of loaded projects.
      attentionCovers: loadedFacts(state).coverage,
      attention: concerned.slice(0, MOST_CONCERNS),
    };
  },
});
