import { createHash, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';

/** Whose snapshots: those of one project of one account. */
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

/** No snapshot takes longer to be written. */
const UNFINISHED_MS = 60_000;

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/** Snapshots of projects as files, below the extension's own storage for the workspace. */
export class Snapshots {
  readonly #root: vscode.Uri;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(storage: vscode.Uri) {
    this.#root = vscode.Uri.joinPath(storage, 'snapshots');
  }

  /** The newest first. Rejects if the disk does. */
  async list(owner: SnapshotOwner): Promise<Snapshot[]> {
    const folder = this.#folder(owner);
    // Of a folder that is not there, the error depends on the kind of disk.
    await vscode.workspace.fs.createDirectory(folder);
    const files = await vscode.workspace.fs.readDirectory(folder);
    for (const [file] of files) {
      if (file.endsWith('.tmp')) await removeLeftover(vscode.Uri.joinPath(folder, file));
    }
    return files
      .flatMap(([file]) => snapshotNamed(file.replace(/\.json$/, '')) ?? [])
      .sort((one, other) => other.at - one.at);
  }

  /**
   * Keeps a text under the time it is from; another of the same millisecond gets the next one.
   * Rejects if the disk does, and then leaves nothing that `list` would take for a snapshot.
   */
  save(owner: SnapshotOwner, text: string, now: number): Promise<Snapshot> {
    // One by one, so that two at once do not take the same name.
    const saved = this.#saving.then(() => this.#save(owner, text, now));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Rejects if it is not there. */
  async read(owner: SnapshotOwner, name: string): Promise<Uint8Array> {
    // The name may come from the address of a document, and must lead to no other file.
    if (!snapshotNamed(name)) throw new Error(`No snapshot is called ${name}.`);
    return vscode.workspace.fs.readFile(this.#file(owner, name));
  }

  async delete(owner: SnapshotOwner, { name }: Snapshot): Promise<void> {
    await vscode.workspace.fs.delete(this.#file(owner, name));
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
      // The reason to tell is the first one; what cannot be deleted is no snapshot either.
      await Promise.resolve(fs.delete(unfinished)).catch(() => undefined);
      throw error;
    }
    return { name, at };
  }

  #folder({ service, key }: SnapshotOwner): vscode.Uri {
    const id = createHash('sha256').update(`${service}\n${key}`).digest('hex').slice(0, 32);
    return vscode.Uri.joinPath(this.#root, id);
  }

  #file(owner: SnapshotOwner, name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder(owner), `${name}.json`);
  }
}

/** A window that was closed as it wrote leaves a file; another window may be writing right now. */
async function removeLeftover(unfinished: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  try {
    const { mtime } = await fs.stat(unfinished);
    if (Date.now() - mtime > UNFINISHED_MS) await fs.delete(unfinished);
  } catch {
    // It is no snapshot, whether it can be removed, or another window was faster, or neither.
  }
}

/** Does something with the disk; rejects with a sentence where that fails. */
export async function onDisk<T>(done: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The snapshot could not be ${done} (${message}).`, { cause: error });
  }
}

function snapshotNamed(name: string): Snapshot | undefined {
  const at = Date.parse(name.replace(NAME, '$1:$2:$3'));
  return NAME.test(name) && !Number.isNaN(at) ? { name, at } : undefined;
}
