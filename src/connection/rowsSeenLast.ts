import * as vscode from 'vscode';
import { ListMarks } from '../core/lists/listMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import type { Account } from '../kept/account.ts';
import { ListWriter, storedList, storedNames } from '../kept/lists.ts';
import { PendingWrite } from '../kept/pendingWrite.ts';
import { forEachList, LIST_NAMES, type ListName, LISTS, type ServiceRow } from '../lists/index.ts';
import { SAMPLE } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import { UNTIL_PAINTED_MS } from './perConnection.ts';
import type { Session } from './session.ts';
import { listSignIns } from './signInStore.ts';

/**
 * Restores in the lists the rows that the sign-in in use saw last, at the start and after a switch,
 * and stores them, with their unviewed changes, whenever they have settled. Nothing is stored of
 * sample data or with `mintscope.keepRows` off. Once a sign-in that this window used is deleted,
 * its stored data is deleted too.
 */
export class RowsSeenLast implements vscode.Disposable {
  /** What has changed in the lists since the user last looked. */
  readonly marks: Readonly<Record<ListName, ListMarks>>;
  readonly #session: Session;
  readonly #catalog: Catalog;
  readonly #log: Log;
  readonly #writers: readonly ListWriter[];
  /** The lists to be stored next. */
  readonly #due = new Set<ListWriter>();
  readonly #pending: PendingWrite;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The sign-in whose rows were restored last, or will be. */
  #restored: string | undefined;
  /** Its stored lists that were not restored yet. */
  #left: readonly string[] = [];
  #used: string | undefined;
  #following: AbortSignal | undefined;

  constructor(session: Session, catalog: Catalog, log: Log) {
    const { clock } = session;
    this.#session = session;
    this.#catalog = catalog;
    this.#log = log;
    this.#used = session.expected?.id;
    // These subscribe to the lists first, so all later listeners find them up to date.
    this.marks = forEachList((name) => new ListMarks(catalog[name]));
    const warn = (line: string) => {
      log.warn(line);
    };
    this.#pending = new PendingWrite({ clock, warn, what: 'The rows', write: () => this.#write() });
    this.#writers = LIST_NAMES.map((name) => {
      const writer = new ListWriter(name, catalog[name], this.marks[name], () => {
        this.#due.add(writer);
        this.#pending.soon();
      });
      return writer;
    });
    // Wait until the editor's window has received the registrations. It then prepares the view,
    // whose first paint finds the rows.
    const early = clock.after(0, () => this.restore());
    const cancel = settings.keepRows ? undefined : clock.after(UNTIL_PAINTED_MS, this.#forgetAll);
    this.#subscriptions = [
      session.onDidChange(() => {
        this.restore();
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.keepRows')) return;
        for (const writer of this.#writers) writer.writeAgain();
        if (!settings.keepRows) this.#forgetAll();
      }),
      {
        dispose: () => {
          early();
          cancel?.();
        },
      },
      ...this.#writers,
    ];
  }

  /**
   * Shows the stored rows of the sign-in in use, unless they were restored before or the list was
   * opened. Call it before the first paint; a change of the connection does it too.
   * @param only the list to restore, because each may take some milliseconds; all if left out.
   * @returns whether a list shows, or will show, rows of an earlier time.
   */
  restore(only?: ListName): boolean {
    const { current, expected, parts } = this.#session;
    const id = current?.scope === SAMPLE ? undefined : (current ?? expected)?.id;
    try {
      const account = id !== undefined && settings.keepRows ? parts.data.of(id) : undefined;
      if (id !== this.#restored) {
        this.#restored = id;
        this.#left = account ? storedNames(account) : [];
      }
      const now = LIST_NAMES.filter((name) => this.#left.includes(name) && (only ?? name) === name);
      this.#left = this.#left.filter((name) => !now.includes(name as ListName));
      if (account) for (const name of now) this.#show(name, account);
    } catch (error) {
      this.#log.warn(`Rows seen last cannot be read: ${String(error)}`);
    }
    return this.#left.length > 0 || LIST_NAMES.some((name) => this.#catalog[name].state.restored);
  }

  #show(name: ListName, account: Account): void {
    const seen = storedList<ServiceRow>(account, LISTS[name]);
    if (!seen) return;
    // The marks come with the rows.
    this.marks[name].restore(seen.changes);
    const list: PagedList<ServiceRow> = this.#catalog[name];
    list.restore(seen.list);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#pending.dispose();
    for (const marks of Object.values(this.marks)) marks.dispose();
  }

  /**
   * After a change of connection: deletes the stored data of the earlier sign-in if that is no
   * longer stored.
   */
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
        const stored = await listSignIns(parts.storage);
        if (!stored.some(({ id }) => id === before)) await parts.data.forget(before);
      }),
    );
  }

  readonly #forgetAll = (): void => {
    this.#session.parts.data.forgetAll().catch((error: unknown) => {
      this.#log.warn(`What was stored cannot be deleted: ${String(error)}`);
    });
  };

  /**
   * Writes a part of the lists that are due, which takes some milliseconds. Returns whether any is
   * left. Throws as SQLite does.
   */
  #write(): boolean {
    const [next] = this.#due;
    const { current } = this.#session;
    if (!next || !current || current.scope === SAMPLE || !settings.keepRows) {
      this.#due.clear();
      return false;
    }
    if (!next.write(current.store)) this.#due.delete(next);
    return this.#due.size > 0;
  }
}
