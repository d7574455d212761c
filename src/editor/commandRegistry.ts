import * as vscode from 'vscode';
import { isServiceRow } from '../core/model/model.ts';
import type { Log } from './log.ts';
import { showError } from './notify.ts';

/**
 * What a command does. The editor hands it the row it was called on, if there is one, and all the
 * rows selected if there are several.
 */
export type Handler = (row?: unknown, selected?: unknown) => void | Promise<void>;

/** By command id. A test compares the ids with those of package.json. */
export type Handlers = Readonly<Record<string, Handler>>;

/** What is read of package.json. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Registers every command of package.json. The handlers are loaded when a command runs. A failed
 * command, also one whose handlers could not be loaded, is logged and shown.
 * @param extension the editor gives it to `activate`, with the parsed package.json.
 * @param ended returns a signal that aborts when the connection in use ends. If it aborts while the
 * handlers are loaded, a command that was called on a row fails with the signal's reason.
 */
export function registerCommands(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Handlers>,
  ended: () => AbortSignal | undefined,
  log: Log,
): vscode.Disposable {
  const { commands } = (extension.packageJSON as Manifest).contributes;
  const registered = commands.map(({ command: id }) =>
    vscode.commands.registerCommand(id, async (row?: unknown, selected?: unknown) => {
      log.debug(id);
      try {
        const life = ended();
        const handler = (await load())[id];
        if (!handler) throw new Error(`${id} does nothing yet.`);
        if ([row].concat(selected).some(isServiceRow)) life?.throwIfAborted();
        await handler(row, selected);
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
