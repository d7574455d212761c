import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { ListMarks, type Marks } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { UNTIL_PAINTED_MS } from '../editor/lateStart.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import type { Account } from '../kept/account.ts';
import { type ListSeen, type ListToStore, storedLists, storeList } from '../kept/lists.ts';
import { PendingWrite } from '../kept/pendingWrite.ts';
import { SAMPLE } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import type { Session } from './session.ts';

const NAMES = ['projects', 'collections'] as const;

/**
 * Shows in the lists what the sign-in in use saw last, at the start and after a switch, and stores
 * them, with their changes not viewed yet, whenever they have settled. Nothing of sample data is
 * stored, and nothing with `mintscope.keepRows` off. What is stored of a sign-in that this window
 * used is deleted once that is no longer stored.
 */
export class RowsSeenLast implements vscode.Disposable {
  /** What has changed in the lists since the user last looked. */
  readonly marks: Readonly<Record<ListName, ListMarks>>;
  readonly #session: Session;
  readonly #catalog: Catalog;
  readonly #log: Log;
  readonly #followed: readonly FollowedList[];
  /** The lists to be stored next. */
  readonly #due = new Set<FollowedList>();
  readonly #pending: PendingWrite;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The sign-in whose rows were restored last. */
  #restored: string | undefined;
  /** The sign-in that was used last. */
  #used: string | undefined;
  #following: AbortSignal | undefined;

  constructor(session: Session, catalog: Catalog, clock: Clock, log: Log) {
    this.#session = session;
    this.#catalog = catalog;
    this.#log = log;
    this.#used = session.expected?.id;
    // They follow the lists before all others, who then find them up to date.
    this.marks = {
      projects: new ListMarks(catalog.projects),
      collections: new ListMarks(catalog.collections),
    };
    const warn = (line: string) => {
      log.warn(line);
    };
    this.#pending = new PendingWrite({ clock, warn, what: 'The rows', write: () => this.#write() });
    this.#followed = NAMES.map((name) => {
      const followed = new FollowedList(name, catalog[name], this.marks[name], () => {
        this.#due.add(followed);
        this.#pending.soon();
      });
      return followed;
    });
    const cancel = settings.keepRows ? undefined : clock.after(UNTIL_PAINTED_MS, this.#forgetAll);
    this.#subscriptions = [
      session.onDidChange(() => {
        this.restore();
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.keepRows')) return;
        for (const followed of this.#followed) followed.storeAgain();
        if (!settings.keepRows) this.#forgetAll();
      }),
      { dispose: () => cancel?.() },
      ...this.#followed,
    ];
  }

  /**
   * Shows the rows stored of the sign-in in use, unless that was done or a list was opened. Call it
   * before the first paint; a change of the connection does it too.
   * @returns whether a list shows rows of an earlier time now.
   */
  restore(): boolean {
    const { current, expected, parts } = this.#session;
    const id = current?.scope === SAMPLE ? undefined : (current ?? expected)?.id;
    if (id !== this.#restored) {
      this.#restored = id;
      if (id !== undefined && settings.keepRows) this.#restore(parts.data.of(id));
    }
    return NAMES.some((name) => this.#catalog[name].state.kept);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#pending.dispose();
    for (const marks of Object.values(this.marks)) marks.dispose();
  }

  #restore(account: Account): void {
    const show = <Row extends Project | Collection>(
      list: PagedList<Row>,
      marks: ListMarks,
      seen: ListSeen<Row> | undefined,
    ) => {
      if (!seen) return;
      // The marks come with the rows.
      marks.restore(seen.changes);
      list.restore(seen.list);
    };
    try {
      const { projects, collections } = storedLists(account);
      show(this.#catalog.projects, this.marks.projects, projects);
      show(this.#catalog.collections, this.marks.collections, collections);
    } catch (error) {
      this.#log.warn(`Rows seen last cannot be read: ${String(error)}`);
    }
  }

  /** If another connection is used: whether the sign-in of the one before is still stored. */
  #follow(): void {
    const { current, expected, failure, parts } = this.#session;
    if (current && current.ended !== this.#following) {
      this.#following = current.ended;
      current.beforeClose.add(() => this.#pending.settle());
    }
    const before = this.#used;
    // A sign-in stays stored while sample data is shown, or while the secrets cannot be read.
    if (failure || current?.scope === SAMPLE || (!current && expected)) return;
    this.#used = current?.id;
    if (before === undefined || before === current?.id) return;
    void this.#session.change(() =>
      this.#session.keepUp(async () => {
        const { listSignIns } = await import('./signInLookUp.ts');
        const stored = await listSignIns(parts.storage);
        if (!stored.some(({ id }) => id === before)) {
          await Promise.all([parts.data.forget(before), parts.kept.forget(before)]);
        }
      }),
    );
  }

  readonly #forgetAll = (): void => {
    const { data, kept } = this.#session.parts;
    Promise.all([data.forgetAll(), kept.forgetAll()]).catch((error: unknown) => {
      this.#log.warn(`What was stored cannot be deleted: ${String(error)}`);
    });
  };

  /** Writes one list. Returns whether another one is due. Throws as SQLite does. */
  #write(): boolean {
    const [next] = this.#due;
    const { current } = this.#session;
    if (!next || !current || current.scope === SAMPLE || !settings.keepRows) {
      this.#due.clear();
      return false;
    }
    next.store(current.store);
    this.#due.delete(next);
    return this.#due.size > 0;
  }
}

/** One list, and what of it was stored last. */
class FollowedList {
  readonly #name: ListName;
  readonly #list: Catalog[ListName];
  readonly #marks: ListMarks;
  readonly #onDue: () => void;
  readonly #viewed = new Set<string>();
  readonly dispose: () => void;
  /** What was stored last. */
  #stored:
    { readonly of: object; readonly rows: readonly unknown[]; readonly marks: Marks } | undefined;

  /** @param onDue called when there may be something to store. */
  constructor(name: ListName, list: Catalog[ListName], marks: ListMarks, onDue: () => void) {
    this.#name = name;
    this.#list = list;
    this.#marks = marks;
    this.#onDue = onDue;
    marks.onSeen((keys) => {
      for (const key of keys) this.#viewed.add(key);
      onDue();
    });
    this.dispose = list.onChange(() => {
      const { state } = list;
      if (state.asOf === undefined) this.#viewed.clear();
      else if (isSettled(state)) onDue();
    });
  }

  /** Call it when what was stored was deleted. */
  storeAgain(): void {
    this.#stored = undefined;
    if (isSettled(this.#list.state)) this.#onDue();
  }

  /** Stores what has changed since the last time. Throws as SQLite does. */
  store(account: Account): void {
    const { state } = this.#list;
    const { rows, asOf, total, hasMore } = state;
    if (asOf === undefined) return;
    const stored = this.#stored?.of === account ? this.#stored : undefined;
    const { marks } = this.#marks;
    // The array grows while the list is the same.
    const now = [rows, rows.length, asOf, total, hasMore];
    const areNew = isSettled(state) && !now.every((one, at) => one === stored?.rows[at]);
    if (!areNew && marks === stored?.marks) return;
    const list: ListToStore['list'] = areNew ? this.#list.held : undefined;
    storeList(account, {
      ...{ name: this.#name, asOf, list, changes: this.#marks, viewed: this.#viewed },
    });
    this.#stored = { of: account, rows: areNew ? now : (stored?.rows ?? []), marks };
    this.#viewed.clear();
  }
}

/** Whether the rows were read in this window, and are not being read. */
function isSettled({ work, kept, asOf }: ListState<unknown>): boolean {
  return !work && !kept && asOf !== undefined;
}
