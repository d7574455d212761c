import * as vscode from 'vscode';
import { asText } from '../asText.ts';
import { answered } from './quickPick.ts';

/** One question of a sequence. */
export interface InputStep {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  readonly hidden?: boolean;
  /**
   * Checks what was entered, however long that takes; the box shows that it waits.
   * @returns a sentence that keeps the person on this step, or `undefined` to go on.
   * @param signal ends when the person leaves the step.
   */
  readonly check: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

export const BACK = Symbol('back');

const CHECKING = vscode.InputBoxValidationSeverity.Info;

/** Asks one question. Resolves with the text, with `BACK`, or with `undefined` if given up. */
export function askStep(step: InputStep): Promise<string | typeof BACK | undefined> {
  const box = vscode.window.createInputBox();
  box.title = step.title;
  box.step = step.step;
  box.totalSteps = step.totalSteps;
  box.prompt = asText(step.prompt);
  box.placeholder = step.placeholder;
  box.value = step.value;
  box.password = step.hidden ?? false;
  // A token is copied from somewhere else: leaving the window for it must not lose the step.
  box.ignoreFocusOut = true;
  if (step.step > 1) box.buttons = [vscode.QuickInputButtons.Back];

  const left = new AbortController();
  box.onDidHide(() => {
    left.abort();
  });
  return answered<string | typeof BACK>(box, undefined, (answer, fail) => {
    const accept = async () => {
      if (box.busy) return;
      const { value } = box;
      box.busy = true;
      box.enabled = false;
      box.validationMessage = { message: 'Checking…', severity: CHECKING };
      const complaint = await step.check(value, left.signal);
      if (left.signal.aborted) return;
      box.enabled = true;
      box.busy = false;
      box.validationMessage = undefined;
      if (complaint === undefined) answer(value);
      else box.validationMessage = asText(complaint);
    };
    box.onDidAccept(() => {
      accept().catch(fail);
    });
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton(() => {
      answer(BACK);
    });
  });
}
