import { existsSync, type FSWatcher, mkdirSync, watch } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../editor/log.ts';

/** Longer than any window stays open with a sign-in that was ended elsewhere. */
const KEPT_MS = 90 * 24 * 3600 * 1000;

/**
 * Tells the other windows that a sign-in has ended. SecretStorage has an event for that, but where
 * the editor runs in a browser each window keeps a copy of all secrets from when it was opened: no
 * event comes, and the token would still be found there. So each sign-out also leaves an empty file
 * named by the sign-in's id, which the windows watch for and check.
 */
export class SignOutNotices implements vscode.Disposable {
  readonly #folder: string;
  readonly #log: Log;
  readonly #appeared = new vscode.EventEmitter<void>();
  readonly #watcher: FSWatcher | undefined;

  /** Fires when a sign-in was ended, here or in another window. */
  readonly onDidAppear = this.#appeared.event;

  constructor(storage: vscode.Uri, log: Log) {
    this.#folder = join(storage.fsPath, 'signed-out');
    this.#log = log;
    this.#watcher = this.#watch();
    this.#removeOld().catch((error: unknown) => {
      log.warn(`Old sign-out notices stay: ${String(error)}`);
    });
  }

  has(id: string): boolean {
    return existsSync(join(this.#folder, encodeURIComponent(id)));
  }

  /** Never rejects: where it cannot be written, the editor's own event is all there is. */
  async leave(id: string): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(join(this.#folder, encodeURIComponent(id)), '');
    } catch (error) {
      this.#log.warn(`Other windows may not see this sign-out at once: ${String(error)}`);
    }
  }

  dispose(): void {
    this.#watcher?.close();
    this.#appeared.dispose();
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
