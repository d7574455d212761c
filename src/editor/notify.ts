import * as vscode from 'vscode';
import { asText } from './asText.ts';

/*
 * All that Mintscope says in messages, questions, progress and the status bar. The editor reads
 * markup there, and here it is shown as text.
 */

/** How long a word in the status bar stays, in milliseconds. */
const STATUS_MS = 5000;

/** Resolves with the action chosen, or with `undefined` when the message goes away. */
export function showInformation<Action extends string>(
  text: string,
  ...actions: readonly Action[]
): Thenable<Action | undefined> {
  return vscode.window.showInformationMessage(asText(text), ...actions);
}

/** See `showInformation`. */
export function showWarning<Action extends string>(
  text: string,
  ...actions: readonly Action[]
): Thenable<Action | undefined> {
  return vscode.window.showWarningMessage(asText(text), ...actions);
}

/** See `showInformation`. */
export function showError<Action extends string>(
  text: string,
  ...actions: readonly Action[]
): Thenable<Action | undefined> {
  return vscode.window.showErrorMessage(asText(text), ...actions);
}

/** Asks in the middle of the window before something that cannot be undone. */
export async function confirm(question: string, detail: string, action: string): Promise<boolean> {
  const options = { modal: true, detail: asText(detail) };
  return (await vscode.window.showWarningMessage(asText(question), options, action)) === action;
}

/** Says for some seconds that something was done which can be seen nowhere else. */
export function showStatus(text: string): void {
  vscode.window.setStatusBarMessage(asText(text), STATUS_MS);
}

/** How far work is: words, and by how many hundredths it went on. */
export type Report = (text: string, increment: number) => void;

/**
 * Shows that work goes on, with a Cancel.
 * @param run its signal aborts when the person cancels.
 */
export function withProgress<T>(
  title: string,
  run: (canceled: AbortSignal, report: Report) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title: asText(title), cancellable: true },
    (progress, token) => {
      const canceled = new AbortController();
      token.onCancellationRequested(() => {
        canceled.abort();
      });
      return run(canceled.signal, (text, increment) => {
        progress.report({ message: asText(text), increment });
      });
    },
  );
}

/** Shows in a view that work goes on there. */
export function withViewProgress<T>(viewId: string, run: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}
