import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { isDown } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import type { Standing } from '../../core/arrange/projectFilter.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { NO_CHANGES } from '../../core/lists/changeMarks.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import {
  concernCounts,
  concernWords,
  type CountedConcern,
} from '../../core/messages/attentionMessages.ts';
import { isKnownAsWhole } from '../../core/messages/listMessages.ts';
import { type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { type Concern, isAlarm, newestFirst } from '../../core/stats/attention.ts';
import { type LastReading, OLD_MS } from '../../core/stats/reading.ts';
import { endOf, exactPercentConfirmed } from '../../core/stats/share.ts';
import { settings, stallLimitMs } from '../../editor/settings.ts';
import { Slice } from '../../editor/slices.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';
import { ProjectNotes } from '../../kept/projectNotes.ts';
import { failuresOf } from '../../stats/failures.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { acknowledgedOf, standingsOf, watchedOf } from '../../stats/rowFacts.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';

/** The least time between two runs of `#find`: while all stats are read, readings keep arriving. */
const BETWEEN_MS = 1_000;
/** Changes within this time lead to one run. */
const TOGETHER_MS = 100;

/** The most projects of a service that are read without a click on Read All. */
export const MOST_BY_ITSELF = 500;
/** Gives the first pages and the rows in sight a head start, and is the pause between two readings. */
const START_MS = 1_000;

export interface Concerned {
  readonly project: Project;
  /** Empty for one that is only watched. */
  readonly concerns: readonly Concern[];
  readonly watched: boolean;
  readonly last: LastReading | undefined;
  /** Whether it has failed or stalled since the user last looked. */
  readonly isNew?: boolean;
}

export interface AttentionParts {
  readonly session: Pick<Session, 'outage' | 'refusal' | 'onDidChangeStatus'>;
  readonly projects: PagedList<Project>;
  /** Projects besides the loaded rows, for their names; the last of each counts. */
  readonly unlisted: () => readonly Project[];
  /** Whether Projects or Needs Attention is visible. Call `look` when it has changed. */
  readonly isSeen: () => boolean;
  readonly onChange: () => void;
}

const NONE: readonly Concern[] = [];

/** What a project and its newest reading tell. */
interface Examined {
  readonly ref: ProjectRef | undefined;
  /** The same, or the key of a row without one. */
  readonly refKey: string;
  readonly isUnread: boolean;
  readonly last: LastReading | undefined;
  readonly concerns: readonly Concern[];
  readonly standing: Standing;
}

/**
 * Finds the projects of a connection that need attention or are watched, and sets the standings of all
 * projects, by the loaded rows and the readings.
 *
 * For that it reads all projects: the list if no view has opened it, the pages that it has not loaded,
 * which stay out of the tree, then the counts that are missing or old, behind all other demands. What
 * is minted or has ended is not read again. A service of up to `MOST_BY_ITSELF` projects is read by
 * itself, while somebody looks and `mintscope.showProgress` is `visible`, until the user stops it; a
 * larger one by `readAll`. Without totals, a service is known to be larger once so many rows came.
 */
export class Attention implements vscode.Disposable {
  readonly #connection: ActiveConnection;
  readonly #parts: AttentionParts;
  readonly #reader: StatsReader;
  readonly #notes: ProjectNotes;
  readonly #finding: Later;
  readonly #aging: Later;
  readonly #looking: Later;
  readonly #subscriptions: vscode.Disposable;
  /** Ordered by `newestFirst`. */
  found: readonly Concerned[] = [];
  /** Those that the user has acknowledged as they are now and does not watch. */
  acknowledged: readonly Concerned[] = [];
  /** How many there are of each kind, in words; see `concernCounts`. */
  counts = '';
  /**
   * How many projects have known counts, or cannot have any, of how many known ones; whether there are
   * more; and when the oldest counts that can still change were read, in milliseconds since 1970.
   */
  covered: {
    readonly read: number;
    readonly of: number;
    readonly isMore?: boolean;
    readonly oldest?: number | undefined;
  } = { read: 0, of: 0 };
  /** Whether there is something for `showAgain` to show. */
  hidesAny = false;
  /** Why the last reading of all has ended before its end. */
  failure: Failure | undefined;
  /** Projects that are not among the loaded rows, by `t/12`. The name that a panel gave stays. */
  readonly #unloaded = new Map<string, Project>();
  /** Holds until the time, or something else than its counts, may have changed what is found. */
  #examined = new WeakMap<Project, Examined>();
  /** Ends the reading of all that is under way. */
  #reading: AbortController | undefined;
  /** Whether the user has asked to read all, or has stopped that. */
  #wish: 'all' | 'none' | undefined;
  /** Counts that can still change and were read before are read by Read Again. */
  #againFrom = -Infinity;
  /** The list as it was last read to its end besides; `undefined` if all of it is loaded. */
  #whole: PagedList<Project> | undefined;
  /** When that was, by `Clock.uptime`. */
  #pagesReadAt = -Infinity;
  #isDisposed = false;

  constructor(connection: ActiveConnection, parts: AttentionParts) {
    const { clock, store } = connection;
    const { session, projects } = parts;
    this.#connection = connection;
    this.#parts = parts;
    this.#reader = readerOf(connection);
    this.#notes = new ProjectNotes(store, 'acknowledged');
    this.#finding = new Later(clock, () => void this.#find(), BETWEEN_MS);
    this.#aging = new Later(clock, this.#findAnew);
    this.#looking = new Later(clock, this.#readIfDue, START_MS);
    const follow = () => {
      this.#findSoon();
      this.look();
    };
    this.#subscriptions = vscode.Disposable.from(
      { dispose: projects.onChange(follow) },
      { dispose: store.onChange(this.#findSoon) },
      this.#reader.onDidChange(this.#findSoon),
      this.#reader.onDidFail(this.#findSoon),
      failuresOf(connection).onDidChange(this.#findAnew),
      watchedOf(connection).onDidChange(this.#findSoon),
      // Whether the service fails decides which projects could not be read for themselves.
      session.onDidChangeStatus(follow),
      onDidChangeFocus(this.look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.stallMinutes')) this.#findAnew();
        if (event.affectsConfiguration('mintscope.showProgress')) this.look();
      }),
    );
    this.#looking.soon(START_MS);
    this.#findSoon();
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Hides the concerns of these projects until they change. Resolves once `found` is updated.
   * @returns those that had concerns, and `undo`, which shows them again in the same account.
   * @throws as SQLite does, and so does `undo`.
   */
  async acknowledge(keys: ReadonlySet<string>) {
    const rows = this.found.filter(
      ({ project, concerns }) => concerns.length > 0 && keys.has(project.key),
    );
    const digests = new Map(rows.map((row) => [refOfKey(row.project.key), digestOf(row)]));
    this.#notes.add(digests);
    await this.#findNow();
    return {
      projects: rows.map(({ project }) => project),
      undo: async () => {
        this.#notes.remove(digests.keys());
        await this.#findNow();
      },
    };
  }

  /** Shows again everything that was acknowledged. Rejects as SQLite does. */
  async showAgain(): Promise<void> {
    this.#notes.clear();
    await this.#findNow();
  }

  /** Reads all that is missing or old, until `stop`; if nothing is, all that can still change. */
  async readAll(): Promise<void> {
    const { read, of, isMore } = this.covered;
    if (read >= of && !isMore && !this.failure && !this.#reading)
      this.#againFrom = this.#connection.clock.now();
    this.#wish = 'all';
    this.#pagesReadAt = -Infinity;
    await this.#read();
    await this.#findNow();
  }

  /** Ends the reading of all, until `readAll`, `goOn` or another connection. What was read stays. */
  stop(): void {
    this.#wish = 'none';
    this.#reading?.abort();
  }

  /** Call it when the user refreshes Projects: what `stop` has ended may begin again. */
  goOn(): void {
    if (this.#wish === 'none') this.#wish = undefined;
    this.look();
  }

  /** Call it when something has changed that decides whether all is read. */
  readonly look = (): void => {
    if (!this.#reading) {
      if (this.#mayRead) this.#looking.restart(START_MS);
    } else if (!this.#mayRead) this.#reading.abort();
  };

  dispose(): void {
    this.#isDisposed = true;
    this.#reading?.abort();
    for (const timer of [this.#finding, this.#aging, this.#looking]) timer.cancel();
    this.#subscriptions.dispose();
  }

  readonly #findSoon = (): void => {
    if (!this.#isDisposed) this.#finding.soon(TOGETHER_MS);
  };

  readonly #findAnew = (): void => {
    this.#examined = new WeakMap();
    this.#findSoon();
  };

  #findNow(isRetry = false): Promise<readonly ProjectRef[]> {
    this.#finding.cancel();
    return this.#find(isRetry);
  }

  /**
   * @param isRetry whether those that could not be read are due.
   * @returns the projects whose counts are missing or old and can still change.
   */
  async #find(isRetry = false): Promise<readonly ProjectRef[]> {
    const connection = this.#connection;
    const { clock } = connection;
    const digests = this.#notes.all;
    const watching = watchedOf(connection).all;
    const readings = await this.#reader.newest();
    const found: Concerned[] = [];
    const folded: Concerned[] = [];
    const due: ProjectRef[] = [];
    const standings = new Map<string, Standing>();
    const seen = new Map<string, { readonly isAlarm: boolean }>();
    const counted: CountedConcern[] = [];
    const slice = new Slice();
    let of = 0;
    let read = 0;
    let oldest: number | undefined;
    for (const project of this.#candidates(readings)) {
      of++;
      if (slice.isOver) await slice.next();
      const { key } = project;
      const { ref, refKey, last, concerns, standing } = this.#examine(project);
      const hasFailed = ref !== undefined && this.#reader.failures.has(ref);
      const isOver = last !== undefined && endOf(last, false) !== undefined;
      const isRead = last && (isOver || last.at >= this.#againFrom);
      if (isRead || !ref || hasFailed) read++;
      if (last && !isOver) oldest = Math.min(oldest ?? last.at, last.at);
      const isCurrent = isRead && (isOver || clock.now() - last.at < OLD_MS);
      if (ref && !isCurrent && (isRetry || !hasFailed)) due.push(ref);
      const digest = digests.get(refKey);
      const acknowledged = digest !== undefined && digest === digestOf({ concerns, last });
      const known = acknowledged ? { ...standing, acknowledged } : standing;
      if (last || known.alarm) {
        standings.set(key, known);
        if (acknowledged) seen.set(key, { isAlarm: known.alarm !== undefined });
      }
      const [worst] = concerns;
      if (worst) counted.push({ kind: worst.kind, acknowledged });
      const watched = watching.has(key);
      if (!watched && concerns.length === 0) continue;
      const row = { project, concerns, watched, last };
      if (!acknowledged) found.push(row);
      else if (watched) found.push({ ...row, concerns: NONE });
      else folded.push(row);
    }
    await slice.next();
    const { lookedAt } = failuresOf(connection);
    const places = new Map(this.found.map(({ project: { key } }, at) => [key, at]));
    const placeOf = ({ project: { key } }: Concerned) => places.get(key) ?? places.size;
    const inOrder = (all: readonly Concerned[]) => {
      const sorted = newestFirst(all, lookedAt, stallLimitMs());
      // While all are read, rows are found again and again: those that are shown stay at their places.
      return this.isReading ? sorted.sort((one, other) => placeOf(one) - placeOf(other)) : sorted;
    };
    const rows = { found: inOrder(found), acknowledged: inOrder(folded) };
    const counts = concernCounts(counted);
    await slice.next();
    if (this.#isDisposed) return [];
    Object.assign(this, rows, { counts, hidesAny: seen.size > 0 });
    this.covered = { read, ...this.#countOf(of), oldest };
    this.#parts.onChange();
    // What stalls, and words such as `14 min ago`, depend on the time.
    this.#aging.soon(MINUTE_MS);
    await slice.next();
    standingsOf(connection).set(standings);
    acknowledgedOf(connection).set(seen);
    return due;
  }

  /** How many projects there are, without those that cannot be read. @param known those that are known. */
  #countOf(known: number): { readonly of: number; readonly isMore: boolean } {
    const { state } = this.#parts.projects;
    const newest = state.hasMore && this.#whole ? this.#whole.state : state;
    const total = newest.total ?? state.total;
    const of = Math.max(known, (total ?? 0) - newest.unreadable);
    return { of, isMore: total === undefined && state.hasMore };
  }

  #examine(project: Project): Examined {
    const before = this.#examined.get(project);
    const ref = before ? before.ref : projectRef(project);
    const refKey = before?.refKey ?? refOfKey(project.key);
    const last = ref && this.#reader.last(ref);
    const isUnread = ref !== undefined && this.#reader.isUnread(ref);
    if (before?.isUnread === isUnread && before.last === last) return before;
    const concerns = projectConcerns(project, last, this.#reader);
    const alarm = concerns.find(({ kind }) => isAlarm(kind))?.kind;
    const percent = last && exactPercentConfirmed([last]);
    const words = alarm && concernWords(concerns);
    const standing = { percent, alarm, words, acknowledged: false };
    const examined = { ref, refKey, isUnread, last, concerns, standing };
    this.#examined.set(project, examined);
    return examined;
  }

  *#candidates(readings: ReadonlyMap<string, LastReading>): Generator<Project> {
    const { unlisted, projects } = this.#parts;
    const whole = projects.state.hasMore ? this.#whole : undefined;
    yield* projects.state.rows;
    for (const project of whole?.state.rows ?? []) {
      if (!projects.rowOf(project.key)) yield project;
    }
    for (const project of unlisted()) {
      const ref = refOfKey(project.key);
      const known = this.#unloaded.get(ref);
      const isSame = known?.name === project.name && known?.status === project.status;
      if (project.name !== undefined && !isSame) this.#unloaded.set(ref, project);
    }
    // If the whole list is known, a project that is missing in it is gone.
    const lists = whole ? [projects, whole] : [projects];
    const isWhole = lists.some(({ state }) => isKnownAsWhole(state));
    const watched = Array.from(watchedOf(this.#connection).all.keys(), refOfKey);
    for (const ref of new Set(isWhole ? watched : [...readings.keys(), ...watched])) {
      const identity = `project/${ref}`;
      // Readings of a reference that rows share belong to none of them.
      if (lists.some((list) => list.rowsOf(identity).length > 0)) continue;
      const parsed = parseProjectRef(ref);
      if (!parsed) continue;
      const project = this.#unloaded.get(ref) ?? unseenProject(parsed);
      this.#unloaded.set(ref, project);
      yield project;
    }
  }

  /** Whether all may be read now. */
  get #mayRead(): boolean {
    if (this.#wish !== undefined) return this.#wish === 'all';
    const { projects, session, isSeen } = this.#parts;
    const { total = 0, rows } = projects.state;
    const count = Math.max(total, rows.length, this.#whole?.state.rows.length ?? 0);
    const isLookedAt = isSeen() && hasFocus();
    const isFew = count <= MOST_BY_ITSELF;
    return settings.showProgress === 'visible' && isFew && !isDown(session) && isLookedAt;
  }

  readonly #readIfDue = (): void => {
    if (this.#reading || !this.#mayRead || this.#parts.projects.state.work !== undefined) return;
    this.#looking.soon(MINUTE_MS);
    void this.#read();
  };

  async #read(): Promise<void> {
    if (this.#reading) return;
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading = reading;
    this.failure = undefined;
    this.#findSoon();
    try {
      const isOld = this.#connection.clock.uptime() - this.#pagesReadAt >= OLD_MS;
      // The counts of the projects that are known are worth reading also if a page fails.
      const failure = isOld ? await this.#readPages(signal) : undefined;
      const refs = await this.#findNow(isOld);
      const now = this.#connection.clock.now();
      // The clock may have been set back since.
      this.#againFrom = Math.min(this.#againFrom, now);
      const sinceMs = now - this.#againFrom;
      await this.#reader.readAll(refs, { signal, maxAgeMs: Math.min(OLD_MS, sinceMs) });
      this.failure = failure;
    } catch (error) {
      if (!signal.aborted) {
        if (!isServiceError(error)) throw error;
        this.failure = error.failure;
      }
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
      if (this.#wish === 'all') this.#wish = undefined;
      this.#findSoon();
    }
  }

  /**
   * Reads the pages that the list has not loaded. Resolves with the reason if one could not be read;
   * what was read of the others counts then too.
   */
  async #readPages(signal: AbortSignal): Promise<Failure | undefined> {
    const { projects } = this.#parts;
    await projects.open();
    signal.throwIfAborted();
    const { hasMore, asOf, restored, failure: unopened } = projects.state;
    const isOpen = asOf !== undefined && !restored;
    if (!isOpen && this.#wish !== 'all') return unopened?.failure;
    const now = this.#connection.clock.uptime();
    const whole = hasMore || !isOpen ? projects.another() : undefined;
    whole?.onChange(() => {
      if (this.#wish !== 'all' && whole.state.rows.length > MOST_BY_ITSELF) whole.cancel();
    });
    await whole?.loadAll(signal);
    signal.throwIfAborted();
    this.#whole = whole;
    this.look();
    signal.throwIfAborted();
    // The loaded rows are followed by `followFailures`, and may be older.
    const others = whole?.state.rows.filter(({ key }) => !projects.rowOf(key)) ?? [];
    await failuresOf(this.#connection).seeRows(others, NO_CHANGES, signal);
    signal.throwIfAborted();
    const failure = whole?.state.failure?.failure;
    // A service may give no further rows, whatever its totals say: those that came are all.
    if (failure && failure.kind !== 'noPage') return failure;
    this.#pagesReadAt = now;
    return undefined;
  }
}

/**
 * A text that changes when the concerns change, and when minting ends with them. A stall that only
 * lasts longer changes nothing; one that begins after something moved does.
 */
function digestOf({ concerns, last }: Pick<Concerned, 'concerns' | 'last'>): string {
  const parts = concerns.map((one) => {
    if (one.kind === 'failed') return { kind: one.kind, count: one.count };
    return one.kind === 'stalled' ? { kind: one.kind, since: last?.movedAt } : one;
  });
  const hasEnded = last !== undefined && endOf(last, false) !== undefined;
  return JSON.stringify(hasEnded ? [...parts, 'ended'] : parts);
}
