import type * as vscode from 'vscode';
import { SAMPLE } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { historyOf } from '../../connection/statsHistory.ts';
import { isOf, type KeptFile, listKept, readListed } from '../../disk/keptList.ts';
import { watchedIn } from '../../core/watch/watchText.ts';
import { clearKept } from '../../disk/keptUpdate.ts';
import type { Snapshots } from '../../documents/snapshots.ts';
import { formatNumber } from '../../editor/locale.ts';
import { confirm, showInformation } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { settings } from '../../editor/settings.ts';

/** Something that can be deleted. */
interface Kept {
  /** `readings of api.example.com`, in the middle of a sentence. */
  readonly what: string;
  readonly size: string;
  /** Whether it is kept again when it is read again. */
  readonly isReadAgain: boolean;
  readonly remove: () => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly kept: Kept;
}

/** The names of the files of each choice (`KeptFile`). */
const ROWS = ['projects', 'projects.marks', 'collections', 'collections.marks'];
const READINGS = ['stats', 'history'];
const WATCHED = ['watch'];

const NOTHING = 'No rows, counts, watched projects or snapshots are kept on this machine.';
/** For sample data, and with `mintscope.keepRows` off. */
const NOTHING_ON_DISK =
  'No rows, counts, watched projects or snapshots are kept on this machine. What is shown and ' +
  'watched now is in memory only, until the window closes.';

const STAYS =
  'What is on screen stays. What is read from now on is kept again, unless you turn off ' +
  'mintscope.keepRows.';

/**
 * Asks which of the kept data to delete, asks again, deletes them, and says so. Rows and numbers on
 * screen stay.
 * @throws Error with a sentence for people if something cannot be deleted; the reason of the
 *   connection's `ended` if it ends before the last answer.
 */
export async function clearKeptData(session: Session, snapshots: Snapshots): Promise<void> {
  const ended = session.current?.ended;
  const all = await onDisk('read', async () => [
    ...(await keptOfSignIns(session)),
    ...(await keptSnapshots(snapshots)),
  ]);
  if (all.length === 0) {
    const isInMemory = session.current?.scope === SAMPLE || !settings.keepRows;
    void showInformation(isInMemory ? NOTHING_ON_DISK : NOTHING);
    return;
  }
  const chosen = await choose(all, ended);
  if (!chosen) return;
  const parts = chosen.map(({ what }) => what);
  const lines = chosen.map(({ what, size }) => `${capitalized(what)} (${size})`);
  const question = `Delete ${chosen.length === 1 ? 'this' : 'these'}? It cannot be undone.`;
  if (!(await confirm(question, lines.join('\n'), 'Delete'))) return;
  ended?.throwIfAborted();
  await onDisk('deleted', async () => {
    for (const { remove } of chosen) await remove();
  });
  const stays = chosen.some(({ isReadAgain }) => isReadAgain) ? ` ${STAYS}` : '';
  void showInformation(`Deleted: ${parts.join(', ')}.${stays}`);
}

/** Rows, readings and what is watched, of the sign-in in use and then of all others. */
async function keptOfSignIns({ current, parts: { kept } }: Session): Promise<readonly Kept[]> {
  const used = current && current.scope !== SAMPLE ? current : undefined;
  const files = await listKept(kept);
  const own = files.filter((file) => used && isOf(kept, used.id, file));
  const others = files.filter((file) => !own.includes(file));
  const found: Kept[] = [];
  /** @param whose follows the name of what is kept. */
  const add = async (some: readonly KeptFile[], whose: string, isOwn: boolean) => {
    const rows = some.filter(({ name }) => ROWS.includes(name));
    const readings = some.filter(({ name }) => READINGS.includes(name));
    if (rows.length > 0) {
      const lists = [...new Set(rows.map(({ name }) => name.replace(/\..*/, '')))].sort();
      found.push({
        what: `rows seen last ${whose}`,
        size: `${lists.join(', ')} · ${sizeWords(rows)}`,
        isReadAgain: true,
        remove: () => clearKept(rows, ROWS),
      });
    }
    const lists = some.filter(({ name }) => WATCHED.includes(name));
    const texts = await Promise.all(lists.map(readListed));
    const watched = texts.reduce((sum, text) => sum + watchedIn(text), 0);
    if (watched > 0) {
      found.push({
        what: `watched projects ${whose}`,
        size: `${counted(watched, 'project')}, no longer watched then`,
        isReadAgain: false,
        remove: () => clearKept(lists, WATCHED),
      });
    }
    if (readings.length === 0) return;
    const count = isOwn && used ? (await historyOf(used).all()).size : 0;
    const many = count === 0 ? '' : `${counted(count, 'project')} · `;
    found.push({
      what: `counts and their history ${whose}`,
      size: many + sizeWords(readings),
      isReadAgain: true,
      remove: () => clearKept(readings, READINGS),
    });
  };
  if (used) await add(own, `of ${used.address.host}`, true);
  const { size } = new Set(others.map(({ folder }) => folder));
  await add(others, `of ${counted(size, used ? 'other sign-in' : 'sign-in')}`, false);
  return found;
}

async function keptSnapshots(snapshots: Snapshots): Promise<readonly Kept[]> {
  const count = await snapshots.count();
  if (count === 0) return [];
  const remove = () => snapshots.deleteAll();
  const size = counted(count, 'snapshot');
  return [{ what: 'snapshots of this workspace', size, isReadAgain: false, remove }];
}

async function choose(
  all: readonly Kept[],
  ended: AbortSignal | undefined,
): Promise<readonly Kept[] | undefined> {
  const pick = createPick<Item>();
  pick.title = 'Clear Kept Data';
  pick.placeholder = 'What to delete from this machine';
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = all.map((kept) =>
    textItem<Item>({ label: capitalized(kept.what), description: kept.size, kept }),
  );
  return answered<readonly Kept[]>(pick, ended, (answer) => {
    pick.onDidAccept(() => {
      // Nothing is checked: keep the box open.
      if (pick.selectedItems.length > 0) answer(pick.selectedItems.map(({ kept }) => kept));
    });
  });
}

/** Runs a file operation; rejects with a sentence if it fails. */
async function onDisk<T>(done: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`What is kept could not be ${done} (${message}).`, { cause: error });
  }
}

/** `34 KB`, `1.2 MB`. */
function sizeWords(files: readonly KeptFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes < 1_000_000) return `${formatNumber(Math.ceil(bytes / 1000))} KB`;
  return `${formatNumber(Math.ceil(bytes / 100_000) / 10)} MB`;
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
