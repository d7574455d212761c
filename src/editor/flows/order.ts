import * as vscode from 'vscode';
import type { GroupBy, SortBy } from '../../core/arrangement.ts';
import type { Session } from '../session.ts';

interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

/** Asks what to sort the Projects by. Resolves with `undefined` if the person gave up. */
export function askSort(session: Session, current: SortBy): Promise<SortBy | undefined> {
  return choose<SortBy>(session, 'Sort Projects', current, [
    { value: 'service', label: 'Service order', description: 'as the service lists them' },
    { value: 'name', label: 'Name' },
    { value: 'id', label: 'ID' },
    { value: 'status', label: 'Status', description: 'from done to failed' },
  ]);
}

/** Asks what to group the Projects by. Resolves with `undefined` if the person gave up. */
export function askGroup(session: Session, current: GroupBy): Promise<GroupBy | undefined> {
  return choose<GroupBy>(session, 'Group Projects', current, [
    { value: 'none', label: 'No groups' },
    { value: 'status', label: 'Status' },
    { value: 'kind', label: 'Kind', description: 'transferable or not' },
  ]);
}

/** One of a few, the current one marked and in front of the person. */
function choose<Value>(
  session: Session,
  title: string,
  current: Value,
  choices: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const pick = vscode.window.createQuickPick<Choice<Value>>();
  pick.title = title;
  pick.placeholder = 'Choose one';
  pick.items = choices.map((choice) => {
    const isCurrent = choice.value === current;
    const words = [choice.description, isCurrent ? 'current' : undefined];
    return {
      ...choice,
      iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'blank'),
      description: words.filter((word) => word !== undefined).join(' · '),
    };
  });
  pick.activeItems = pick.items.filter(({ value }) => value === current);
  return new Promise((resolve) => {
    // Another service has an order and groups of its own.
    const changed = session.onDidChange(() => {
      resolve(undefined);
      pick.hide();
    });
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.value);
      pick.hide();
    });
    pick.onDidHide(() => {
      changed.dispose();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
