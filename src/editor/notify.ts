import * as vscode from 'vscode';
import { asText } from './asText.ts';
import { usesScreenReader } from './settings.ts';

/*
 * All messages, questions, progress and status bar texts. The editor would read markup in them, so
 * they are escaped here.
 */

const STATUS_MS = 5000;

/** Resolves with the chosen action, or with `undefined` if the message is closed without one. */
type Show = <Action extends string>(
  text: string,
  ...actions: readonly Action[]
) => Thenable<Action | undefined>;

function shows(name: `show${'Information' | 'Warning' | 'Error'}Message`): Show {
  // Looked up at each call, because tests replace these functions.
  return (text, ...actions) => vscode.window[name](asText(text), ...actions);
}

export const showInformation = shows('showInformationMessage');
export const showWarning = shows('showWarningMessage');
export const showError = shows('showErrorMessage');

/** In a modal dialog. Resolves with true if the user chose `action`. */
export async function confirm(question: string, detail: string, action: string): Promise<boolean> {
  const options = { modal: true, detail: asText(detail) };
  return (await vscode.window.showWarningMessage(asText(question), options, action)) === action;
}

/**
 * For an action with no other visible result. With a screen reader it is a message: the editor
 * announces these, but nothing in the status bar.
 * @param isSpoken whether something else that the screen reader announces says it, such as a row.
 */
export function showStatus(text: string, isSpoken = false): void {
  if (usesScreenReader() && !isSpoken) void showInformation(text);
  else vscode.window.setStatusBarMessage(asText(text), STATUS_MS);
}

export function announce(text: string): void {
  if (usesScreenReader()) void showInformation(text);
}

/** Reports progress: a text, and the percentage points since the last report. */
export type Report = (text: string, increment: number) => void;

/**
 * Shows progress with a Cancel button until `run` ends, and resolves or rejects as it does.
 * @param run its signal aborts when the user cancels.
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

export function withViewProgress<T>(viewId: string, run: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}
