import * as vscode from 'vscode';

/** The panels whose page has the focus. */
const panels = new Set<object>();
const changed = new vscode.EventEmitter<void>();

/**
 * Whether the user is in this window. In a browser, the editor itself does not notice that the page of
 * a panel has the focus if it opens while the page of another one had it.
 */
export function hasFocus(): boolean {
  return vscode.window.state.focused || panels.size > 0;
}

/** Calls back when the result of `hasFocus` may have changed. */
export function onDidChangeFocus(listener: () => unknown): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(listener),
    changed.event(listener),
  );
}

/** Call this when the page of a panel gets or loses the focus, and when it is gone. */
export function setPanelFocus(panel: object, has: boolean): void {
  const before = hasFocus();
  if (has) panels.add(panel);
  else panels.delete(panel);
  if (hasFocus() !== before) changed.fire();
}
