import * as vscode from 'vscode';
import { NO_STANDINGS, type Standings } from '../core/arrange/projectFilter.ts';
import { perConnection } from './perConnection.ts';

/**
 * The projects of a connection that need attention, by the keys of their rows. `Needs Attention` sets
 * them; rows, search, export, portfolio and agents read them.
 */
export class ConcernedRows {
  #words: ReadonlyMap<string, string> = new Map();
  /** By key, whether it would need attention otherwise. */
  #acknowledged: ReadonlyMap<string, boolean> = new Map();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #standingsChanged = new vscode.EventEmitter<void>();
  /** What the counts of all projects tell, also of those that need nothing. */
  standings = NO_STANDINGS;

  /** Fires with the keys that were acknowledged, or are so no longer. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the alarm of a project has changed, or whether it is finished or acknowledged. */
  readonly onDidChangeStandings = this.#standingsChanged.event;

  /** Why they need it. Those are left out that were acknowledged as they are. */
  get words(): ReadonlyMap<string, string> {
    return this.#words;
  }

  isAcknowledged(key: string): boolean {
    return this.#acknowledged.has(key);
  }

  /** Whether it would need attention, had it not been acknowledged. */
  isAlarmAcknowledged(key: string): boolean {
    return this.#acknowledged.get(key) === true;
  }

  /** @param acknowledged by key, whether it would need attention otherwise. */
  set(
    words: ReadonlyMap<string, string>,
    acknowledged: ReadonlyMap<string, boolean>,
    standings: Standings,
  ): void {
    const keys = new Set([...this.#acknowledged.keys(), ...acknowledged.keys()]);
    const changed = [...keys].filter(
      (key) => this.#acknowledged.has(key) !== acknowledged.has(key),
    );
    [this.#words, this.#acknowledged] = [words, acknowledged];
    const before = this.standings;
    this.standings = standings;
    if (changed.length > 0) this.#changed.fire(changed);
    if (!areAlike(before, standings)) this.#standingsChanged.fire();
  }
}

function areAlike(before: Standings, now: Standings): boolean {
  if (before.size !== now.size) return false;
  return [...now].every(([key, { percent, alarm, isSeen }]) => {
    const was = before.get(key);
    return (
      was?.alarm === alarm && was?.isSeen === isSeen && isWhole(was?.percent) === isWhole(percent)
    );
  });
}

/** Whether all are confirmed; `undefined` if that is not known. */
function isWhole(percent: number | undefined): boolean | undefined {
  return percent === undefined ? undefined : percent === 100;
}

/** What needs attention there; nothing until `features/attention` has set it. */
export const concernedOf = perConnection(() => new ConcernedRows());
