import { isAhead, MINUTE_MS } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import { chipOf } from '../../core/messages/attentionMessages.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { countsOf } from '../../core/model/counts.ts';
import { type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { SweepFailure } from '../../core/portfolio/sweep.ts';
import { concernsOf } from '../../core/stats/attention.ts';
import { isMinting } from '../../core/stats/pace.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { endOf } from '../../core/stats/share.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import type { PortfolioRow } from '../../protocol/portfolio.ts';

/** What a row shows besides its project and counts. */
export interface RowFacts {
  readonly failure: SweepFailure | undefined;
  readonly loading: boolean;
  readonly watched: boolean;
  /** Whether its concerns were acknowledged as they are now. */
  readonly acknowledged: boolean;
  readonly pace: PortfolioRow['pace'];
}

/** The projects and the newest reading of each, by row key, and which rows have changed. */
export class PortfolioRows {
  readonly #host: string;
  readonly #readings: Map<string, LastReading>;
  #projects = new Map<string, Project>();
  /** The array that `follow` got last. */
  #rows: readonly Project[] = [];
  /** How long it was then. */
  #length = 0;
  #changed = new Set<string>();
  #allChanged = true;

  /**
   * @param host host and port of the service, as messages name it.
   * @param earlier the rows of an earlier sign-in to the same account, whose readings are taken over.
   */
  constructor(host: string, earlier?: PortfolioRows) {
    this.#host = host;
    this.#readings = new Map(earlier ? earlier.#readings : []);
  }

  /** In the order of the list. */
  get projects(): ReadonlyMap<string, Project> {
    return this.#projects;
  }

  last(key: string): LastReading | undefined {
    return this.#readings.get(key);
  }

  /** `undefined` for a row that is gone, or that has no id or kind. */
  refOf(key: string): ProjectRef | undefined {
    const project = this.#projects.get(key);
    return project && projectRef(project);
  }

  /** Whether the stats of a row can be requested, and are older than `maxAgeMs` or not known. */
  isToRead(key: string, now: number, maxAgeMs: number): boolean {
    const last = this.#readings.get(key);
    return this.refOf(key) !== undefined && !(last && isYoung(last, now, maxAgeMs));
  }

  /** Takes over stored readings, unless a newer one is known. */
  recall(stored: ReadonlyMap<string, LastReading>): void {
    for (const [ref, reading] of stored) {
      const key = `project/${ref}`;
      if ((this.#readings.get(key)?.at ?? -Infinity) < reading.at) this.learn(key, reading);
    }
  }

  learn(key: string, reading: LastReading): void {
    this.#readings.set(key, reading);
    this.noteChanged(key);
  }

  /**
   * Takes over the rows of the list. Returns the keys that are new.
   * @param rows the array of the last call, with rows added at its end, or another one.
   */
  follow(rows: readonly Project[]): readonly string[] {
    if (rows === this.#rows && rows.length === this.#length) return [];
    const before = this.#projects;
    if (rows !== this.#rows && !startsWith(rows, [...before.keys()])) {
      this.#projects = new Map();
      this.#allChanged = true;
    }
    const fresh: string[] = [];
    for (const project of rows === this.#rows ? rows.slice(this.#length) : rows) {
      const { key } = project;
      const earlier = before.get(key);
      if (!earlier) fresh.push(key);
      if (earlier !== project) this.noteChanged(key);
      this.#projects.set(key, project);
    }
    [this.#rows, this.#length] = [rows, rows.length];
    return fresh;
  }

  /** Notes that a row must be sent again. */
  noteChanged(key: string): void {
    this.#changed.add(key);
  }

  noteAllChanged(): void {
    for (const key of this.#projects.keys()) this.noteChanged(key);
  }

  /** The keys of rows that have changed since the last call; `all` if the page must start over. */
  takeChanged(): { readonly keys: readonly string[]; readonly all: boolean } {
    const [changed, all] = [this.#changed, this.#allChanged];
    [this.#changed, this.#allChanged] = [new Set(), false];
    // In the order of the list, because the page adds new rows at its end.
    const keys = [...this.#projects.keys()];
    return { keys: all ? keys : keys.filter((key) => changed.has(key)), all };
  }

  /** The row as it is sent; `undefined` if it is gone. */
  row(key: string, facts: RowFacts): PortfolioRow | undefined {
    const { failure, loading, watched, acknowledged, pace } = facts;
    const project = this.#projects.get(key);
    if (!project) return undefined;
    const { id, name, symbol, status, askedAt: statusAt, transferable } = project;
    const known = this.#readings.get(key);
    const ref = projectRef(project);
    const words =
      failure &&
      ref &&
      describeStatsFailure(failure.failure, ref, this.#host, (ms) => formatTime(failure.at + ms));
    const failed = failure && (failure.failure.kind === 'notFound' ? 'noStats' : 'unread');
    const concerned = { known, status, statusAt, hasRef: ref !== undefined, failed } as const;
    const stallMs = stallLimitMs();
    const concerns = concernsOf(concerned, stallMs);
    const minting = isMinting(concerned, pace !== undefined && 'perMinute' in pace, stallMs);
    return {
      ...{ key, id, loading, watched, acknowledged },
      name: shown(name),
      symbol: shown(symbol),
      status: shown(status),
      kind: transferable === undefined ? undefined : transferable ? 't' : 'n',
      counts: known && countsOf(known),
      asOf: known?.at,
      movedAt: known?.movedAt,
      minting,
      pace: statusTone(status) === 'failed' ? undefined : pace,
      failure: words?.reason,
      concerns: concerns.map((one) => ({ kind: one.kind, words: chipOf(one, formatNumber) })),
    };
  }
}

function startsWith(rows: readonly Project[], keys: readonly string[]): boolean {
  return keys.every((key, at) => rows[at]?.key === key);
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : displayText(text);
}

/**
 * Counts younger than this are not requested again. A sweep of a thousand projects takes minutes, so
 * the ages of its counts differ by as much anyway.
 */
export const YOUNG_MS = 5 * MINUTE_MS;

/**
 * Whether counts need not be requested again.
 * @param now in milliseconds since 1970.
 */
export function isYoung({ at }: LastReading, now: number, maxAgeMs: number): boolean {
  return now - at < maxAgeMs && !isAhead(at, now);
}

/** Whether minting has ended and the reading before had as many confirmed: that rarely changes. */
export function wasComplete(last: LastReading | undefined): boolean {
  return last !== undefined && last.movedAt < last.at && endOf(last, false) !== undefined;
}
