import * as vscode from 'vscode';
import type { Handlers } from './commandIds.ts';
import type { Log } from './log.ts';
import { showError } from './notify.ts';

/**
 * Registers every command. Whatever goes wrong in one is logged and shown: a command never fails
 * in silence.
 */
export function registerCommands(handlers: Handlers, log: Log): vscode.Disposable {
  const registered = Object.entries(handlers).map(([id, handle]) =>
    vscode.commands.registerCommand(id, async (row?: unknown, selected?: unknown) => {
      log.debug(id);
      try {
        await handle(row, selected);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.error(`${id}: ${message}`);
        const showLog = 'Show Log';
        const choice = await showError(`Mintscope: ${message}`, showLog);
        if (choice === showLog) log.show();
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
