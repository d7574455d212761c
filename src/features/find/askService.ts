import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { unknownProject } from '../../core/messages/searchMessages.ts';
import { isProject, type ProjectRef, type RowOfService } from '../../core/model/model.ts';
import { parseProjectQuery } from '../../core/model/projectRef.ts';
import { formatNumber } from '../../core/base/format.ts';
import { timeAfter } from '../../editor/locale.ts';
import { projectKinds } from '../../stats/projectKinds.ts';
import type { StatsResponse } from '../../stats/statsReader.ts';
import { type FoundItem, failedItem, nothingItem, refItem } from './foundRows.ts';

/** The projects that the typed text refers to; empty if one of them is among the rows found. */
export function unlistedRefs(typed: string, found: readonly RowOfService[]): readonly ProjectRef[] {
  const query = parseProjectQuery(typed);
  if (query.kind !== 'refs') return [];
  const isListed = ({ kind, id }: ProjectRef) =>
    found.some(
      (row) =>
        isProject(row) && row.id === id && (row.transferable ?? kind === 't') === (kind === 't'),
    );
  return query.refs.some(isListed) ? [] : query.refs;
}

type FoundById =
  | { readonly ref: ProjectRef; readonly lines?: undefined }
  | { readonly ref?: undefined; readonly lines: readonly FoundItem[] };

/**
 * Finds by requests which of these projects exist. Both kinds of an id are asked for, so that the
 * other one can be offered.
 * @param refs one project, or both kinds of an id.
 */
async function askService(
  connection: ActiveConnection,
  refs: readonly [ProjectRef, ...ProjectRef[]],
  signal: AbortSignal,
): Promise<FoundById> {
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

/** Looks up a reference that the user typed; one at a time. */
export class ServiceQuestion {
  readonly #connection: ActiveConnection;
  /** The id of the project while it is being looked up. */
  id: string | undefined;
  /** The result of the last lookup, if that is not one project to open. */
  lines: readonly FoundItem[] | undefined;
  #stop: AbortController | undefined;

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
  }

  /** Resolves with the project to open, else `undefined`: `lines` then has the result, if any. */
  async ask(refs: readonly [ProjectRef, ...ProjectRef[]]): Promise<ProjectRef | undefined> {
    if (this.#stop) return undefined;
    const stop = new AbortController();
    this.#stop = stop;
    this.id = refs[0].id;
    const { ref, lines } = await askService(this.#connection, refs, stop.signal);
    if (this.#stop !== stop) return undefined;
    this.cancel();
    this.lines = lines;
    return ref;
  }

  cancel(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.id = undefined;
    this.lines = undefined;
  }
}

/** `3 of 4 confirmed`, if the service gave both counts. */
function counts({ stats: { confirmed, total } }: StatsResponse): string {
  if (confirmed === undefined || total === undefined) return '';
  return l10n.t('{0} of {1} confirmed', formatNumber(confirmed), formatNumber(total));
}
