import type * as vscode from 'vscode';

/** Aborts when the editor is done with the extension: the window closes, or the host restarts. */
export function closingSignal({ subscriptions }: vscode.ExtensionContext): AbortSignal {
  const closing = new AbortController();
  subscriptions.push({
    dispose() {
      closing.abort();
    },
  });
  return closing.signal;
}
