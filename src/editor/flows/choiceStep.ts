import * as vscode from 'vscode';
import { BACK } from './inputStep.ts';

/** One thing to choose, with what it stands for. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** One choice of a sequence. */
export interface ChoiceStep<T> {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** The value that the person starts on; the first unless given. */
  readonly active?: T;
}

/** Asks for one choice. Resolves with its value, with `BACK`, or with `undefined` if given up. */
export async function askChoice<T>(step: ChoiceStep<T>): Promise<T | typeof BACK | undefined> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.title = step.title;
  pick.step = step.step;
  pick.totalSteps = step.totalSteps;
  pick.placeholder = step.placeholder;
  pick.ignoreFocusOut = true;
  if (step.step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = step.choices;
  const active = step.choices.find(({ value }) => value === step.active);
  // With none named the editor starts on the first; told of none, it would start on none at all.
  if (active) pick.activeItems = [active];
  const answer = await new Promise<T | typeof BACK | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // Text typed that matches none leaves the person where they are.
      if (chosen) resolve(chosen.value);
    });
    pick.onDidTriggerButton(() => {
      resolve(BACK);
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
  });
  pick.dispose();
  return answer;
}
