import * as vscode from 'vscode';
import {
  keptAsOf,
  keptCollections,
  type KeptOwner,
  keptProjects,
  keptText,
} from '../core/lists/keptText.ts';
import type { KeptList } from '../core/lists/keptList.ts';
import type { ListMarks } from '../core/lists/changeMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import { inSlices } from '../core/model/breath.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { breath } from '../editor/breath.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { systemClock } from '../editor/systemClock.ts';
import { SAMPLE, type ActiveConnection } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import { MarksKeeper } from './keptMarks.ts';
import type { Session } from './session.ts';
import { listSignIns } from './signInLookUp.ts';

const NAMES = ['projects', 'collections'] as const;

/** What a list held when it was kept last; all the same while there is nothing new to keep. */
type Held = readonly unknown[];

/**
 * Keeps what the lists hold whenever they have settled, and deletes what is kept of a sign-in that
 * this window used once it is no longer stored. Nothing of sample data is kept. A failure is logged
 * once; then it is tried again when the list has settled the next time.
 */
export class KeptRows implements vscode.Disposable {
  readonly #session: Session;
  readonly #catalog: Catalog;
  readonly #marks: Readonly<Record<ListName, MarksKeeper>>;
  readonly #log: Log;
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #held = new Map<ListName, Held>();
  /** The lists to be kept next, and through which connection they were read. */
  readonly #due = new Map<ListName, ActiveConnection>();
  #writing: Promise<void> | undefined;
  #trouble: string | undefined;
  /** The id of the sign-in that was used last. */
  #used: string | undefined;

  /** @param expected the sign-in that `Session.expected` gave at the start. */
  constructor(
    session: Session,
    catalog: Catalog,
    marks: Readonly<Record<ListName, ListMarks>>,
    expected: string | undefined,
    log: Log,
  ) {
    this.#session = session;
    this.#catalog = catalog;
    this.#log = log;
    this.#used = expected;
    const keeperOf = (name: ListName) =>
      new MarksKeeper(session, catalog, name, marks[name], (error) => {
        log.warn(`Which ${name} were viewed cannot be kept: ${String(error)}`);
      });
    this.#marks = { projects: keeperOf('projects'), collections: keeperOf('collections') };
    this.#subscriptions = [
      session.onDidChange(this.#follow),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.keepRows')) this.#heedSetting();
      }),
      ...NAMES.map((name) => {
        const dispose = catalog[name].onChange(() => {
          this.#keep(name);
        });
        return { dispose };
      }),
    ];
    this.#follow();
    this.#heedSetting();
  }

  /**
   * Shows in the lists the rows that were kept of them, unless they were opened already or another
   * sign-in is used. Resolves with true if there were any.
   */
  async restore(
    signIn: string,
    projects: Uint8Array | undefined,
    collections: Uint8Array | undefined,
  ): Promise<boolean> {
    const isWanted = () => {
      const { current, expected } = this.#session;
      return settings.keepRows && (current ?? expected)?.id === signIn;
    };
    // Without its changes, a list is restored all the same.
    const marks = await Promise.allSettled(NAMES.map((name) => this.#marks[name].restore(signIn)));
    for (const one of marks) {
      if (one.status === 'rejected')
        this.#log.warn(`Changes cannot be read: ${String(one.reason)}`);
    }
    const show = async <Row extends Project | Collection>(
      list: PagedList<Row>,
      steps: Generator<void, KeptList<Row> | undefined>,
    ) => {
      const kept = await inSlices(steps, breath);
      if (kept && isWanted()) list.restore(kept);
    };
    if (projects) {
      await show(this.#catalog.projects, keptProjects({ signIn, list: 'projects' }, projects));
    }
    if (collections) {
      const owner = { signIn, list: 'collections' } as const;
      await show(this.#catalog.collections, keptCollections(owner, collections));
    }
    return NAMES.some((name) => this.#catalog[name].state.kept);
  }

  /** Resolves when nothing is written any more. */
  async dispose(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#due.clear();
    await Promise.all([this.#writing, ...NAMES.map((name) => this.#marks[name].dispose())]);
  }

  /** If another connection is used: whether the sign-in of the one before is still stored. */
  readonly #follow = (): void => {
    const { current, failure, parts } = this.#session;
    const before = this.#used;
    // A sign-in stays stored while sample data is shown, or while the secrets cannot be read.
    if (failure || current?.scope === SAMPLE || (!current && this.#session.expected)) return;
    this.#used = current?.id;
    if (before === undefined || before === current?.id) return;
    void this.#session.change(() =>
      this.#session.keepUp(async () => {
        const stored = await listSignIns(parts.storage);
        if (!stored.some(({ id }) => id === before)) await parts.kept.forget(before);
      }),
    );
  };

  #heedSetting(): void {
    if (settings.keepRows) {
      for (const name of NAMES) this.#keep(name);
      return;
    }
    this.#held.clear();
    for (const name of NAMES) this.#marks[name].keepAgain();
    this.#session.parts.kept.forgetAll().catch((error: unknown) => {
      this.#log.warn(`What was kept of lists cannot be deleted: ${String(error)}`);
    });
  }

  #keep(name: ListName): void {
    const { current } = this.#session;
    const { work, kept, rows, asOf, total, hasMore } = this.#catalog[name].state;
    if (asOf === undefined) this.#marks[name].forget();
    if (!current || current.scope === SAMPLE || work || kept || asOf === undefined) return;
    const held = [current.id, rows, rows.length, asOf, total, hasMore];
    const before = this.#held.get(name);
    if (before && held.every((one, at) => one === before[at])) return;
    if (!settings.keepRows) return;
    this.#held.set(name, held);
    this.#due.set(name, current);
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // What settles meanwhile is kept in its turn, and only as it is then.
    for (const [name, connection] of this.#due) {
      this.#due.delete(name);
      await this.#write(name, connection);
    }
    this.#writing = undefined;
  }

  async #write(name: ListName, connection: ActiveConnection): Promise<void> {
    const { id, ended } = connection;
    const list = this.#catalog[name];
    const { held } = list;
    if (isEnded(connection) || list.state.work || !held) {
      // To be kept when it has settled again.
      this.#held.delete(name);
      return;
    }
    const owner: KeptOwner = { signIn: id, list: name };
    const { kept } = this.#session.parts;
    try {
      await this.#marks[name].keep();
      const change = async (bytes: Uint8Array | undefined, clearedAt: number) => {
        const there = bytes && (await inSlices(keptAsOf(owner, bytes), breath, ended));
        // Another window has kept rows that it read later. A time that has not come was kept before
        // the clock was set back.
        const isLater = there !== undefined && there > held.asOf && there <= systemClock.now();
        if (isLater || held.asOf <= clearedAt) return undefined;
        return inSlices(keptText(owner, held), breath, ended);
      };
      const { updateKept } = await import('../disk/keptUpdate.ts');
      await updateKept(kept, id, name, change, ended);
      this.#trouble = undefined;
    } catch (error) {
      this.#held.delete(name);
      const trouble = String(error);
      if (isEnded(connection) || trouble === this.#trouble) return;
      this.#trouble = trouble;
      this.#log.warn(`The rows of ${name} cannot be kept: ${trouble}`);
    }
  }
}

/** A function, because the answer changes while something is awaited. */
function isEnded({ ended }: ActiveConnection): boolean {
  return ended.aborted;
}
