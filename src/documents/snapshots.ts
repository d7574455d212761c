import { createHash, randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';

/** The project and account that snapshots belong to. */
export interface SnapshotOwner {
  readonly service: string;
  /** `t/12`. */
  readonly key: string;
}

export interface Snapshot {
  /** When it was taken, in a form that can name a file: `2026-11-21T10-04-47.123Z`. */
  readonly name: string;
  /** The same in milliseconds since 1970. */
  readonly at: number;
}

/** A file that is unfinished for longer was left behind. */
const UNFINISHED_MS = 60_000;

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/** Snapshots of projects, as files in the extension's storage for the workspace. */
export class Snapshots {
  readonly #root: vscode.Uri;
  readonly #clock: Clock;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(storage: vscode.Uri, clock: Clock) {
    this.#clock = clock;
    this.#root = vscode.Uri.joinPath(storage, 'snapshots');
  }

  /** The newest first. Rejects if the disk does. */
  async list(owner: SnapshotOwner): Promise<Snapshot[]> {
    const folder = this.#folder(owner);
    // Created first, because the error for a missing folder depends on the file system.
    await vscode.workspace.fs.createDirectory(folder);
    const files = await vscode.workspace.fs.readDirectory(folder);
    for (const [file] of files) {
      if (file.endsWith('.tmp')) await this.#removeLeftover(vscode.Uri.joinPath(folder, file));
    }
    return files
      .flatMap(([file]) => snapshotNamed(file.replace(/\.json$/, '')) ?? [])
      .sort((one, other) => other.at - one.at);
  }

  /**
   * Saves a text under its time; if another snapshot has the same millisecond, under the next.
   * Rejects if the disk fails, and then leaves no file that `list` would show.
   */
  save(owner: SnapshotOwner, text: string): Promise<Snapshot> {
    // One after another, so that two at once do not take the same name.
    const now = this.#clock.now();
    const saved = this.#saving.then(() => this.#save(owner, text, now));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Rejects if it is not there. */
  async read(owner: SnapshotOwner, name: string): Promise<Uint8Array> {
    // The name may come from a document address, so it must not lead to another file.
    if (!snapshotNamed(name)) throw new Error(`No snapshot is called ${name}.`);
    return vscode.workspace.fs.readFile(this.#file(owner, name));
  }

  async delete(owner: SnapshotOwner, { name }: Snapshot): Promise<void> {
    await vscode.workspace.fs.delete(this.#file(owner, name));
  }

  /** How many there are of all projects and accounts. Rejects if the disk does. */
  async count(): Promise<number> {
    const { fs } = vscode.workspace;
    await fs.createDirectory(this.#root);
    const entries = await fs.readDirectory(this.#root);
    const folders = entries.filter(([, type]) => type !== vscode.FileType.File);
    const files = await Promise.all(
      folders.map(([folder]) => fs.readDirectory(vscode.Uri.joinPath(this.#root, folder))),
    );
    return files.flat().filter(([file]) => snapshotNamed(file.replace(/\.json$/, ''))).length;
  }

  /** Deletes those of all projects and accounts. Rejects if the disk does. */
  async deleteAll(): Promise<void> {
    await vscode.workspace.fs.delete(this.#root, { recursive: true });
  }

  async #save(owner: SnapshotOwner, text: string, now: number): Promise<Snapshot> {
    const taken = new Set((await this.list(owner)).map(({ at }) => at));
    let at = now;
    while (taken.has(at)) at++;
    const name = new Date(at).toISOString().replaceAll(':', '-');
    const { fs } = vscode.workspace;
    const unfinished = vscode.Uri.joinPath(this.#folder(owner), `${randomUUID()}.tmp`);
    try {
      await fs.writeFile(unfinished, new TextEncoder().encode(text));
      await fs.rename(unfinished, this.#file(owner, name), { overwrite: false });
    } catch (error) {
      // The first error is the reason; an unfinished file is no snapshot anyway.
      await Promise.resolve(fs.delete(unfinished)).catch(() => undefined);
      throw error;
    }
    return { name, at };
  }

  /** Deletes an unfinished file, unless another window may be writing it now. */
  async #removeLeftover(unfinished: vscode.Uri): Promise<void> {
    const { fs } = vscode.workspace;
    try {
      const { mtime } = await fs.stat(unfinished);
      if (this.#clock.now() - mtime > UNFINISHED_MS) await fs.delete(unfinished);
    } catch {
      // Left in place; another window may have removed it.
    }
  }

  #folder({ service, key }: SnapshotOwner): vscode.Uri {
    const id = createHash('sha256').update(`${service}\n${key}`).digest('hex').slice(0, 32);
    return vscode.Uri.joinPath(this.#root, id);
  }

  #file(owner: SnapshotOwner, name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder(owner), `${name}.json`);
  }
}

/** What is done to a snapshot. */
type Done = 'saved' | 'listed' | 'deleted';

/** Runs a file operation; rejects with a sentence if it fails. */
export async function onDisk<T>(done: Done, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(failedWords(done, message), { cause: error });
  }
}

function failedWords(done: Done, message: string): string {
  switch (done) {
    case 'saved':
      return l10n.t('The snapshot could not be saved ({0}).', message);
    case 'listed':
      return l10n.t('The snapshot could not be listed ({0}).', message);
    case 'deleted':
      return l10n.t('The snapshot could not be deleted ({0}).', message);
  }
}

function snapshotNamed(name: string): Snapshot | undefined {
  const at = Date.parse(name.replace(NAME, '$1:$2:$3'));
  return NAME.test(name) && !Number.isNaN(at) ? { name, at } : undefined;
}
