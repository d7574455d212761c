import * as vscode from 'vscode';
import { BACK } from './askText.ts';
import { answered, createPick, textItem } from './quickPick.ts';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** One question with a few answers, alone or in a sequence. */
interface ChoiceStep<T> {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly placeholder?: string;
  readonly choices: readonly Choice<T>[];
  readonly active?: T;
  /** Whether it closes when the focus moves elsewhere. */
  readonly closesOnBlur?: boolean;
  /** Called with each active item, so that it can be restored when the user comes back. */
  readonly onActive?: (value: T) => void;
  readonly ended?: AbortSignal;
}

/** `undefined` if it was closed; a step of several questions may also resolve with `BACK`. */
export function askChoice<T>(step: ChoiceStep<T> & { step?: never }): Promise<T | undefined>;
export function askChoice<T>(step: ChoiceStep<T>): Promise<T | typeof BACK | undefined>;
export function askChoice<T>(step: ChoiceStep<T>): Promise<T | typeof BACK | undefined> {
  const pick = createPick<Choice<T>>();
  pick.title = step.title;
  pick.step = step.step;
  pick.totalSteps = step.totalSteps;
  pick.placeholder = step.placeholder;
  pick.ignoreFocusOut = step.closesOnBlur !== true;
  if ((step.step ?? 1) > 1) pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = step.choices.map(textItem);
  const active = pick.items.find(({ value }) => value === step.active);
  // Setting an empty list would make none active.
  if (active) pick.activeItems = [active];
  return answered<T | typeof BACK>(pick, step.ended, (answer) => {
    pick.onDidChangeActive(([item]) => {
      if (item) step.onActive?.(item.value);
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // If no item matches the typed text, the box stays open.
      if (chosen) answer(chosen.value);
    });
    pick.onDidTriggerButton(() => {
      answer(BACK);
    });
  });
}
