import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { scopeWords, type StoredSignIn } from '../../connection/signIns.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { hostAndPath } from '../../core/client/serviceAddress.ts';
import { dayAgo } from '../../core/base/format.ts';
import { confirm, showInformation, showStatus } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { runCommand } from '../../editor/commandRegistry.ts';

type Choice = StoredSignIn | 'stay' | 'signIn' | 'sample' | 'signOut' | 'forgetAll';

interface Item extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

export async function switchConnection(session: Session): Promise<void> {
  const choice = await choose(session);
  switch (choice) {
    case undefined:
    case 'stay':
      return;
    case 'sample':
      await exploreSampleData(session);
      return;
    case 'signIn':
    case 'signOut':
      await runCommand(choice === 'signIn' ? 'mintscope.signIn' : 'mintscope.signOut');
      return;
    case 'forgetAll':
      await forgetAll(session);
      return;
    default: {
      await session.switchTo(choice);
      const { address, scope } = choice;
      void showInformation(l10n.t('Now using {0} ({1}).', hostAndPath(address), scopeWords(scope)));
    }
  }
}

/** Rejects as `useSampleData` does. */
export async function exploreSampleData(session: Session): Promise<void> {
  const { current } = session;
  await session.useSampleData();
  if (current && current.scope !== 'sample') {
    const name = hostAndPath(current.address);
    const kept = l10n.t('Your sign-in to {0} is kept: Switch Connection… brings it back.', name);
    void showInformation(`${l10n.t('Sample data is shown.')} ${kept}`);
  } else showStatus(l10n.t('Sample data is shown.'));
  await vscode.commands.executeCommand('mintscope.projects.focus');
}

/** Does not say how many sign-ins it deletes: in a browser, a window does not see all of them. */
async function forgetAll(session: Session): Promise<void> {
  const detail = l10n.t(
    'Those of every workspace and window, in use or not. To use a service again you need its token.',
  );
  if (!(await confirm(l10n.t('Delete all stored tokens?'), detail, l10n.t('Delete All')))) return;
  await session.forgetAllSignIns();
  void showInformation(l10n.t('All stored tokens are deleted.'));
}

/** A button deletes a sign-in. The other actions stay offered if the secret storage fails. */
async function choose(session: Session): Promise<Choice | undefined> {
  const pick = createPick<Item>();
  pick.title = l10n.t('Switch connection');
  pick.matchOnDescription = true;
  const refresh = async () => {
    let problem: string | undefined;
    const stored = await session.signIns.list().catch((error: unknown) => {
      problem = error instanceof Error ? error.message : String(error);
      return [];
    });
    pick.placeholder = problem ?? l10n.t('Choose a connection');
    pick.items = itemsOf(session, stored).map(textItem);
  };
  const forget = async (signIn: StoredSignIn) => {
    if (pick.busy) return;
    pick.busy = true;
    await session.forgetSignIn(signIn);
    await refresh();
    pick.busy = false;
  };
  await refresh();
  // Another window may sign in or out meanwhile.
  const changed = session.onDidChange(() => void refresh());
  return answered<Choice>(pick, undefined, (answer, fail) => {
    pick.onDidTriggerItemButton(({ item: { choice } }) => {
      if (typeof choice === 'object') forget(choice).catch(fail);
    });
    pick.onDidAccept(() => {
      answer(pick.selectedItems[0]?.choice);
    });
  }).finally(() => {
    changed.dispose();
  });
}

function itemsOf({ clock, current, refused }: Session, stored: readonly StoredSignIn[]): Item[] {
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const others = stored.filter(({ id }) => id !== current?.id);
  const items: Item[] = [];
  if (current) items.push(currentItem(current));
  if (others.length > 0) {
    items.push({ ...separator, label: l10n.t('recent') });
    items.push(...others.map((signIn) => recentItem(signIn, clock.now())));
  }
  items.push(separator, {
    label: signInLabel(refused, stored.length),
    iconPath: new vscode.ThemeIcon('key'),
    choice: 'signIn',
  });
  if (current?.scope !== 'sample') {
    const place = current && hostAndPath(current.address);
    items.push({
      label: l10n.t('Explore Sample Data'),
      ...(place && { description: l10n.t('in place of {0}, whose sign-in is kept', place) }),
      iconPath: new vscode.ThemeIcon('beaker'),
      choice: 'sample',
    });
  }
  if (current) {
    items.push({
      label:
        current.scope === 'sample'
          ? l10n.t('Stop Sample Data')
          : l10n.t('Sign Out of {0}', hostAndPath(current.address)),
      iconPath: new vscode.ThemeIcon('sign-out'),
      choice: 'signOut',
    });
  }
  items.push({
    label: l10n.t('Delete All Stored Tokens…'),
    iconPath: new vscode.ThemeIcon('trash'),
    choice: 'forgetAll',
  });
  return items;
}

function signInLabel(refused: boolean, stored: number): string {
  if (refused) return l10n.t('Sign In Again…');
  return stored > 0 ? l10n.t('Sign In Elsewhere…') : l10n.t('Sign In…');
}

function currentItem({ address, scope }: ActiveConnection): Item {
  const inUse = l10n.t('in use');
  const [label, where] =
    scope === 'sample'
      ? [l10n.t('Sample data'), l10n.t('made up')]
      : [hostAndPath(address), scopeWords(scope)];
  return {
    label,
    description: joinWords(where, inUse),
    iconPath: new vscode.ThemeIcon('check'),
    choice: 'stay',
  };
}

function recentItem(signIn: StoredSignIn, now: number): Item {
  const { address, scope, usedAt } = signIn;
  // While it is in use, that is written once a day.
  const used = usedAt > 0 ? l10n.t('last used {0}', dayAgo(usedAt, now)) : '';
  const forget = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: l10n.t('Delete this sign-in'),
  };
  return {
    label: hostAndPath(address),
    description: joinWords(scopeWords(scope), used),
    iconPath: new vscode.ThemeIcon(scope === 'workspace' ? 'plug' : 'globe'),
    buttons: [forget],
    choice: signIn,
  };
}
