import * as vscode from 'vscode';
import { asText } from './asText.ts';

/** See `showInformation` in `notify.ts`. Apart from it, because that is loaded late. */
export function showError<Action extends string>(
  text: string,
  ...actions: readonly Action[]
): Thenable<Action | undefined> {
  // eslint-disable-next-line no-restricted-syntax -- escaped as there
  return vscode.window.showErrorMessage(asText(text), ...actions);
}
