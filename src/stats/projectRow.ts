import type { ActiveConnection } from '../connection/activeConnection.ts';
import { displayText } from '../core/base/displayText.ts';
import { chipOf } from '../core/messages/attentionMessages.ts';
import { describeStatsFailure } from '../core/messages/failureMessages.ts';
import type { ProjectRow } from '../core/messages/projectColumns.ts';
import { countsOf } from '../core/model/counts.ts';
import { isShared, type Project, projectRef } from '../core/model/model.ts';
import { concernsOf } from '../core/stats/attention.ts';
import { timeAfter } from '../editor/locale.ts';
import { stallLimitMs } from '../editor/settings.ts';
import { rowName } from '../lists/index.ts';
import { typedId } from '../lists/projects.ts';
import { failuresOf } from './failures.ts';
import { acknowledgedOf, watchedOf } from './rowFacts.ts';
import { readerOf } from './statsReader.ts';

/** What is said of a project, with its newest counts, but without its pace. */
export function projectRow(connection: ActiveConnection, project: Project): ProjectRow {
  const { key, name, symbol, status, askedAt: statusAt } = project;
  const reader = readerOf(connection);
  const ref = projectRef(project);
  const known = ref && reader.last(ref);
  const failure = ref && reader.failures.get(ref);
  const isUnread = ref !== undefined && reader.isUnread(ref);
  const failed = failure?.kind === 'notFound' ? 'noStats' : isUnread ? 'unread' : undefined;
  const hasRef = ref !== undefined || isShared(project);
  const { now } = reader;
  const concerned = { known, status, statusAt, hasRef, failed, now } as const;
  return {
    key,
    ref: typedId(project),
    name: shown(name),
    standIn: shown(name) ? undefined : rowName(project),
    symbol: shown(symbol),
    status: shown(status),
    shared: isShared(project) || undefined,
    watched: watchedOf(connection).all.has(key),
    acknowledged: acknowledgedOf(connection).all.has(key),
    counts: known && countsOf(known),
    asOf: known?.at,
    movedAt: known?.movedAt,
    isUnmoved: known !== undefined && known.restMs === undefined ? true : undefined,
    failedSince: ref && failuresOf(connection).all.get(ref),
    failure:
      ref &&
      failure &&
      describeStatsFailure(failure, ref, connection.address.host, timeAfter).reason,
    concerns: concernsOf(concerned, stallLimitMs()).map((one) => ({
      kind: one.kind,
      words: chipOf(one),
    })),
  };
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : displayText(text);
}
