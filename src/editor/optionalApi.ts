import * as vscode from 'vscode';
import type { Log } from './log.ts';

/*
 * Editors that build on VS Code, or imitate its API, lack parts of it, or have functions that only
 * throw. Such a part is used through these functions.
 */

/**
 * Registers a provider with a part of the API that some editors lack. There, the log says what is
 * missing, and the rest of Mintscope works.
 * @param what in English, for the log: `tools for agents`.
 */
export function registerOptional(
  log: Pick<Log, 'warn'>,
  what: string,
  register: () => vscode.Disposable,
): vscode.Disposable {
  try {
    return register();
  } catch (error) {
    log.warn(`This editor does not support ${what}: ${String(error)}`);
    return new vscode.Disposable(() => undefined);
  }
}

/** The group of tabs in front. Theia has none while no editor is open. */
export function activeTabGroup(): vscode.TabGroup | undefined {
  return vscode.window.tabGroups.activeTabGroup;
}
