import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { displayText } from '../../core/base/displayText.ts';
import { chipOf } from '../../core/messages/attentionMessages.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import { type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import type { Failure } from '../../core/model/serviceError.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { isShared } from '../../core/model/sharedKeys.ts';
import { concernsOf } from '../../core/stats/attention.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import { isMinting } from '../../core/stats/pace.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { leftOf } from '../../core/stats/share.ts';
import { timeAfter } from '../../editor/locale.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import type { PortfolioRow } from './messages.ts';

/** The projects in the order of the list, and which of their rows the page has yet to get. */
export class PortfolioRows {
  #projects = new Map<string, Project>();
  #changed = new Set<string>();
  #allChanged = true;

  /** By row key. */
  get projects(): ReadonlyMap<string, Project> {
    return this.#projects;
  }

  /** Takes over the rows of the list. Returns the keys that are new. */
  follow(rows: readonly Project[]): readonly string[] {
    const before = this.#projects;
    this.#projects = new Map(rows.map((project) => [project.key, project]));
    // The page adds new rows at its end, so it starts over if others are gone or have moved.
    if (!startsWith(rows, before.keys())) this.#allChanged = true;
    for (const project of rows) {
      if (before.get(project.key) !== project) this.noteChanged(project.key);
    }
    return rows.flatMap(({ key }) => (before.has(key) ? [] : [key]));
  }

  /** Notes that a row must be sent again. */
  noteChanged(key: string): void {
    this.#changed.add(key);
  }

  noteAllChanged(): void {
    for (const key of this.#projects.keys()) this.noteChanged(key);
  }

  /** Notes that the page has no rows. */
  startOver(): void {
    this.#allChanged = true;
  }

  /** The keys of rows that have changed since the last call; `all` if the page must start over. */
  takeChanged(): { readonly keys: readonly string[]; readonly all: boolean } {
    const changed = this.#changed;
    const all = this.#allChanged;
    this.#changed = new Set();
    this.#allChanged = false;
    if (!all && changed.size === 0) return { keys: [], all };
    // In the order of the list, because the page adds new rows at its end.
    const keys = [...this.#projects.keys()];
    return { keys: all ? keys : keys.filter((key) => changed.has(key)), all };
  }
}

function startsWith(rows: readonly Project[], keys: Iterable<string>): boolean {
  let at = 0;
  for (const key of keys) if (rows[at++]?.key !== key) return false;
  return true;
}

/** What a row shows besides its project. */
export interface RowFacts {
  /** The host and port of the service, as messages name it. */
  readonly host: string;
  readonly known: LastReading | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly watched: boolean;
  /** Whether its concerns were acknowledged as they are now. */
  readonly acknowledged: boolean;
  readonly failedSince: PortfolioRow['failedSince'];
  readonly pace: PortfolioRow['pace'];
}

/** A row as it is sent. */
export function rowOf(project: Project, facts: RowFacts): PortfolioRow {
  const { host, known, failure, loading, watched, acknowledged, pace } = facts;
  const { key, id, name, symbol, status, askedAt: statusAt, transferable } = project;
  const ref = projectRef(project);
  const words = failure && ref && describeStatsFailure(failure, ref, host, timeAfter);
  const failed = failure && (failure.kind === 'notFound' ? 'noStats' : 'unread');
  const shared = isShared(project);
  const hasRef = ref !== undefined || shared;
  const concerned = { known, status, statusAt, hasRef, failed } as const;
  const stallMs = stallLimitMs();
  const concerns = concernsOf(concerned, stallMs);
  const minting = isMinting(concerned, pace !== undefined && 'perMinute' in pace, stallMs);
  return {
    key,
    id,
    loading,
    watched,
    acknowledged,
    ...(shared && { shared }),
    name: shown(name),
    symbol: shown(symbol),
    status: shown(status),
    kind: transferable === undefined ? undefined : transferable ? 't' : 'n',
    counts: known && countsOf(known),
    asOf: known?.at,
    movedAt: known?.movedAt,
    failedSince: facts.failedSince,
    minting,
    pace: statusTone(status) === 'failed' ? undefined : pace,
    failure: words?.reason,
    concerns: concerns.map((one) => ({
      kind: one.kind,
      words: chipOf(one),
      ...(one.kind === 'failed' && one.count === undefined && { isStatus: true }),
    })),
  };
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : displayText(text);
}

/** The pace of a row, or why it has none; `undefined` if nothing is left or it was never read. */
export function rowPace(
  connection: ActiveConnection,
  ref: ProjectRef | undefined,
  last: LastReading | undefined,
): PortfolioRow['pace'] {
  const now = connection.store.clock.now();
  if (!ref || !last || leftOf(last) === 0) return undefined;
  const pace = projectPace(connection, ref, last);
  return 'low' in pace ? { perMinute: pace.perMinute, doneAt: doneAt(pace, now) } : pace;
}
