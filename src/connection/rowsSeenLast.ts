import * as vscode from 'vscode';
import { MINUTE_MS } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { slices } from '../editor/slices.ts';
import { isFault } from '../kept/fault.ts';
import { ListWriter, storedList, storedNames } from '../kept/lists.ts';
import { LIST_NAMES, type ListName, LISTS, type ServiceRow } from '../lists/index.ts';
import type { Catalog } from './catalog.ts';
import { UNTIL_PAINTED_MS } from './perConnection.ts';
import type { Session } from './session.ts';

const TOGETHER_MS = 100;

export type RowsSeenLast = ReturnType<typeof rowsSeenLast>;

/**
 * Stores the rows of each list, with their unviewed changes, whenever it has settled, and restores
 * those of the sign-in in use. Nothing is stored of sample data; `mintscope.keepRows` off deletes
 * what was.
 */
export function rowsSeenLast(session: Session, catalog: Catalog, log: Log) {
  const { clock, data } = session;
  /** Whether the last write has failed. */
  let hasFailed = false;
  let restoredId: string | undefined;
  let unrestored: readonly string[] = [];

  /** After a failure it writes again later, because the disk may be full. */
  const write = async () => {
    due.cancel();
    const { current } = session;
    if (!current || current.scope === 'sample' || !settings.keepRows) return;
    try {
      for (const writer of writers) await writer.write(current.store, slices.pause);
      hasFailed = false;
    } catch (error) {
      if (isFault(error, 'closed')) return;
      if (!hasFailed) log.warn(`The rows cannot be stored: ${String(error)}`);
      hasFailed = true;
      due.soon(MINUTE_MS);
    }
  };
  const due = new Later(clock, () => void write());
  const onDue = () => {
    due.soon(TOGETHER_MS);
  };
  const writers = LIST_NAMES.map((name) => new ListWriter(name, catalog[name], onDue));

  /**
   * Shows the stored rows of the sign-in in use, or of the expected one, unless they were restored
   * before or the list was opened. Call it before the first paint.
   * @param only the list to restore, because each may take some milliseconds; all if left out.
   * @returns whether any list shows, or is still to show, stored rows.
   */
  const restore = (only?: ListName): boolean => {
    const { current, expected } = session;
    const id = current?.scope === 'sample' ? undefined : (current ?? expected)?.id;
    try {
      const account = id !== undefined && settings.keepRows ? data.of(id) : undefined;
      if (id !== restoredId) {
        restoredId = id;
        unrestored = account ? storedNames(account) : [];
      }
      for (const name of LIST_NAMES) {
        if (!account || !unrestored.includes(name) || (only ?? name) !== name) continue;
        unrestored = unrestored.filter((other) => other !== name);
        const seen = storedList<ServiceRow>(account, LISTS[name]);
        if (!seen) continue;
        const list: PagedList<ServiceRow> = catalog[name];
        list.restore(seen.list, seen.changes);
      }
    } catch (error) {
      log.warn(`Rows seen last cannot be read: ${String(error)}`);
    }
    return unrestored.length > 0 || LIST_NAMES.some((name) => catalog[name].state.restored);
  };

  const forgetUnlessWanted = () => {
    if (settings.keepRows) return;
    data.forgetAll().catch((error: unknown) => {
      log.warn(`What was stored cannot be deleted: ${String(error)}`);
    });
  };
  // Wait until the editor's window has received the registrations. It then prepares the view,
  // whose first paint finds the rows.
  const cancelRestore = clock.after(0, () => restore());
  const cancelForget = clock.after(UNTIL_PAINTED_MS, forgetUnlessWanted);
  const following = vscode.Disposable.from(
    session.onDidChange(() => {
      restore();
      session.current?.beforeClose.add(write);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('mintscope.keepRows')) return;
      for (const writer of writers) writer.writeAgain();
      forgetUnlessWanted();
    }),
    ...writers,
  );
  return {
    restore,
    dispose: () => {
      cancelRestore();
      cancelForget();
      due.cancel();
      following.dispose();
    },
  };
}
