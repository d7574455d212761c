import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { Standing } from '../../core/arrange/projectFilter.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { alarmCounts, concernWords } from '../../core/messages/attentionMessages.ts';
import { isKnownAsWhole } from '../../core/messages/listMessages.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { identityOf } from '../../core/model/sharedKeys.ts';
import { type Concern, isAlarm, newestFirst } from '../../core/stats/attention.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { endOf, exactPercentConfirmed } from '../../core/stats/share.ts';
import { settings, stallLimitMs } from '../../editor/settings.ts';
import { slices } from '../../editor/slices.ts';
import { ProjectNotes } from '../../kept/projectNotes.ts';
import { failuresOf } from '../../stats/failures.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { acknowledgedOf, standingsOf, watchedOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** The least time between two runs of `#find`: while all stats are read, readings keep arriving. */
const BETWEEN_MS = 1_000;
/** Changes within this time lead to one run. */
const TOGETHER_MS = 100;
/** Projects examined, in about a millisecond, before other work of the extension host may run. */
const AT_A_TIME = 200;

/** The most projects of a service that are read without a click on Read All. */
export const MOST_BY_ITSELF = 500;
/** Counts, failures and unloaded pages of this age are read again, in milliseconds. */
const OLD_MS = 10 * MINUTE_MS;
/** How often to look whether something has become old. */
const LOOK_MS = MINUTE_MS;
/** Gives the first pages and the rows in sight a head start, and is the pause between two readings. */
const START_MS = 1_000;

/** A project of the view. */
export interface Concerned {
  readonly project: Project;
  /** Empty for one that is only watched. */
  readonly concerns: readonly Concern[];
  readonly watched: boolean;
  /** Its newest reading. */
  readonly last: LastReading | undefined;
  /** Whether it has failed or stalled since the user last looked. */
  readonly isNew?: boolean;
}

/**
 * Finds the projects of the connection in use that need attention or are watched, and sets the
 * standings of all projects, by the loaded rows and the readings.
 *
 * For that it reads all projects: the pages that the list has not loaded, which stay out of the tree,
 * then the counts that are missing or old, behind all other demands. What is minted or has ended is
 * not read again. A service of up to `MOST_BY_ITSELF` projects is read by itself, while somebody
 * looks and `mintscope.showProgress` is `visible`, until the user stops it; a larger one by `readAll`.
 */
export class Attention implements vscode.Disposable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #unlisted: () => readonly Project[];
  readonly #isSeen: () => boolean;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #finding: Later;
  readonly #aging: Later;
  readonly #looking: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  #notes: ProjectNotes | undefined;
  /** Named projects that are not among the loaded rows, by `t/12`. A closed panel's stay. */
  readonly #named = new Map<string, Project>();
  /** Ordered by `newestFirst`. */
  found: readonly Concerned[] = [];
  /** Those that the user has acknowledged as they are now and does not watch. */
  acknowledged: readonly Concerned[] = [];
  /** How many have an alarm, in words; see `alarmCounts`. */
  alarms = '';
  /**
   * How many projects have known counts, or cannot have any, and how many projects there are, as far
   * as that is known; and when the oldest counts that can still change were read, in milliseconds since
   * 1970.
   */
  covered: { read: number; of: number; oldest?: number | undefined } = { read: 0, of: 0 };
  /** Why the last reading of all has ended before its end. */
  failure: Failure | undefined;
  /** Ends the reading of all that is under way. */
  #reading: AbortController | undefined;
  /** Whether the user has asked to read all, or has stopped that. */
  #wish: 'all' | 'none' | undefined;
  /** Counts that can still change and were read before are read by Read Again. */
  #againFrom = -Infinity;
  /** The projects of pages that the list has not loaded, and whether that is all of them. */
  #others = { rows: [] as readonly Project[], areAll: false };
  /** When these were read, by `Clock.uptime`. */
  #pagesReadAt = -Infinity;
  /** The projects that have failed since then, by `t/12`. */
  readonly #failed = new Set<string>();

  /** Fires when what was found was updated. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param unlisted projects besides the loaded rows, for their names; the last of each counts.
   * @param isSeen whether Projects or Needs Attention is visible. Call `look` when it has changed.
   */
  constructor(
    session: Session,
    projects: PagedList<Project>,
    unlisted: () => readonly Project[],
    isSeen: () => boolean,
  ) {
    this.#session = session;
    this.#projects = projects;
    this.#unlisted = unlisted;
    this.#isSeen = isSeen;
    this.#finding = new Later(session.clock, () => void this.#find(), BETWEEN_MS);
    this.#aging = new Later(session.clock, this.#findSoon);
    this.#looking = new Later(session.clock, this.#readIfDue, START_MS);
    this.#subscriptions = [
      this.#changed,
      { dispose: projects.onChange(this.#findSoon) },
      { dispose: projects.onChange(this.look) },
      session.onDidChangeStatus(this.look),
      vscode.window.onDidChangeWindowState(this.look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.stallMinutes')) this.#findSoon();
        if (event.affectsConfiguration('mintscope.showProgress')) this.look();
      }),
      followConnection(session, (current) => this.#follow(current)),
    ];
  }

  /** Whether all projects are being read. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Hides the concerns of these projects until they change. Resolves once `found` is updated.
   * @returns those that had concerns, and `undo`, which shows them again in the same account.
   * @throws as SQLite does, and so does `undo`.
   */
  async acknowledge(keys: ReadonlySet<string>) {
    const notes = this.#notes;
    const rows = this.found.filter(
      ({ project, concerns }) => concerns.length > 0 && keys.has(project.key),
    );
    const digests = new Map(rows.map((row) => [refOfKey(row.project.key), digest(row)]));
    notes?.add(digests);
    await this.#findNow();
    return {
      projects: rows.map(({ project }) => project),
      undo: async () => {
        notes?.remove(digests.keys());
        await this.#findNow();
      },
    };
  }

  /** Shows again everything that was acknowledged. Rejects as SQLite does. */
  async showAgain(): Promise<void> {
    this.#notes?.clear();
    await this.#findNow();
  }

  /**
   * Reads all that is missing or old, however many projects there are, until `stop`; if nothing is, all
   * that can still change.
   */
  async readAll(): Promise<void> {
    const { read, of } = this.covered;
    if (read >= of && !this.failure && !this.#reading) this.#againFrom = this.#session.clock.now();
    this.#wish = 'all';
    this.#pagesReadAt = -Infinity;
    await this.#read();
  }

  /** Ends the reading of all, until `readAll` or another connection. What was read stays. */
  stop(): void {
    this.#wish = 'none';
    this.#reading?.abort();
  }

  /** Call it when something has changed that decides whether all is read. */
  readonly look = (): void => {
    if (!this.#reading) {
      if (this.#mayRead) this.#looking.restart(START_MS);
    } else if (this.#wish !== 'all' && !this.#mayRead) this.#reading.abort();
  };

  dispose(): void {
    // Ends a run of `#find`.
    this.#connection = undefined;
    this.#reading?.abort();
    for (const timer of [this.#finding, this.#aging, this.#looking]) timer.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #findSoon = (): void => {
    this.#finding.soon(TOGETHER_MS);
  };

  #findNow(): Promise<readonly ProjectRef[]> {
    this.#finding.cancel();
    return this.#find();
  }

  #follow(current: ActiveConnection | undefined): readonly vscode.Disposable[] {
    this.#reading?.abort();
    this.#connection = current;
    this.#notes = current && new ProjectNotes(current.store, 'acknowledged');
    this.#named.clear();
    this.#failed.clear();
    this.#others = { rows: [], areAll: false };
    this.#pagesReadAt = this.#againFrom = -Infinity;
    this.#wish = this.failure = undefined;
    this.#show({ found: [], acknowledged: [], alarms: '', covered: { read: 0, of: 0 } });
    if (!current) return [];
    this.#looking.soon(START_MS);
    this.#findSoon();
    const reader = readerOf(current);
    return [
      ...[reader.onDidChange, reader.onDidFail].map((event) => event(this.#findSoon)),
      failuresOf(current).onDidChange(this.#findSoon),
      watchedOf(current).onDidChange(this.#findSoon),
      new vscode.Disposable(current.store.onChange(this.#findSoon)),
    ];
  }

  /** @returns the projects whose counts are missing or old and can still change. */
  async #find(): Promise<readonly ProjectRef[]> {
    const connection = this.#connection;
    if (!connection) return [];
    const { clock } = connection;
    const digests = this.#notes?.all ?? new Map<string, string>();
    const reader = readerOf(connection);
    const readings = await reader.newest();
    const found: Concerned[] = [];
    const folded: Concerned[] = [];
    const due: ProjectRef[] = [];
    const standings = new Map<string, Standing>();
    const seen = new Map<string, { readonly isAlarm: boolean }>();
    const alarming: Standing[] = [];
    let examined = 0;
    let read = 0;
    let oldest: number | undefined;
    for (const candidate of this.#candidates(connection, readings)) {
      if (++examined % AT_A_TIME === 0) await slices.pause();
      const { project, concerns, watched, last } = candidate;
      const ref = projectRef(project);
      const key = ref && formatRef(ref);
      const isOver = last !== undefined && endOf(last, false) !== undefined;
      const isRead = last && (isOver || last.at >= this.#againFrom);
      if (isRead || key === undefined || reader.failures.has(key)) read++;
      if (last && !isOver) oldest = Math.min(oldest ?? last.at, last.at);
      const isCurrent = isRead && (isOver || clock.now() - last.at < OLD_MS);
      if (ref && key && !isCurrent && !this.#failed.has(key)) due.push(ref);
      const alarm = concerns.find(({ kind }) => isAlarm(kind))?.kind;
      const percent = last && exactPercentConfirmed([last]);
      const before = digests.get(refOfKey(project.key));
      const acknowledged = before !== undefined && before === digest(candidate);
      const words = alarm && concernWords(concerns);
      const standing = { percent, alarm, words, acknowledged };
      if (last || alarm) {
        standings.set(project.key, standing);
        if (acknowledged) seen.set(project.key, { isAlarm: alarm !== undefined });
      }
      if (alarm) alarming.push(standing);
      if (watched || (concerns.length > 0 && !acknowledged)) {
        found.push(acknowledged ? { ...candidate, concerns: [] } : candidate);
      } else if (concerns.length > 0) folded.push(candidate);
    }
    if (connection !== this.#connection) return [];
    const { lookedAt } = failuresOf(connection);
    const inOrder = (all: readonly Concerned[]) => newestFirst(all, lookedAt, stallLimitMs());
    this.#show({
      found: inOrder(found),
      acknowledged: inOrder(folded),
      alarms: alarmCounts(alarming),
      covered: { read, of: Math.max(examined, this.#projects.state.total ?? 0), oldest },
    });
    standingsOf(connection).set(standings);
    acknowledgedOf(connection).set(seen);
    // Words such as `14 min ago` depend on the time.
    if (found.length > 0) this.#aging.restart(MINUTE_MS);
    return due;
  }

  *#candidates(
    connection: ActiveConnection,
    readings: ReadonlyMap<string, LastReading>,
  ): Generator<Concerned> {
    const { state } = this.#projects;
    const watched = watchedOf(connection).all;
    const reader = readerOf(connection);
    const examine = (project: Project, last: LastReading | undefined): Concerned => {
      const concerns = projectConcerns(project, last, reader);
      return { project, concerns, watched: watched.has(project.key), last };
    };
    const listed = new Set<string>();
    for (const project of [...state.rows, ...this.#others.rows]) {
      const ref = refOfKey(project.key);
      if (listed.has(ref)) continue;
      // Readings of a reference that rows share belong to none of them.
      listed.add(ref).add(refOfKey(identityOf(project)));
      yield examine(project, readings.get(ref));
    }
    // If the whole list is known, a project that is missing in it is gone.
    const isWhole = isKnownAsWhole(state) || this.#others.areAll;
    for (const project of this.#unlisted()) {
      if (project.name !== undefined) this.#named.set(refOfKey(project.key), project);
    }
    for (const ref of [...readings.keys(), ...Array.from(watched.keys(), refOfKey)]) {
      const parsed = listed.has(ref) ? undefined : parseProjectRef(ref);
      if (!parsed) continue;
      listed.add(ref);
      const one = examine(this.#named.get(ref) ?? unseenProject(parsed), readings.get(ref));
      if (!isWhole || one.watched) yield one;
    }
  }

  #show(shown: Pick<Attention, 'found' | 'acknowledged' | 'alarms' | 'covered'>): void {
    Object.assign(this, shown);
    this.#changed.fire();
  }

  /** Whether all may be read by itself. */
  get #mayRead(): boolean {
    const { outage, refused } = this.#session;
    const { total, hasMore, rows, asOf, restored } = this.#projects.state;
    const count = hasMore ? total : Math.max(total ?? 0, rows.length);
    const isFew = asOf !== undefined && !restored && count !== undefined && count <= MOST_BY_ITSELF;
    const isWanted = settings.showProgress === 'visible' && this.#wish === undefined && isFew;
    const isUp = this.#connection !== undefined && outage === undefined && !refused;
    return isWanted && isUp && this.#isSeen() && vscode.window.state.focused;
  }

  readonly #readIfDue = (): void => {
    if (this.#reading || !this.#mayRead || this.#projects.state.work !== undefined) return;
    this.#looking.soon(LOOK_MS);
    void this.#read();
  };

  async #read(): Promise<void> {
    const connection = this.#connection;
    if (!connection || this.#reading) return;
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading = reading;
    this.failure = undefined;
    try {
      // The counts of the projects that are known are worth reading also if a page fails.
      const failure = await this.#readPages(connection, signal);
      const refs = await this.#findNow();
      const reader = readerOf(connection);
      const onEach = (key: string) => {
        if (reader.failures.has(key)) this.#failed.add(key);
      };
      // The clock may have been set back since.
      const sinceMs = Math.max(0, connection.clock.now() - this.#againFrom);
      await reader.readAll(refs, { signal, maxAgeMs: Math.min(OLD_MS, sinceMs), onEach });
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
   * Reads the pages that the list has not loaded, unless that was done lately. Resolves with the
   * reason if one could not be read; what was read of the others counts then too.
   */
  async #readPages({ clock }: ActiveConnection, signal: AbortSignal): Promise<Failure | undefined> {
    const projects = this.#projects;
    const now = clock.uptime();
    if (now - this.#pagesReadAt < OLD_MS) return undefined;
    this.#failed.clear();
    if (projects.state.hasMore || projects.state.asOf === undefined) {
      this.#findSoon();
      const whole = projects.another();
      await whole.loadAll(signal);
      signal.throwIfAborted();
      const { rows, failure } = whole.state;
      const others = rows.filter(({ key }) => !projects.rowOf(key));
      this.#others = { rows: others, areAll: failure === undefined };
      // A service may give no further rows, whatever its totals say: those that came are all.
      if (failure && failure.failure.kind !== 'noPage') return failure.failure;
    } else this.#others = { rows: [], areAll: false };
    this.#pagesReadAt = now;
    return undefined;
  }
}

/**
 * A text that changes when the concerns change. A stall that only lasts longer changes nothing; one
 * that begins after something moved does.
 */
function digest({ concerns, last }: Pick<Concerned, 'concerns' | 'last'>): string {
  const parts = concerns.map((one) => {
    if (one.kind === 'failed') return { kind: one.kind, count: one.count };
    return one.kind === 'stalled' ? { kind: one.kind, since: last?.movedAt } : one;
  });
  return JSON.stringify(parts);
}
