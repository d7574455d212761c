import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isStored, SAMPLE } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { capitalized } from '../../core/base/displayText.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import { confirm, showInformation } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { settings } from '../../editor/settings.ts';
import { contentsOf, type StoredAccount } from '../../kept/contents.ts';
import type { Part } from '../../kept/schema.ts';
import { type ListName, LISTS } from '../../lists/index.ts';

/** Stored data that can be deleted: one item of the list. */
interface StoredPart {
  /** Lower case, for the middle of a sentence: `watched projects of api.example.com`. */
  readonly what: string;
  /** In words: `2 projects · 34 readings`. */
  readonly size: string;
  /** Whether it is stored again when the service is read again. */
  readonly isReadAgain: boolean;
  readonly remove: () => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly part: StoredPart;
}

export function keptDataCommands(session: Session) {
  return {
    /** Rows and numbers on screen stay. Rejects with a sentence for the user if it fails. */
    'mintscope.clearKeptData': async () => {
      await session.ready();
      const ended = session.current?.ended;
      const stored = await onDisk(() => partsOfSignIns(session));
      if (stored.length === 0) {
        void showInformation(nothingWords(session));
        return;
      }
      const chosen = await choose(stored, ended);
      if (!chosen) return;
      const names = chosen.map(({ what }) => what);
      const lines = chosen.map(({ what, size }) => `${capitalized(what)} (${size})`);
      const question = l10n.t('Delete this? It cannot be undone.');
      if (!(await confirm(question, lines.join('\n'), l10n.t('Delete')))) return;
      ended?.throwIfAborted();
      await onDisk(async () => {
        for (const { remove } of chosen) await remove();
      });
      const sentences = [l10n.t('Deleted: {0}.', names.join(', '))];
      if (chosen.some(({ isReadAgain }) => isReadAgain)) {
        sentences.push(
          l10n.t(
            'What is on screen stays. What is read from now on is kept again, unless you turn off mintscope.keepRows.',
          ),
        );
      }
      void showInformation(sentences.join(' '));
    },
  } satisfies Handlers;
}

function nothingWords({ current }: Session): string {
  // With sample data, or with `mintscope.keepRows` off, nothing is written to the database.
  const isInMemory = !settings.keepRows || (current !== undefined && !isStored(current.id));
  return isInMemory
    ? l10n.t(
        'No rows, counts or watched projects are kept on this machine. What is shown and watched now is in memory only, until the window closes.',
      )
    : l10n.t('No rows, counts or watched projects are kept on this machine.');
}

/** Rows, watched projects and readings: of the sign-in in use, and of all others together. */
async function partsOfSignIns({ current, data }: Session): Promise<readonly StoredPart[]> {
  const used = current && current.scope !== SAMPLE ? current : undefined;
  const accounts = await contentsOf(data.file);
  const own = accounts.filter(({ signIn }) => signIn === used?.id);
  const others = accounts.filter((account) => !own.includes(account));
  const found: StoredPart[] = [];
  /** @param whose in sentences such as `rows seen last of …`. */
  const add = (added: readonly StoredAccount[], whose: string) => {
    const sum = (what: 'rowBytes' | 'readings' | 'projects' | 'watched') =>
      added.reduce((total, account) => total + account[what], 0);
    const remove = (part: Part) => () =>
      data.clear(
        part,
        added.map(({ signIn }) => signIn),
      );
    const lists = [...new Set(added.flatMap((account) => account.lists))].sort();
    if (lists.length > 0) {
      found.push({
        what: l10n.t('rows seen last of {0}', whose),
        size: `${lists.map(listWords).join(', ')} · ${sizeWords(sum('rowBytes'))}`,
        isReadAgain: true,
        remove: remove('rows'),
      });
    }
    if (sum('watched') > 0) {
      found.push({
        what: l10n.t('watched projects of {0}', whose),
        size: plural(
          sum('watched'),
          l10n.t('{0} project, no longer watched then | {0} projects, no longer watched then'),
        ),
        isReadAgain: false,
        remove: remove('watched'),
      });
    }
    if (sum('readings') > 0) {
      const readings = plural(sum('readings'), l10n.t('{0} reading | {0} readings'));
      found.push({
        what: l10n.t('counts and their history of {0}', whose),
        size: `${LISTS.projects.words.export.rows(sum('projects'))} · ${readings}`,
        isReadAgain: true,
        remove: remove('readings'),
      });
    }
  };
  if (used) add(own, used.address.host);
  const words = used
    ? l10n.t({
        message: '{0} other sign-in | {0} other sign-ins',
        args: [],
        comment: ['rows of 2 other sign-ins'],
      })
    : l10n.t({
        message: '{0} sign-in | {0} sign-ins',
        args: [],
        comment: ['rows of 2 sign-ins'],
      });
  add(others, plural(others.length, words));
  return found;
}

async function choose(
  stored: readonly StoredPart[],
  ended: AbortSignal | undefined,
): Promise<readonly StoredPart[] | undefined> {
  const pick = createPick<Item>();
  pick.title = l10n.t('Delete Local History');
  pick.placeholder = l10n.t('What to delete from this machine');
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = stored.map((part) =>
    textItem<Item>({ label: capitalized(part.what), description: part.size, part }),
  );
  return answered<readonly StoredPart[]>(pick, ended, (answer) => {
    pick.onDidAccept(() => {
      // Nothing is checked: keep the box open.
      if (pick.selectedItems.length > 0) answer(pick.selectedItems.map(({ part }) => part));
    });
  });
}

/** Calls `act`; if it fails, rejects with a sentence for the user. */
async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const words = l10n.t('What is kept could not be read or deleted ({0}).', message);
    throw new Error(words, { cause: error });
  }
}

/** `34 KB`, `1.2 MB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return l10n.t('{0} KB', formatNumber(Math.ceil(bytes / 1000)));
  return l10n.t('{0} MB', formatNumber(Math.ceil(bytes / 100_000) / 10));
}

function listWords(list: string): string {
  // A later version of Mintscope may have stored other lists.
  return Object.hasOwn(LISTS, list) ? LISTS[list as ListName].words.several() : list;
}
