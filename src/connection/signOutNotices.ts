import { existsSync, type FSWatcher, mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../editor/log.ts';

/** The name of the notice that all sign-ins were deleted. Ids of sign-ins are longer. */
export const ALL = 'all';

/**
 * Follows the sign-outs of other windows. SecretStorage has an event for that, but where the editor
 * runs in a browser, each window keeps a copy of all secrets from when it was opened: it gets no
 * event and would still find the token. So each sign-out also writes an empty file named by the
 * sign-in's id (`leaveNotice.ts`), and all windows watch the folder of these files. Such a window
 * also does not see sign-ins that others stored after it was opened. So when all sign-ins are
 * deleted, each window deletes those that it sees.
 */
export class SignOutNotices implements vscode.Disposable {
  readonly folder: string;
  readonly #log: Log;
  readonly #appeared = new vscode.EventEmitter<void>();
  readonly #watcher: FSWatcher | undefined;
  #allHeard: number;

  /** Fires when the folder of notices changes, for example after a sign-out in any window. */
  readonly onDidAppear = this.#appeared.event;

  constructor(storage: vscode.Uri, log: Log) {
    this.folder = join(storage.fsPath, 'signed-out');
    this.#log = log;
    this.#allHeard = this.#allAt();
    this.#watcher = this.#watch();
  }

  has(id: string): boolean {
    return existsSync(noticePath(this.folder, id));
  }

  /**
   * If all sign-ins were deleted since the start or the last call: the time up to which those put
   * in use are deleted, in milliseconds since 1970. `undefined` if not.
   */
  hearAll(): number | undefined {
    const at = this.#allAt();
    if (at <= this.#allHeard) return undefined;
    return (this.#allHeard = at);
  }

  dispose(): void {
    this.#watcher?.close();
    this.#appeared.dispose();
  }

  #allAt(): number {
    try {
      return Number(readFileSync(noticePath(this.folder, ALL), 'utf8'));
    } catch {
      return 0;
    }
  }

  /** `undefined` if the folder cannot be watched, as on a read-only disk. */
  #watch(): FSWatcher | undefined {
    const complain = (error: unknown) => {
      this.#log.warn(`Sign-outs elsewhere may be seen only at the next start: ${String(error)}`);
    };
    try {
      mkdirSync(this.folder, { recursive: true });
      const watcher = watch(this.folder, { persistent: false }, () => {
        this.#appeared.fire();
      });
      return watcher.on('error', complain);
    } catch (error) {
      complain(error);
      return undefined;
    }
  }
}

/** @param id of a sign-in, or `ALL`. It comes from a secret, and must lead to no other folder. */
export function noticePath(folder: string, id: string): string {
  // What is left of the signs is no name of a folder, such as `..`, and valid on Windows.
  return join(folder, encodeURIComponent(id).replace(/[.*]/g, '_'));
}
