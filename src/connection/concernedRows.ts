import * as vscode from 'vscode';
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

  /** Fires with the keys that were acknowledged, or are so no longer. */
  readonly onDidChange = this.#changed.event;

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
  set(words: ReadonlyMap<string, string>, acknowledged: ReadonlyMap<string, boolean>): void {
    const keys = new Set([...this.#acknowledged.keys(), ...acknowledged.keys()]);
    const changed = [...keys].filter(
      (key) => this.#acknowledged.has(key) !== acknowledged.has(key),
    );
    [this.#words, this.#acknowledged] = [words, acknowledged];
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** What needs attention there; nothing until `features/attention` has set it. */
export const concernedOf = perConnection(() => new ConcernedRows());
