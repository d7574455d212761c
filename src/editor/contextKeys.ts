import * as vscode from 'vscode';

type ContextValue = boolean | readonly string[];

/**
 * By their full names. Only changes are sent, because the editor updates menus for each, and the
 * first value, because an earlier extension host may have left another.
 */
export function contextSetter(): (key: string, value: ContextValue) => void {
  const sent = new Map<string, string>();
  return (key, value) => {
    const text = JSON.stringify(value);
    if (sent.get(key) === text) return;
    sent.set(key, text);
    void vscode.commands.executeCommand('setContext', key, value);
  };
}
