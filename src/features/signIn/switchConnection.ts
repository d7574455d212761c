import * as vscode from 'vscode';
import {
  countSignIns,
  forgetAllSignIns,
  forgetSignIn,
  switchableSignIns,
  switchTo,
  useSampleData,
} from '../../connection/connectionChanges.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { scopeWords, type StoredSignIn } from '../../connection/storedSignIn.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { formatNumber } from '../../editor/locale.ts';
import { confirm, showInformation } from '../../editor/notify.ts';
import { agoWords } from '../../editor/relativeTime.ts';
import { tabsOf } from '../../editor/previewTabs.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { closedWords } from './sessionMessages.ts';
import type { SignInDraft } from './signInDraft.ts';

/** The choices: a stored sign-in, or another action. */
type ConnectionChoice =
  | { readonly kind: 'switch'; readonly signIn: StoredSignIn }
  | { readonly kind: 'stay' | 'signIn' | 'sample' | 'signOut' | 'forgetAll' };

interface Item extends vscode.QuickPickItem {
  readonly choice?: ConnectionChoice;
}

const FORGET: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Forget this sign-in',
};

/** Lets a person choose a connection and uses it. Rejects if the editor's secret storage does. */
export async function switchConnection(session: Session, draft: SignInDraft): Promise<void> {
  const choice = await choose(session);
  switch (choice?.kind) {
    case undefined:
    case 'stay':
      return;
    case 'switch': {
      const { signIn } = choice;
      const closed = closing(session);
      await switchTo(session, signIn);
      const now = `Now using ${signIn.address.host} in ${scopeWords(signIn.scope)}.`;
      void showInformation(`${now}${closed()}`);
      return;
    }
    case 'signIn':
      await vscode.commands.executeCommand('mintscope.signIn');
      return;
    case 'sample': {
      const closed = closing(session);
      // The item names what it replaces, so no question is needed.
      await showSampleData(session);
      const words = closed();
      if (words !== '') void showInformation(`Now showing sample data.${words}`);
      return;
    }
    case 'signOut':
      await vscode.commands.executeCommand('mintscope.signOut');
      return;
    case 'forgetAll':
      await forgetAll(session, draft);
  }
}

/** Prepares the words that say which panels a change to another account closed. */
function closing(session: Session): () => string {
  const { current: before } = session;
  const { length } = ['mintscope.stats', 'mintscope.collection'].flatMap(tabsOf);
  return () => closedWords(before, session.current, length);
}

/**
 * Shows sample data, and asks first where it takes the place of a service in use.
 * @throws the reason of the connection's `ended` if it ends before the answer, and as
 *   `useSampleData` does.
 */
export async function exploreSampleData(session: Session): Promise<void> {
  const { current } = session;
  if (current && current.scope !== 'sample') {
    if (!(await askToReplace(current))) return;
    // The dialog cannot be closed from code, so the answer may come after the connection ended.
    current.ended.throwIfAborted();
  }
  await showSampleData(session);
}

/** Shows sample data without a question. Rejects as `useSampleData` does. */
async function showSampleData(session: Session): Promise<void> {
  await useSampleData(session);
  await vscode.commands.executeCommand('mintscope.projects.focus');
}

function askToReplace({ address: { host } }: ActiveConnection): Promise<boolean> {
  return confirm(
    `Show sample data in place of ${host}?`,
    'In this window, its rows are removed, its panels are closed, and loading and exporting ' +
      'stop. Your sign-in is kept: Switch Connection… brings it back.',
    'Explore Sample Data',
  );
}

/**
 * Asks, then deletes the sign-ins of every workspace and an unfinished one. Rejects if the secret
 * storage does.
 */
export async function forgetAll(session: Session, draft: SignInDraft): Promise<void> {
  const count = await countSignIns(session);
  // In a browser, a window knows only its own sign-ins and those stored before it was opened.
  const mayBeMore = vscode.env.uiKind === vscode.UIKind.Web;
  if (count === 0 && !mayBeMore) {
    draft.forget();
    void showInformation('There are no sign-ins to forget.');
    return;
  }
  const isSure = await confirm(
    count === 1
      ? 'Forget the one sign-in that Mintscope keeps?'
      : count === 0
        ? 'Forget the sign-ins of all windows?'
        : `Forget all ${formatNumber(count)} sign-ins of Mintscope?`,
    `Those of every workspace, in use or not${mayBeMore ? ', and those that other windows have made since this one was opened' : ''}. To use a service again you need its token.`,
    'Forget All',
  );
  if (!isSure) return;
  draft.forget();
  await forgetAllSignIns(session);
  void showInformation(
    mayBeMore
      ? 'All sign-ins are forgotten.'
      : count === 1
        ? '1 sign-in is forgotten.'
        : `${formatNumber(count)} sign-ins are forgotten.`,
  );
}

/**
 * Lists the stored sign-ins, the active one first, and other actions. A button deletes one and
 * keeps the list open. Resolves with `undefined` if the person gave up.
 */
async function choose(session: Session): Promise<ConnectionChoice | undefined> {
  const pick = createPick<Item>();
  pick.title = 'Switch connection';
  pick.matchOnDescription = true;
  const refresh = async () => {
    pick.placeholder = placeholder(session.current, session.refused);
    pick.items = items(await switchableSignIns(session), session).map(textItem);
  };
  let changed: vscode.Disposable | undefined;
  try {
    await refresh();
    return await answered<ConnectionChoice>(pick, undefined, (answer, fail) => {
      const forget = async ({ choice }: Item) => {
        if (choice?.kind !== 'switch' || pick.busy) return;
        pick.busy = true;
        await forgetSignIn(session, choice.signIn);
        await refresh();
        pick.busy = false;
      };
      // Another window may sign in or out meanwhile.
      changed = session.onDidChange(() => {
        refresh().catch(fail);
      });
      pick.onDidTriggerItemButton(({ item }) => {
        forget(item).catch(fail);
      });
      pick.onDidAccept(() => {
        answer(pick.selectedItems[0]?.choice);
      });
    });
  } finally {
    changed?.dispose();
    pick.dispose();
  }
}

function placeholder(current: ActiveConnection | undefined, refused: boolean): string {
  if (!current) return 'Not signed in. Choose a connection';
  if (current.scope === 'sample') return 'Using sample data. Choose another connection';
  return refused
    ? `${current.address.host} refused your token. Sign in again or choose another connection`
    : `Using ${current.address.host} in ${scopeWords(current.scope)}. Choose another connection`;
}

function items(kept: readonly StoredSignIn[], { current, refused }: Session): Item[] {
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const others = kept.filter(({ id }) => id !== current?.id);
  const list: Item[] = [];
  if (current) list.push(currentItem(current));
  if (others.length > 0) list.push({ ...separator, label: 'recent' }, ...others.map(recentItem));
  list.push(separator, {
    label: refused ? 'Sign In Again…' : kept.length > 0 ? 'Sign In Elsewhere…' : 'Sign In…',
    iconPath: new vscode.ThemeIcon('key'),
    choice: { kind: 'signIn' },
  });
  if (current?.scope !== 'sample') {
    list.push({
      label: 'Explore Sample Data',
      ...(current && { description: `in place of ${current.address.host}, whose sign-in is kept` }),
      iconPath: new vscode.ThemeIcon('beaker'),
      choice: { kind: 'sample' },
    });
  }
  if (current) {
    const from = current.address.host;
    list.push({
      label: current.scope === 'sample' ? 'Stop Sample Data' : `Sign Out of ${from}`,
      iconPath: new vscode.ThemeIcon('sign-out'),
      choice: { kind: 'signOut' },
    });
  }
  list.push({
    label: 'Forget All Sign-Ins…',
    iconPath: new vscode.ThemeIcon('trash'),
    choice: { kind: 'forgetAll' },
  });
  return list;
}

function currentItem({ scope, address }: ActiveConnection): Item {
  const sample = scope === 'sample';
  return {
    label: sample ? 'Sample data' : shortBase(address),
    description: sample ? 'made up · in use' : `${scopeWords(scope)} · in use`,
    iconPath: new vscode.ThemeIcon('check'),
    choice: { kind: 'stay' },
  };
}

function recentItem(signIn: StoredSignIn): Item {
  const { scope, address, usedAt } = signIn;
  const when = usedAt > 0 ? ` · last used ${agoWords(usedAt, Date.now())}` : '';
  return {
    label: shortBase(address),
    description: `${scopeWords(scope)}${when}`,
    iconPath: new vscode.ThemeIcon(scope === 'workspace' ? 'plug' : 'globe'),
    buttons: [FORGET],
    choice: { kind: 'switch', signIn },
  };
}

/** `127.0.0.1:8080/api`: the address without its scheme. */
export function shortBase({ base }: ServiceAddress): string {
  return base.replace(/^https?:\/\//, '');
}
