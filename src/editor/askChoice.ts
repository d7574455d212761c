import * as vscode from 'vscode';
import { BACK } from './askText.ts';
import { answered, createPick, textItem } from './quickPick.ts';

/** One thing to choose, with what it stands for. */
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
  /** The value that the person starts on; the first unless given. */
  readonly active?: T;
  /** Hears where the person goes, so that this can be kept however they leave. */
  readonly onActive?: (value: T) => void;
  /** The end of the connection that it is about. */
  readonly ended?: AbortSignal;
}

/** Asks for one choice. Resolves with its value, with `BACK`, or with `undefined` if given up. */
export function askChoice<T>(step: ChoiceStep<T>): Promise<T | typeof BACK | undefined> {
  const pick = createPick<Choice<T>>();
  pick.title = step.title;
  pick.step = step.step;
  pick.totalSteps = step.totalSteps;
  pick.placeholder = step.placeholder;
  pick.ignoreFocusOut = true;
  if ((step.step ?? 1) > 1) pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = step.choices.map(textItem);
  const active = pick.items.find(({ value }) => value === step.active);
  // With none named the editor starts on the first; told of none, it would start on none at all.
  if (active) pick.activeItems = [active];
  return answered<T | typeof BACK>(pick, step.ended, (answer) => {
    pick.onDidChangeActive(([item]) => {
      if (item) step.onActive?.(item.value);
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // Text typed that matches none leaves the person where they are.
      if (chosen) answer(chosen.value);
    });
    pick.onDidTriggerButton(() => {
      answer(BACK);
    });
  });
}
