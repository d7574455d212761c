import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  countSignIns,
  forgetAllSignIns,
  forgetSignIn,
  switchableSignIns,
  switchTo,
  useSampleData,
} from '../../connection/connectionChanges.ts';
import { nameOf } from '../../connection/connectionName.ts';
import type { Session } from '../../connection/session.ts';
import type { StoredSignIn } from '../../connection/storedSignIn.ts';
import { counted } from '../../editor/locale.ts';
import { confirm, showInformation } from '../../editor/notify.ts';
import { tabsOf } from '../../editor/previewTabs.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import {
  choices,
  type ConnectionChoice,
  type ConnectionItem,
  placeholder,
} from './connectionChoices.ts';
import { nameConnection } from './nameConnection.ts';
import { closedWords } from './sessionMessages.ts';
import type { SignInDraft } from './signInDraft.ts';

/** Prompts for a connection or another action, and carries it out. Rejects if that fails. */
export async function switchConnection(session: Session, draft: SignInDraft): Promise<void> {
  const choice = await choose(session);
  const closedPanels = rememberPanels(session);
  switch (choice?.kind) {
    case undefined:
    case 'stay':
      return;
    case 'switch': {
      const name = nameOf(choice.signIn);
      await switchTo(session, choice.signIn);
      const now =
        choice.signIn.scope === 'workspace'
          ? l10n.t('Now using {0} in this workspace.', name)
          : l10n.t('Now using {0} in every workspace.', name);
      void showInformation(`${now}${closedPanels()}`);
      return;
    }
    case 'name':
      await nameConnection(choice.address);
      return switchConnection(session, draft);
    case 'sample': {
      // The item names what it replaces, so no confirmation is needed.
      await showSampleData(session);
      const words = closedPanels();
      if (words !== '') void showInformation(`${l10n.t('Now showing sample data.')}${words}`);
      return;
    }
    case 'signIn':
    case 'signOut':
      await vscode.commands.executeCommand(`mintscope.${choice.kind}`);
      return;
    case 'forgetAll':
      await forgetAll(session, draft);
  }
}

/** Returns a function that says which of the open panels a change of account has closed. */
function rememberPanels(session: Session): () => string {
  const { current: before } = session;
  const types = ['stats', 'collection', 'compare'].map((name) => `mintscope.${name}`);
  const { length } = types.flatMap(tabsOf);
  return () => closedWords(before, session.current, length);
}

/**
 * Shows sample data. If it takes the place of a service in use, the user has to confirm that.
 * @throws the reason of the connection's `ended` if it ends before the answer, and as
 *   `useSampleData` does.
 */
export async function exploreSampleData(session: Session): Promise<void> {
  const { current } = session;
  if (current && current.scope !== 'sample') {
    const isSure = await confirm(
      l10n.t('Show sample data in place of {0}?', nameOf(current)),
      l10n.t(
        'In this window, its rows are removed, its panels are closed, and loading and exporting stop. Your sign-in is kept: Switch Connection… brings it back.',
      ),
      l10n.t('Explore Sample Data'),
    );
    if (!isSure) return;
    // The dialog cannot be closed from code, so the answer may come after the connection ended.
    current.ended.throwIfAborted();
  }
  await showSampleData(session);
}

/** Shows sample data without a confirmation. Rejects as `useSampleData` does. */
async function showSampleData(session: Session): Promise<void> {
  await useSampleData(session);
  await vscode.commands.executeCommand('mintscope.projects.focus');
}

/**
 * Deletes the sign-ins of every workspace, and an unfinished one, if the user confirms that. Rejects
 * if the secret storage does.
 */
export async function forgetAll(session: Session, draft: SignInDraft): Promise<void> {
  const count = await countSignIns(session);
  // In a browser, a window knows only its own sign-ins and those stored before it was opened.
  const mayBeMore = vscode.env.uiKind === vscode.UIKind.Web;
  if (count === 0 && !mayBeMore) {
    draft.forget();
    void showInformation(l10n.t('There are no sign-ins to delete.'));
    return;
  }
  const detail = mayBeMore
    ? l10n.t(
        'Those of every workspace, in use or not, and those that other windows have made since this one was opened. To use a service again you need its token.',
      )
    : l10n.t('Those of every workspace, in use or not. To use a service again you need its token.');
  const isSure = await confirm(forgetQuestion(count), detail, l10n.t('Delete All'));
  if (!isSure) return;
  draft.forget();
  await forgetAllSignIns(session);
  void showInformation(
    mayBeMore
      ? l10n.t('All sign-ins are deleted.')
      : counted(count, (n) => [
          l10n.t('1 sign-in is deleted.'),
          l10n.t('{0} sign-ins are deleted.', n),
        ]),
  );
}

function forgetQuestion(count: number): string {
  if (count === 0) return l10n.t('Delete the sign-ins of all windows?');
  return counted(count, (n) => [
    l10n.t('Delete the one stored sign-in?'),
    l10n.t('Delete all {0} stored sign-ins?', n),
  ]);
}

/**
 * Lists the stored sign-ins, the one in use first, and other actions. A button deletes one and keeps
 * the list open. Resolves with `undefined` if the user canceled.
 */
async function choose(session: Session): Promise<ConnectionChoice | undefined> {
  const pick = createPick<ConnectionItem>();
  pick.title = l10n.t('Switch connection');
  pick.matchOnDescription = true;
  const refresh = async () => {
    pick.placeholder = placeholder(session.current, session.refused);
    pick.items = choices(await switchableSignIns(session), session).map(textItem);
  };
  let changed: vscode.Disposable | undefined;
  try {
    await refresh();
    return await answered<ConnectionChoice>(pick, undefined, (answer, fail) => {
      const forget = async (signIn: StoredSignIn) => {
        if (pick.busy) return;
        pick.busy = true;
        await forgetSignIn(session, signIn);
        await refresh();
        pick.busy = false;
      };
      // Another window may sign in or out meanwhile.
      changed = session.onDidChange(() => {
        refresh().catch(fail);
      });
      pick.onDidTriggerItemButton(({ item: { choice, buttons = [] }, button }) => {
        const { does } = buttons.find((one) => one === button) ?? {};
        const signIn = choice?.kind === 'switch' ? choice.signIn : session.current;
        if (does === 'name' && signIn) answer({ kind: 'name', address: signIn.address });
        else if (choice?.kind === 'switch') forget(choice.signIn).catch(fail);
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
