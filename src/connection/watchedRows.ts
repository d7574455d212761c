import * as vscode from 'vscode';
import type { ActiveConnection } from './activeConnection.ts';

/** Which projects a sign-in watches, by the keys of their rows. Watching sets them; others read them. */
class WatchedRows {
  #rows: ReadonlyMap<string, boolean> = new Map();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();

  /** Fires with the keys of which `has` or `showsShare` has changed. */
  readonly onDidChange = this.#changed.event;

  get keys(): readonly string[] {
    return [...this.#rows.keys()];
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** Whether the description of the row begins with the share that is confirmed. */
  showsShare(key: string): boolean {
    return this.#rows.get(key) === true;
  }

  /** @param rows all that are watched now, and what `showsShare` says of them. */
  set(rows: ReadonlyMap<string, boolean>): void {
    const before = this.#rows;
    this.#rows = rows;
    const keys = [...new Set([...before.keys(), ...rows.keys()])];
    const changed = keys.filter((key) => before.get(key) !== rows.get(key));
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

const all = new WeakMap<ActiveConnection, WatchedRows>();

/** What the sign-in of a connection watches; nothing until watching has looked. */
export function watchedOf(connection: ActiveConnection): WatchedRows {
  const found = all.get(connection) ?? new WatchedRows();
  all.set(connection, found);
  return found;
}
