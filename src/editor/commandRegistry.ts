import * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';
import { isServiceRow } from '../core/model/model.ts';
import { commandIds, type Handlers } from './commandIds.ts';
import type { Log } from './log.ts';
import { showError } from './notify.ts';

/**
 * Registers every command. What they do is loaded when the first of them runs; if that fails, the
 * next one tries again. Whatever goes wrong in one is logged and shown.
 * @param ended the end of the connection that rows on screen are of. If it comes while the code is
 * loaded, a command that was handed a row fails with its reason.
 */
export function registerCommands(
  load: () => Promise<Handlers>,
  ended: () => AbortSignal | undefined,
  log: Log,
): vscode.Disposable {
  const loaded = new Lazy(load);
  const registered = commandIds.map((id) =>
    vscode.commands.registerCommand(id, async (row?: unknown, selected?: unknown) => {
      log.debug(id);
      try {
        const life = ended();
        const handlers = await loaded.get();
        if (isServiceRow(row)) life?.throwIfAborted();
        await handlers[id](row, selected);
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
