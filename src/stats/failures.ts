import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { followConnection, perConnection } from '../connection/perConnection.ts';
import type { Session } from '../connection/session.ts';
import type { ChangeMark, KnownChanges } from '../core/lists/changeMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import { type Project, type ProjectRef, projectRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { statusTone } from '../core/model/statusTone.ts';
import { type FailedSince, failedSinceText, readFailedSince } from '../core/stats/failedSince.ts';
import { failedOf } from '../core/stats/problems.ts';
import { slices } from '../editor/slices.ts';
import { readOr } from '../kept/fault.ts';
import { ProjectNotes } from '../kept/projectNotes.ts';
import { readerOf } from './statsReader.ts';

/** Rows that are followed, in about a millisecond, before other work of the extension host may run. */
const AT_A_TIME = 500;

interface Seen {
  readonly ref: ProjectRef;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Whether the status says that it has failed; `undefined` if the status is not known. */
  readonly isFailed: boolean | undefined;
  /** When the same, status or counts, was last seen before without failure, in milliseconds since 1970. */
  readonly wellAt: number | undefined;
}

/**
 * Since when the projects of a connection have failed, by their status or their counts. It is stored,
 * for all windows. The counts come from the `StatsReader`, the statuses from `seeRows`.
 */
export class Failures {
  readonly #connection: ActiveConnection;
  readonly #notes: ProjectNotes;
  readonly #changed = new vscode.EventEmitter<readonly ProjectRef[]>();
  /** Whether the status says so, and when it was read, as this window saw it last. */
  readonly #byStatus = new Map<ProjectRef, { readonly isFailed: boolean; readonly at: number }>();
  #all: Map<ProjectRef, FailedSince>;
  /** When the user last looked at the list, in milliseconds since 1970: later failures are new. */
  lookedAt: number;

  /** Fires with the projects that were added to `all` or removed; with none after `see`. */
  readonly onDidChange = this.#changed.event;

  constructor(connection: ActiveConnection) {
    const { store, ended } = connection;
    this.#connection = connection;
    this.lookedAt = connection.clock.now();
    this.#notes = new ProjectNotes(store, 'failed');
    this.#all = this.#stored();
    const reader = readerOf(connection);
    reader.failedSince = (ref) => {
      const since = this.#all.get(ref);
      return since && { ...since, now: connection.clock.now() };
    };
    const reload = () => {
      const before = this.#all;
      this.#all = this.#stored();
      const refs = new Set([...before.keys(), ...this.#all.keys()]);
      const changed = [...refs].filter((ref) => before.has(ref) !== this.#all.has(ref));
      if (changed.length > 0) this.#changed.fire(changed);
    };
    const stop = store.onChange(reload);
    const reading = reader.onDidChange(({ ref, last, before }) => {
      // Counts without failed NFTs do not say that the status was another one.
      const isByCounts = failedOf(last) > 0;
      const wellAt = isByCounts && before && failedOf(before) === 0 ? before.at : undefined;
      const wasFailing = before !== undefined && failedOf(before) > 0;
      // Without a loaded row, what had failed by its counts is over with them.
      const isFailed = this.#byStatus.get(ref)?.isFailed ?? (wasFailing ? false : undefined);
      this.#note([{ ref, at: last.at, isFailed, wellAt }]);
    });
    ended.addEventListener('abort', () => {
      stop();
      reading.dispose();
    });
  }

  get all(): ReadonlyMap<ProjectRef, FailedSince> {
    return this.#all;
  }

  see(): void {
    this.lookedAt = this.#connection.clock.now();
    this.#changed.fire([]);
  }

  /** Notes the statuses of stored rows, which tell what was known when they were read. */
  recall(rows: readonly Project[]): void {
    for (const row of rows) {
      const ref = projectRef(row);
      const { askedAt: at } = row;
      if (!ref || at === undefined || this.#byStatus.has(ref)) continue;
      this.#byStatus.set(ref, { isFailed: statusTone(row.status) === 'failed', at });
    }
  }

  /**
   * Follows the statuses of rows. Yields to other work after each slice.
   * @param changes how they differ from the rows that the user saw before.
   * @param signal ends it; so does the end of the connection.
   */
  async seeRows(
    rows: readonly Project[],
    { marks, since }: KnownChanges,
    signal: AbortSignal,
  ): Promise<void> {
    const ends = [signal, this.#connection.ended];
    for (let from = 0; from < rows.length; from += AT_A_TIME) {
      if (from > 0) await slices.pause();
      if (ends.some(({ aborted }) => aborted)) return;
      const seen = rows.slice(from, from + AT_A_TIME).flatMap((row): Seen[] => {
        const ref = projectRef(row);
        const { askedAt: at } = row;
        if (!ref || at === undefined) return [];
        const isFailed = statusTone(row.status) === 'failed';
        const before = this.#byStatus.get(ref) ?? statusBefore(marks.get(row.key), since);
        this.#byStatus.set(ref, { isFailed, at });
        // Of the counts, an earlier status that was not failed says nothing.
        const isNew = isFailed && before?.isFailed === false;
        return [{ ref, at, isFailed, wellAt: isNew ? before.at : undefined }];
      });
      this.#note(seen);
    }
  }

  /** Adds the projects that have failed, and removes those that have not. */
  #note(seen: readonly Seen[]): void {
    const added = new Map<ProjectRef, string>();
    const removed: ProjectRef[] = [];
    const reader = readerOf(this.#connection);
    for (const { ref, at, isFailed, wellAt } of seen) {
      const known = this.#all.get(ref);
      // Of what has failed, the last counts may not have been looked up yet.
      const last = known ? reader.last(ref) : reader.readings.known(ref);
      const hasFailed = isFailed === true || failedOf(last ?? {}) > 0;
      // Its status may be seen first, and then the counts from before, by which it had not failed.
      const isOlder = known && known.after === undefined && (wellAt ?? Infinity) < known.at;
      if (hasFailed && (!known || isOlder)) {
        const since = { at: known?.at ?? at, after: wellAt };
        this.#all.set(ref, since);
        added.set(ref, failedSinceText(since));
      }
      // Without a status, that may be what has failed.
      if (!hasFailed && isFailed === false && this.#all.delete(ref)) removed.push(ref);
    }
    if (added.size === 0 && removed.length === 0) return;
    // If it cannot be stored, it holds for this window.
    readOr(undefined, () => {
      if (added.size > 0) this.#notes.add(added);
      if (removed.length > 0) this.#notes.remove(removed);
    });
    this.#changed.fire([...added.keys(), ...removed]);
  }

  #stored(): Map<ProjectRef, FailedSince> {
    const stored = new Map<ProjectRef, FailedSince>();
    for (const [key, text] of this.#notes.all) {
      const ref = parseProjectRef(key);
      const since = readFailedSince(text);
      if (ref && since) stored.set(ref, since);
    }
    return stored;
  }
}

/** The status of a row that the user saw before, if it has changed since then. */
function statusBefore(mark: ChangeMark | undefined, since: number | undefined) {
  if (mark?.kind !== 'changed' || since === undefined) return undefined;
  return { isFailed: statusTone(mark.was.status) === 'failed', at: since };
}

/** The failures of a connection. Since its first call, they follow the counts. */
export const failuresOf = perConnection((connection) => new Failures(connection));

/** Follows the statuses of the list, for the failures of the connection in use. */
export function followFailures(session: Session, projects: PagedList<Project>): vscode.Disposable {
  return followConnection(session, (current) => {
    if (!current) return [];
    const failures = failuresOf(current);
    let seen: readonly Project[] | undefined;
    let seeing = new AbortController();
    failures.recall(projects.takeRestored());
    const follow = () => {
      const { rows, asOf, restored, work } = projects.state;
      if (asOf === undefined || restored || work || rows === seen) return;
      seen = rows;
      failures.lookedAt = projects.changes.since ?? failures.lookedAt;
      seeing.abort();
      seeing = new AbortController();
      void failures.seeRows(rows, projects.changes, seeing.signal);
    };
    follow();
    return [new vscode.Disposable(projects.onChange(follow))];
  });
}
