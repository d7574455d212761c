import * as vscode from 'vscode';
import type { GroupBy, SortBy } from '../../core/arrange/arrangement.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';

interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

/** Asks what to sort the Projects by. `undefined` if given up, or ended. */
export function askSort(ended: AbortSignal, current: SortBy): Promise<SortBy | undefined> {
  return choose<SortBy>(ended, 'Sort Projects', current, [
    { value: 'service', label: 'Service order', description: 'as the service lists them' },
    { value: 'name', label: 'Name' },
    { value: 'id', label: 'ID' },
    { value: 'status', label: 'Status', description: 'from done to failed' },
  ]);
}

/** Asks what to group the Projects by. `undefined` if given up, or ended. */
export function askGroup(ended: AbortSignal, current: GroupBy): Promise<GroupBy | undefined> {
  return choose<GroupBy>(ended, 'Group Projects', current, [
    { value: 'none', label: 'No groups' },
    { value: 'status', label: 'Status' },
    { value: 'kind', label: 'Kind', description: 'transferable or not' },
  ]);
}

/** One of a few, the current one marked and in front of the person. */
function choose<Value>(
  ended: AbortSignal,
  title: string,
  current: Value,
  choices: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const pick = createPick<Choice<Value>>();
  pick.title = title;
  pick.placeholder = 'Choose one';
  pick.items = choices.map((choice) => {
    const isCurrent = choice.value === current;
    const words = [choice.description, isCurrent ? 'current' : undefined];
    return textItem({
      ...choice,
      iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'blank'),
      description: words.filter((word) => word !== undefined).join(' · '),
    });
  });
  pick.activeItems = pick.items.filter(({ value }) => value === current);
  return answered<Value>(pick, ended, (answer) => {
    pick.onDidAccept(() => {
      answer(pick.activeItems[0]?.value);
    });
  });
}
