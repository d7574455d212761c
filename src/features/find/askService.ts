import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { isProject, type ProjectRef, type RowOfService } from '../../core/model/model.ts';
import { typedRefs } from '../../core/model/projectRef.ts';
import { formatNumber } from '../../core/base/format.ts';
import { timeAfter } from '../../editor/locale.ts';
import { projectKinds } from '../../stats/projectKinds.ts';
import type { StatsResponse } from '../../stats/statsReader.ts';
import { type FoundItem, failedItem, nothingItem, refItem } from './foundRows.ts';

/** The projects that the typed text refers to; empty if one of them is among the rows found. */
export function unlistedRefs(typed: string, found: readonly RowOfService[]): readonly ProjectRef[] {
  const refs = typedRefs(typed);
  const isListed = ({ kind, id }: ProjectRef) =>
    found.some(
      (row) =>
        isProject(row) && row.id === id && (row.transferable ?? kind === 't') === (kind === 't'),
    );
  return refs.some(isListed) ? [] : refs;
}

/** One project, or both kinds of an id. */
export type Refs = readonly [ProjectRef, ...ProjectRef[]];

/**
 * Finds by requests which of these projects exist. Both kinds of an id are asked for, so that the
 * other one can be offered.
 * @returns the project if exactly one exists, else lines that say what was found.
 */
export async function askService(
  connection: ActiveConnection,
  refs: Refs,
  signal: AbortSignal,
): Promise<{ readonly ref?: ProjectRef; readonly lines?: readonly FoundItem[] }> {
  const [wanted, other] = refs;
  const { id } = wanted;
  const { known, failure } = await projectKinds(connection, id, ['t', 'n'], signal);
  const [only, ...more] = refs.filter(({ kind }) => known.has(kind));
  if (only && more.length === 0 && (!other || !failure)) return { ref: only };
  const isOther = only === undefined && known.size > 0;
  const why = isOther ? unknownProject(id, wanted.kind, true) : undefined;
  const lines = [...known].map(([kind, reading]) => refItem({ kind, id }, counts(reading), why));
  if (failure) {
    const { host } = connection.address;
    lines.push(failedItem(describeStatsFailure(failure, wanted, host, timeAfter), refs));
  }
  return { lines: lines.length > 0 ? lines : [nothingItem(unknownProject(id))] };
}

/** `3 of 4 confirmed`, if the service gave both counts. */
function counts({ stats: { confirmed, total } }: StatsResponse): string {
  if (confirmed === undefined || total === undefined) return '';
  return l10n.t('{0} of {1} confirmed', formatNumber(confirmed), formatNumber(total));
}
