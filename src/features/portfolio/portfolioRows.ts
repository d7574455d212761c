import { isAhead, MINUTE_MS } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import { chipOf } from '../../core/messages/attentionMessages.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { forEachCount } from '../../core/model/counts.ts';
import { type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import type { SweepFailure } from '../../core/portfolio/sweep.ts';
import { concernsOf } from '../../core/stats/attention.ts';
import { isMinting } from '../../core/stats/pace.ts';
import { partsOf } from '../../core/stats/problems.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { endOf } from '../../core/stats/share.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import type { PortfolioRow } from '../../protocol/portfolio.ts';

/** What is known of a row besides its project and counts. */
export interface RowReading {
  readonly failure: SweepFailure | undefined;
  readonly loading: boolean;
  readonly watched: boolean;
  /** Whether what it needs attention for was acknowledged as it is. */
  readonly acknowledged: boolean;
  readonly pace: PortfolioRow['pace'];
}

/** The projects of a connection and the newest reading of each, by the key of the row. */
export class PortfolioRows {
  readonly #host: string;
  readonly #readings: Map<string, LastReading>;
  #projects = new Map<string, Project>();
  /** The rows that were followed last, and how many they were then. */
  #rows: readonly Project[] = [];
  #count = 0;
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

  /** The newest reading of a project. */
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

  /** Takes over the newest reading of a row. */
  learn(key: string, reading: LastReading): void {
    this.#readings.set(key, reading);
    this.noteChanged(key);
  }

  /**
   * Takes over the rows of the list. Returns the keys that are new.
   * @param rows grows at its end, or is another array.
   */
  follow(rows: readonly Project[]): readonly string[] {
    if (rows === this.#rows && rows.length === this.#count) return [];
    const before = this.#projects;
    const grows = rows === this.#rows || isContinued([...before.keys()], rows);
    if (!grows) {
      this.#projects = new Map();
      this.#allChanged = true;
    }
    const fresh: string[] = [];
    for (const project of rows === this.#rows ? rows.slice(this.#count) : rows) {
      const { key } = project;
      const earlier = before.get(key);
      if (!earlier) fresh.push(key);
      if (earlier !== project) this.noteChanged(key);
      this.#projects.set(key, project);
    }
    [this.#rows, this.#count] = [rows, rows.length];
    return fresh;
  }

  /** Notes that a row is to be sent again. */
  noteChanged(key: string): void {
    this.#changed.add(key);
  }

  touchAll(): void {
    for (const key of this.#projects.keys()) this.noteChanged(key);
  }

  /** The keys of the rows that have changed since the last call; `all` if the page is to start over. */
  takeChanged(): { readonly keys: readonly string[]; readonly all: boolean } {
    const [changed, all] = [this.#changed, this.#allChanged];
    [this.#changed, this.#allChanged] = [new Set(), false];
    // In the order of the list, because the page adds new rows at its end.
    const keys = [...this.#projects.keys()];
    return { keys: all ? keys : keys.filter((key) => changed.has(key)), all };
  }

  /** The row as it is sent; `undefined` if it is gone. */
  row(key: string, reading: RowReading): PortfolioRow | undefined {
    const { failure, loading, watched, acknowledged, pace } = reading;
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
    const minting = isMinting(concerned, pace !== undefined, stallMs);
    return {
      ...{ key, id, loading, watched, acknowledged },
      name: shown(name),
      symbol: shown(symbol),
      status: shown(status),
      kind: transferable === undefined ? undefined : transferable ? 't' : 'n',
      counts: known && { ...forEachCount((name) => known[name]), ...partsOf(known) },
      asOf: known?.at,
      movedAt: known?.movedAt,
      ...{ minting, pace: minting ? pace : undefined },
      failure: words?.reason,
      concerns: concerns.map((one) => ({ kind: one.kind, words: chipOf(one, formatNumber) })),
    };
  }
}

/** Whether the rows begin with those of these keys. */
function isContinued(keys: readonly string[], rows: readonly Project[]): boolean {
  return keys.every((key, at) => rows[at]?.key === key);
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : displayText(text);
}

/**
 * Counts younger than this are not read again. A sweep of a thousand projects takes minutes, so
 * counts that are compared may differ by as much; opening the portfolio again requests only older
 * ones.
 */
export const YOUNG_MS = 5 * MINUTE_MS;

/**
 * Whether counts need not be read again.
 * @param maxAgeMs how old they may be.
 */
export function isYoung({ at }: LastReading, now: number, maxAgeMs: number): boolean {
  return now - at < maxAgeMs && !isAhead(at, now);
}

/** Whether nothing was left at the last two readings: such counts rarely change. */
export function wasComplete(last: LastReading | undefined): boolean {
  return last !== undefined && last.movedAt < last.at && endOf(last, false) !== undefined;
}
