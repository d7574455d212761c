import * as vscode from 'vscode';
import { NO_STANDINGS, type Standings } from '../core/arrange/projectFilter.ts';
import { perConnection } from './perConnection.ts';

/**
 * The standing of each project of a connection. `features/attention` sets it; rows, filter, search,
 * export, portfolio and agents read it.
 */
export class ConcernedRows {
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #standingsChanged = new vscode.EventEmitter<void>();
  /** By the key of the row; also those of projects that need no attention. */
  standings = NO_STANDINGS;

  /** Fires with the keys whose acknowledgement was set or removed. */
  readonly onDidChange = this.#changed.event;
  /**
   * Fires when a standing was added or removed, or when its alarm, its acknowledgement or whether
   * all is confirmed has changed. Does not fire for other changes of its share.
   */
  readonly onDidChangeStandings = this.#standingsChanged.event;

  isAcknowledged(key: string): boolean {
    return this.standings.get(key)?.acknowledged === true;
  }

  /** Whether a project needs attention and the user has acknowledged that. */
  isAlarmAcknowledged(key: string): boolean {
    return this.isAcknowledged(key) && this.standings.get(key)?.alarm !== undefined;
  }

  set(standings: Standings): void {
    const before = this.standings;
    this.standings = standings;
    const changed: string[] = [];
    let areAlike = before.size === standings.size;
    for (const [key, { percent, alarm, acknowledged = false }] of standings) {
      const was = before.get(key);
      const wasAcknowledged = was?.acknowledged ?? false;
      if (acknowledged !== wasAcknowledged) changed.push(key);
      areAlike &&=
        was?.alarm === alarm &&
        acknowledged === wasAcknowledged &&
        isWhole(was?.percent) === isWhole(percent);
    }
    for (const [key, was] of before) {
      if (was.acknowledged === true && !standings.has(key)) changed.push(key);
    }
    if (changed.length > 0) this.#changed.fire(changed);
    if (!areAlike) this.#standingsChanged.fire();
  }
}

/** Whether all are confirmed; `undefined` if that is not known. */
function isWhole(percent: number | undefined): boolean | undefined {
  return percent === undefined ? undefined : percent === 100;
}

/** The standings of a connection; empty until `features/attention` has set them. */
export const concernedOf = perConnection(() => new ConcernedRows());
