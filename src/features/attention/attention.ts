import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { Standing } from '../../core/arrange/projectFilter.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { alarmCounts, concernWords } from '../../core/messages/attentionMessages.ts';
import { isKnownAsWhole } from '../../core/messages/listMessages.ts';
import { type Project, projectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import { identityOf } from '../../core/model/sharedKeys.ts';
import { type Concern, isAlarm, newestFirst } from '../../core/stats/attention.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { exactPercentConfirmed } from '../../core/stats/share.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { slices } from '../../editor/slices.ts';
import { ProjectNotes } from '../../kept/projectNotes.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { failuresOf } from '../../stats/failures.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { WholeReading } from './wholeReading.ts';

/** The least time between two runs of `#find`: while all stats are read, readings keep arriving. */
const BETWEEN_MS = 1_000;
/** Changes within this time lead to one run. */
const TOGETHER_MS = 100;
/** Projects examined, in about a millisecond, before other work of the extension host may run. */
const AT_A_TIME = 200;

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
 * standings of all projects, by the loaded rows, the readings, and what `whole` reads.
 */
export class Attention implements vscode.Disposable {
  readonly #projects: PagedList<Project>;
  readonly #unlisted: () => readonly Project[];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #finding: Later;
  readonly #aging: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  #acknowledged: ProjectNotes | undefined;
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
   * as that is known.
   */
  covered = { read: 0, of: 0 };
  /** Reads what is not known yet. */
  readonly whole: WholeReading;

  /** Fires when what was found, `alarms` and `covered` were updated. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param unlisted projects besides the loaded rows, for their names; the last of each counts.
   * @param isSeen see `WholeReadingParts`.
   */
  constructor(
    session: Session,
    projects: PagedList<Project>,
    unlisted: () => readonly Project[],
    isSeen: () => boolean,
  ) {
    this.#projects = projects;
    this.#unlisted = unlisted;
    this.whole = new WholeReading({ session, projects, isSeen, onChange: this.#findSoon });
    this.#finding = new Later(session.clock, () => void this.#find(), BETWEEN_MS);
    this.#aging = new Later(session.clock, this.#findSoon);
    this.#subscriptions = [
      this.#changed,
      this.whole,
      { dispose: projects.onChange(this.#findSoon) },
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.stallMinutes')) this.#findSoon();
      }),
      followConnection(session, (current) => this.#follow(current)),
    ];
  }

  /**
   * Hides the concerns of these projects until they change. Resolves once `found` is updated.
   * @returns those that had concerns, and `undo`, which shows them again in the same account.
   * @throws as SQLite does, and so does `undo`.
   */
  async acknowledge(keys: ReadonlySet<string>): Promise<{
    readonly projects: readonly Project[];
    readonly undo: () => Promise<void>;
  }> {
    const acknowledged = this.#acknowledged;
    const rows = this.found.filter(
      ({ project, concerns }) => concerns.length > 0 && keys.has(project.key),
    );
    const digests = new Map(
      rows.map(({ project, concerns, last }) => [refOfKey(project.key), digest(concerns, last)]),
    );
    acknowledged?.add(digests);
    await this.#findNow();
    return {
      projects: rows.map(({ project }) => project),
      undo: async () => {
        acknowledged?.remove(digests.keys());
        await this.#findNow();
      },
    };
  }

  /** Shows again everything that was acknowledged. Rejects as SQLite does. */
  async showAgain(): Promise<void> {
    this.#acknowledged?.clear();
    await this.#findNow();
  }

  dispose(): void {
    // Ends a run of `#find`.
    this.#connection = undefined;
    this.#finding.cancel();
    this.#aging.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #findNow(): Promise<void> {
    this.#finding.cancel();
    await this.#find();
  }

  readonly #findSoon = (): void => {
    this.#finding.soon(TOGETHER_MS);
  };

  #follow(current: ActiveConnection | undefined): readonly vscode.Disposable[] {
    this.#connection = current;
    this.#named.clear();
    this.#acknowledged = current && new ProjectNotes(current.store, 'acknowledged');
    this.#show({ found: [], acknowledged: [], alarms: '', covered: { read: 0, of: 0 } });
    if (!current) return [];
    const reader = readerOf(current);
    const { events } = current.store;
    this.#findSoon();
    return [
      reader.onDidChange(this.#findSoon),
      reader.onDidFail(this.#findSoon),
      failuresOf(current).onDidChange(this.#findSoon),
      watchedOf(current).onDidChange(this.#findSoon),
      new vscode.Disposable(events.onDidClear(this.#findSoon)),
      new vscode.Disposable(events.onWrittenElsewhere(this.#findSoon)),
    ];
  }

  async #find(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const digests = this.#acknowledged?.all ?? new Map<string, string>();
    const readings = await readerOf(connection).newest();
    const found: Concerned[] = [];
    const folded: Concerned[] = [];
    const standings = new Map<string, Standing>();
    const alarming: Standing[] = [];
    let examined = 0;
    let read = 0;
    for (const candidate of this.#candidates(connection, readings)) {
      if (++examined % AT_A_TIME === 0) await slices.pause();
      const { project, concerns, watched, last } = candidate;
      if (this.#isRead(candidate)) read++;
      const alarm = concerns.find(({ kind }) => isAlarm(kind))?.kind;
      const percent = last && exactPercentConfirmed([last]);
      const before = digests.get(refOfKey(project.key));
      const acknowledged = before !== undefined && before === digest(concerns, last);
      const words = alarm && concernWords(concerns);
      const standing = { percent, alarm, words, acknowledged };
      if (last || alarm) standings.set(project.key, standing);
      if (alarm) alarming.push(standing);
      if (watched || (concerns.length > 0 && !acknowledged)) {
        found.push(acknowledged ? { ...candidate, concerns: [] } : candidate);
      } else if (concerns.length > 0) folded.push(candidate);
    }
    if (connection !== this.#connection) return;
    const of = Math.max(examined, this.#projects.state.total ?? 0);
    const { lookedAt } = failuresOf(connection);
    const inOrder = (all: readonly Concerned[]) => newestFirst(all, lookedAt, stallLimitMs());
    this.#show({
      found: inOrder(found),
      acknowledged: inOrder(folded),
      alarms: alarmCounts(alarming),
      covered: { read, of },
    });
    concernedOf(connection).set(standings);
    // Words such as `14 min ago` depend on the time.
    if (found.length > 0) this.#aging.restart(MINUTE_MS);
  }

  /** Whether its counts are known, or cannot be. */
  #isRead({ project, last }: Concerned): boolean {
    const ref = projectRef(project);
    return last !== undefined || !ref || this.whole.hasFailed(ref);
  }

  *#candidates(
    connection: ActiveConnection,
    readings: ReadonlyMap<string, LastReading>,
  ): Generator<Concerned> {
    const { state } = this.#projects;
    const watched = watchedOf(connection);
    const reader = readerOf(connection);
    const examine = (project: Project, last: LastReading | undefined): Concerned => {
      const concerns = projectConcerns(project, last, reader);
      return { project, concerns, watched: watched.has(project.key), last };
    };
    const listed = new Set<string>();
    for (const project of [...state.rows, ...this.whole.others]) {
      const ref = refOfKey(project.key);
      if (listed.has(ref)) continue;
      // Readings of a reference that rows share belong to none of them.
      listed.add(ref).add(refOfKey(identityOf(project)));
      yield examine(project, readings.get(ref));
    }
    // If the whole list is known, a project that is missing in it is gone.
    const isWhole = isKnownAsWhole(state) || this.whole.isComplete;
    for (const project of this.#unlisted()) {
      if (project.name !== undefined) this.#named.set(refOfKey(project.key), project);
    }
    for (const ref of [...readings.keys(), ...watched.keys.map(refOfKey)]) {
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
}

/**
 * A text that changes when the concerns change. A stall that only lasts longer changes nothing; one
 * that begins after something moved does.
 */
function digest(concerns: readonly Concern[], last: LastReading | undefined): string {
  const parts = concerns.map((one) => {
    if (one.kind === 'failed') return { kind: one.kind, count: one.count };
    return one.kind === 'stalled' ? { kind: one.kind, since: last?.movedAt } : one;
  });
  return JSON.stringify(parts);
}
