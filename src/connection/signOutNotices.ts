import { existsSync, type FSWatcher, mkdirSync, readFileSync, watch } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../editor/log.ts';

/** Longer than any window stays open with a sign-in that was ended elsewhere. */
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** The notice that all sign-ins were forgotten. The id of a sign-in is longer. */
const ALL = 'all';

/**
 * Tells the other windows that a sign-in has ended. SecretStorage has an event for that, but where
 * the editor runs in a browser each window keeps a copy of all secrets from when it was opened: no
 * event comes, and the token would still be found there. So each sign-out also leaves an empty file
 * named by the sign-in's id, which the windows watch for and check. Nor does a window know the sign-ins
 * that others have stored since it was opened: when all are forgotten, each window forgets its own.
 */
export class SignOutNotices implements vscode.Disposable {
  readonly #folder: string;
  readonly #log: Log;
  readonly #appeared = new vscode.EventEmitter<void>();
  readonly #watcher: FSWatcher | undefined;
  #allHeard: number;

  /** Fires when a sign-in was ended, here or in another window. */
  readonly onDidAppear = this.#appeared.event;

  constructor(storage: vscode.Uri, log: Log) {
    this.#folder = join(storage.fsPath, 'signed-out');
    this.#log = log;
    this.#allHeard = this.#allAt();
    this.#watcher = this.#watch();
    this.#removeOld().catch((error: unknown) => {
      log.warn(`Old sign-out notices stay: ${String(error)}`);
    });
  }

  has(id: string): boolean {
    return existsSync(join(this.#folder, encodeURIComponent(id)));
  }

  /** Never rejects: where it cannot be written, the editor's own event is all there is. */
  leave(id: string): Promise<void> {
    return this.#write(encodeURIComponent(id), '');
  }

  /** The same for all sign-ins put in use until now, in milliseconds since 1970. */
  leaveAll(now: number): Promise<void> {
    return this.#write(ALL, String(now));
  }

  /** Until when all sign-ins were forgotten, once for each time since the window was opened. */
  hearAll(): number | undefined {
    const at = this.#allAt();
    if (at <= this.#allHeard) return undefined;
    return (this.#allHeard = at);
  }

  dispose(): void {
    this.#watcher?.close();
    this.#appeared.dispose();
  }

  async #write(name: string, text: string): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(join(this.#folder, name), text);
    } catch (error) {
      this.#log.warn(`Other windows may not see this sign-out at once: ${String(error)}`);
    }
  }

  #allAt(): number {
    try {
      return Number(readFileSync(join(this.#folder, ALL), 'utf8'));
    } catch {
      return 0;
    }
  }

  /** Watches as far as the system allows: it may have no watcher left, or the disk be read-only. */
  #watch(): FSWatcher | undefined {
    const complain = (error: unknown) => {
      this.#log.warn(`Sign-outs elsewhere may be seen only at the next start: ${String(error)}`);
    };
    try {
      mkdirSync(this.#folder, { recursive: true });
      const watcher = watch(this.#folder, { persistent: false }, () => {
        this.#appeared.fire();
      });
      return watcher.on('error', complain);
    } catch (error) {
      complain(error);
      return undefined;
    }
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      // Another window may be removing the same ones.
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > KEPT_MS) await rm(path, { force: true });
    }
  }
}
