import * as vscode from 'vscode';
import type { ActiveConnection } from './activeConnection.ts';

/** Which projects a sign-in watches, by the keys of their rows. Watching tells it; others read. */
class WatchedKeys {
  #keys: ReadonlySet<string> = new Set();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();

  /** Fires with the keys that are watched now and were not, or the other way round. */
  readonly onDidChange = this.#changed.event;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** @param keys all that are watched now. */
  set(keys: readonly string[]): void {
    const before = this.#keys;
    const now = (this.#keys = new Set(keys));
    const changed = [...before, ...now].filter((key) => before.has(key) !== now.has(key));
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

const all = new WeakMap<ActiveConnection, WatchedKeys>();

/** What the sign-in of a connection watches; nothing until watching has looked. */
export function watchedOf(connection: ActiveConnection): WatchedKeys {
  const found = all.get(connection) ?? new WatchedKeys();
  all.set(connection, found);
  return found;
}
