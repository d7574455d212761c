import * as vscode from 'vscode';
import { MINUTE_MS } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { isFault } from '../kept/fault.ts';
import { ListWriter, storedList, storedNames } from '../kept/lists.ts';
import { LIST_NAMES, type ListName, LISTS, type ServiceRow } from '../lists/index.ts';
import { SAMPLE } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import { UNTIL_PAINTED_MS } from './perConnection.ts';
import type { Session } from './session.ts';

/** The time in which changes of lists are combined into one write. */
const TOGETHER_MS = 100;

/**
 * Stores the rows of each list, with their unviewed changes, whenever it has settled, and restores
 * those of the sign-in in use at the start and after a switch. Nothing is stored of sample data, or
 * while `mintscope.keepRows` is off, which also deletes what was stored.
 */
export class RowsSeenLast implements vscode.Disposable {
  readonly #session: Session;
  readonly #catalog: Catalog;
  readonly #log: Log;
  readonly #writers: readonly ListWriter[];
  readonly #due: Later;
  /** Whether the last write has failed. */
  #hasFailed = false;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The sign-in whose stored lists are restored. */
  #restoredId: string | undefined;
  /** The names of its stored lists that were not restored yet. */
  #unrestored: readonly string[] = [];

  constructor(session: Session, catalog: Catalog, log: Log) {
    const { clock } = session;
    this.#session = session;
    this.#catalog = catalog;
    this.#log = log;
    this.#due = new Later(clock, () => void this.#write());
    const onDue = () => {
      this.#due.soon(TOGETHER_MS);
    };
    this.#writers = LIST_NAMES.map((name) => new ListWriter(name, catalog[name], onDue));
    const settle = () => this.#write();
    // Wait until the editor's window has received the registrations. It then prepares the view,
    // whose first paint finds the rows.
    const cancelRestore = clock.after(0, () => this.restore());
    const cancelForget = clock.after(UNTIL_PAINTED_MS, () => {
      this.#forgetUnlessWanted();
    });
    this.#subscriptions = [
      session.onDidChange(() => {
        this.restore();
        session.current?.beforeClose.add(settle);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.keepRows')) return;
        for (const writer of this.#writers) writer.writeAgain();
        this.#forgetUnlessWanted();
      }),
      new vscode.Disposable(cancelRestore),
      new vscode.Disposable(cancelForget),
      new vscode.Disposable(this.#due.cancel),
      ...this.#writers,
    ];
  }

  /**
   * Shows the stored rows of the sign-in in use, or of the expected one, unless they were restored
   * before or the list was opened. Call it before the first paint.
   * @param only the list to restore, because each may take some milliseconds; all if left out.
   * @returns whether any list shows, or is still to show, stored rows.
   */
  restore(only?: ListName): boolean {
    const { current, expected, parts } = this.#session;
    const id = current?.scope === SAMPLE ? undefined : (current ?? expected)?.id;
    try {
      const account = id !== undefined && settings.keepRows ? parts.data.of(id) : undefined;
      if (id !== this.#restoredId) {
        this.#restoredId = id;
        this.#unrestored = account ? storedNames(account) : [];
      }
      for (const name of LIST_NAMES) {
        if (!account || !this.#unrestored.includes(name) || (only ?? name) !== name) continue;
        this.#unrestored = this.#unrestored.filter((other) => other !== name);
        const seen = storedList<ServiceRow>(account, LISTS[name]);
        if (!seen) continue;
        const list: PagedList<ServiceRow> = this.#catalog[name];
        list.restore(seen.list, seen.changes);
      }
    } catch (error) {
      this.#log.warn(`Rows seen last cannot be read: ${String(error)}`);
    }
    return (
      this.#unrestored.length > 0 || LIST_NAMES.some((name) => this.#catalog[name].state.restored)
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #forgetUnlessWanted(): void {
    if (settings.keepRows) return;
    this.#session.parts.data.forgetAll().catch((error: unknown) => {
      this.#log.warn(`What was stored cannot be deleted: ${String(error)}`);
    });
  }

  /** Writes what is due, and after a failure again later, because the disk may be full. */
  async #write(): Promise<void> {
    this.#due.cancel();
    const { current } = this.#session;
    if (!current || current.scope === SAMPLE || !settings.keepRows) return;
    try {
      for (const writer of this.#writers) await writer.write(current.store);
      this.#hasFailed = false;
    } catch (error) {
      if (isFault(error, 'closed')) return;
      if (!this.#hasFailed) this.#log.warn(`The rows cannot be stored: ${String(error)}`);
      this.#hasFailed = true;
      this.#due.soon(MINUTE_MS);
    }
  }
}
