import * as vscode from 'vscode';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { perConnection } from './perConnection.ts';

/**
 * The projects that a sign-in watches, by the keys of their rows. `features/watch` sets them;
 * others read them.
 */
class WatchedRows {
  #rows: ReadonlyMap<string, ProjectRef> = new Map();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();

  /** Fires with the keys that were added or removed. */
  readonly onDidChange = this.#changed.event;

  get keys(): readonly string[] {
    return [...this.#rows.keys()];
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** The project that is watched for a row, if one is. The row itself may have no kind. */
  refOf(key: string): ProjectRef | undefined {
    return this.#rows.get(key);
  }

  /** The keys of the rows for which a project is watched. */
  keysOf(ref: ProjectRef): readonly string[] {
    const sought = formatRef(ref);
    return [...this.#rows].flatMap(([key, one]) => (formatRef(one) === sought ? [key] : []));
  }

  set(rows: ReadonlyMap<string, ProjectRef>): void {
    const before = this.#rows;
    this.#rows = rows;
    const keys = [...new Set([...before.keys(), ...rows.keys()])];
    const changed = keys.filter((key) => before.has(key) !== rows.has(key));
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** What the sign-in of a connection watches; empty until `features/watch` has set it. */
export const watchedOf = perConnection(() => new WatchedRows());
