import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { displayText } from '../../core/base/displayText.ts';
import { chipOf } from '../../core/messages/attentionMessages.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { isShared } from '../../core/model/sharedKeys.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { concernsOf } from '../../core/stats/attention.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import { isMinting } from '../../core/stats/pace.ts';
import { leftOf } from '../../core/stats/share.ts';
import { timeAfter } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { failuresOf } from '../../stats/failures.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { acknowledgedOf, watchedOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { PortfolioRow } from './messages.ts';

/** The row of a project as it is sent, with its newest counts. Reads its history for the pace. */
export function portfolioRow(connection: ActiveConnection, project: Project): PortfolioRow {
  const { key, id, name, symbol, status, askedAt: statusAt, transferable } = project;
  const reader = readerOf(connection);
  const ref = projectRef(project);
  const known = ref && reader.last(ref);
  const failure = ref && reader.failures.get(formatRef(ref));
  const failed = failure && (failure.kind === 'notFound' ? 'noStats' : 'unread');
  const hasRef = ref !== undefined || isShared(project);
  const concerned = { known, status, statusAt, hasRef, failed } as const;
  const stallMs = stallLimitMs();
  const pace =
    known && leftOf(known) !== 0 && statusTone(status) !== 'failed'
      ? projectPace(connection, ref, known)
      : undefined;
  return {
    key,
    ref: id === undefined || transferable === undefined ? id : `${transferable ? 't' : 'n'}/${id}`,
    name: shown(name),
    symbol: shown(symbol),
    status: shown(status),
    shared: isShared(project) || undefined,
    watched: watchedOf(connection).all.has(key),
    acknowledged: acknowledgedOf(connection).all.has(key),
    counts: known && countsOf(known),
    asOf: known?.at,
    movedAt: known?.movedAt,
    failedSince: ref && failuresOf(connection).all.get(formatRef(ref)),
    minting: isMinting(concerned, pace !== undefined && 'perMinute' in pace, stallMs),
    pace:
      pace && 'low' in pace
        ? { perMinute: pace.perMinute, doneAt: doneAt(pace, connection.store.clock.now()) }
        : pace,
    failure:
      ref &&
      failure &&
      describeStatsFailure(failure, ref, connection.address.host, timeAfter).reason,
    concerns: concernsOf(concerned, stallMs).map((one) => ({
      kind: one.kind,
      words: chipOf(one),
      isStatus: (one.kind === 'failed' && one.count === undefined) || undefined,
    })),
  };
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : displayText(text);
}
