import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { compacted, joined } from '../core/stats/history.ts';
import { type Histories, historyText, readHistoryText } from '../core/stats/historyText.ts';
import type { History, Reading } from '../core/stats/reading.ts';
import { inSlices } from '../core/model/breath.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { breath } from '../editor/breath.ts';
import { settings } from '../editor/settings.ts';
import { updateKept } from '../disk/keptUpdate.ts';
import type { ActiveConnection } from './activeConnection.ts';

/** The file of the histories of a sign-in (`KeptFiles`). */
const NAME = 'history';
/** Readings that arrive within this time are written together. */
const SETTLED_MS = 250;
/** The least time between two writes: each one writes the whole file. */
const BETWEEN_MS = 3_000;
/** The same for a long file: while thousands of projects are read, no more than 100 KB a second. */
const MS_PER_BYTE = 1 / 100;

/**
 * Every reading of stats through one connection, with those that other and earlier windows kept for
 * the same sign-in. Of sample data, or while nothing is kept, only in memory.
 */
class StatsHistory {
  readonly #connection: ActiveConnection;
  /** What the file held when it was read last, and the digest of its bytes. */
  #kept: Histories = new Map();
  #digest = '';
  /** What the file does not hold yet. */
  #fresh = new Map<string, History>();
  #due: NodeJS.Timeout | undefined;
  /** When it was written last, in milliseconds of `performance.now()`. */
  #savedAt = -Infinity;
  #restMs = BETWEEN_MS;
  /** One at a time reads or changes the file. */
  #work: Promise<unknown> = Promise.resolve();
  #trouble: string | undefined;
  readonly #changed = new vscode.EventEmitter<ProjectRef>();

  /** Fires when a project has another reading. */
  readonly onDidChange = this.#changed.event;

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
    connection.beforeClose.add(() => this.#saveNow());
  }

  /** Adds a reading; it replaces one of the same time. It is written a moment later. */
  add(ref: ProjectRef, reading: Reading): void {
    const key = formatRef(ref);
    const history = joined(this.#fresh.get(key) ?? [], [reading]);
    this.#fresh.set(key, compacted(history, Date.now()));
    this.#changed.fire(ref);
    if (!this.#mayKeep()) return;
    const wait = Math.max(SETTLED_MS, this.#savedAt + this.#restMs - performance.now());
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      void this.#next(() => this.#save());
    }, wait);
    // It alone keeps no process running.
    this.#due.unref();
  }

  /** The readings of a project, without those of the future. Never rejects. */
  async of(ref: ProjectRef): Promise<History> {
    await this.#next(() => this.#restore());
    return this.#past(formatRef(ref), Date.now());
  }

  /** The same of all projects that have readings, by `t/12`. */
  async all(): Promise<Histories> {
    await this.#next(() => this.#restore());
    const now = Date.now();
    const keys = [...this.#kept.keys(), ...this.#fresh.keys()];
    const all = await inSlices(
      each(keys, (key) => this.#past(key, now)),
      breath,
    );
    return new Map([...all].filter(([, { length }]) => length > 0));
  }

  async #saveNow(): Promise<void> {
    clearTimeout(this.#due);
    // What is being written counts too.
    await (this.#fresh.size > 0 ? this.#next(() => this.#save()) : this.#work);
  }

  #next<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#work.then(run);
    this.#work = done.catch(() => undefined);
    return done;
  }

  #past(key: string, now: number): History {
    return this.#historyOf(key, now).filter(({ at }) => at <= now);
  }

  #historyOf(key: string, now: number): History {
    return compacted(joined(this.#kept.get(key) ?? [], this.#fresh.get(key) ?? []), now);
  }

  async #restore(): Promise<void> {
    const { id, kept } = this.#connection;
    if (!kept || !this.#mayKeep()) return;
    try {
      await this.#take(await kept.files.read(id, NAME));
    } catch (error) {
      this.#warn(`The history of stats cannot be read: ${String(error)}`);
    }
  }

  async #save(): Promise<void> {
    const { id, kept, ended } = this.#connection;
    if (!kept || !this.#mayKeep()) return;
    let fresh: Histories = new Map();
    this.#savedAt = performance.now();
    try {
      await updateKept(kept.files, id, NAME, async (bytes, clearedAt) => {
        await this.#take(bytes);
        for (const [key, history] of this.#fresh)
          this.#drop(key, new Set(history.filter(({ at }) => at <= clearedAt)));
        fresh = new Map(this.#fresh);
        if (fresh.size === 0) return undefined;
        const now = Date.now();
        const keys = [...this.#kept.keys(), ...fresh.keys()];
        const joining = each(keys, (key) => this.#historyOf(key, now));
        const all = await inSlices(joining, breath, ended);
        const { text, histories } = await inSlices(historyText(id, all), breath, ended);
        ended.throwIfAborted();
        [this.#kept, this.#digest] = [histories, digestOf(text)];
        this.#restMs = Math.max(BETWEEN_MS, text.length * MS_PER_BYTE);
        return text;
      });
      for (const [key, history] of fresh) this.#drop(key, new Set(history));
      this.#trouble = undefined;
    } catch (error) {
      this.#digest = '';
      this.#warn(`The history of stats cannot be kept: ${String(error)}`);
    }
  }

  /** Takes over what the file holds. */
  async #take(bytes: Uint8Array | undefined): Promise<void> {
    const { id, ended } = this.#connection;
    const digest = bytes ? digestOf(bytes) : '';
    if (digest !== '' && digest === this.#digest) return;
    this.#kept = bytes ? await inSlices(readHistoryText(id, bytes), breath, ended) : new Map();
    this.#digest = digest;
  }

  /** Readings that were added meanwhile stay. @param some are written, or must not be. */
  #drop(key: string, some: ReadonlySet<Reading>): void {
    const left = (this.#fresh.get(key) ?? []).filter((reading) => !some.has(reading));
    if (left.length > 0) this.#fresh.set(key, left);
    else this.#fresh.delete(key);
  }

  #mayKeep(): boolean {
    const { kept, ended } = this.#connection;
    return kept !== undefined && !ended.aborted && settings.keepRows;
  }

  /** Once for each failure, until a write succeeds. */
  #warn(trouble: string): void {
    if (!this.#mayKeep() || trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#connection.kept?.log.warn(trouble);
  }
}

/** What `of` gives for each key, once. There may be 20,000, so it goes step by step. */
function* each<T>(keys: Iterable<string>, of: (key: string) => T): Generator<void, Map<string, T>> {
  const all = new Map<string, T>();
  for (const key of new Set(keys)) {
    all.set(key, of(key));
    yield;
  }
  return all;
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}

const histories = new WeakMap<ActiveConnection, StatsHistory>();

/**
 * The history of stats of a connection. Each connection has its own, so that no reading is shown
 * under another account. `statsOf` adds every reading.
 */
export function historyOf(connection: ActiveConnection): StatsHistory {
  const history = histories.get(connection) ?? new StatsHistory(connection);
  histories.set(connection, history);
  return history;
}
