import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { asText } from './asText.ts';
import { answered } from './quickPick.ts';

interface InputStep {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  readonly hidden?: boolean;
  /** A longer explanation, if there is one. A button in the title swaps it with the prompt. */
  readonly help?: { readonly question: string; readonly answer: string };
  readonly ended?: AbortSignal;
  /** Called with each change, so that the text can be restored when the user comes back. */
  readonly onType: (value: string) => void;
  /**
   * Checks the text; the box shows that it is busy.
   * @returns a sentence that says why the user stays on this step, or `undefined` to continue.
   * @param signal aborts when the user leaves the step or types something else.
   */
  readonly check: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

export const BACK = Symbol('back');

const CHECKING = vscode.InputBoxValidationSeverity.Info;

/**
 * `undefined` if it was closed. The box stays enabled during `check`, because a disabled box has no
 * working Back button.
 */
export function askStep(step: InputStep): Promise<string | typeof BACK | undefined> {
  const box = vscode.window.createInputBox();
  box.title = step.title;
  box.step = step.step;
  box.totalSteps = step.totalSteps;
  box.prompt = asText(step.prompt);
  box.placeholder = step.placeholder;
  box.value = step.value;
  box.password = step.hidden ?? false;
  // A token is often copied from another window, so losing the focus must not close the box.
  box.ignoreFocusOut = true;
  const { help } = step;
  box.buttons = [
    ...(step.step > 1 ? [vscode.QuickInputButtons.Back] : []),
    ...(help ? [{ iconPath: new vscode.ThemeIcon('question'), tooltip: help.question }] : []),
  ];

  let checking: AbortController | undefined;
  const stopChecking = () => {
    checking?.abort();
    checking = undefined;
    box.busy = false;
    box.validationMessage = undefined;
  };
  box.onDidHide(() => checking?.abort());
  return answered<string | typeof BACK>(box, step.ended, (answer, fail) => {
    const accept = async () => {
      if (checking) return;
      const { signal } = (checking = new AbortController());
      const { value } = box;
      box.busy = true;
      box.validationMessage = { message: l10n.t('Checking…'), severity: CHECKING };
      const problem = await step.check(value, signal);
      if (signal.aborted) return;
      stopChecking();
      if (problem === undefined) answer(value);
      else box.validationMessage = asText(problem);
    };
    box.onDidAccept(() => {
      accept().catch(fail);
    });
    box.onDidChangeValue((value) => {
      stopChecking();
      step.onType(value);
    });
    box.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        answer(BACK);
        return;
      }
      // A validation message would hide the prompt.
      if (!checking) box.validationMessage = undefined;
      const explanation = asText(help?.answer ?? '');
      box.prompt = box.prompt === explanation ? asText(step.prompt) : explanation;
    });
  });
}
