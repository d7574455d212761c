import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { showError } from './notify.ts';

/**
 * What a command does. The editor passes the row it was called on, if there is one, and all
 * selected rows if there are several. The caller of the command gets the result.
 */
export type Handler = (row?: unknown, selected?: unknown) => unknown;

/** By command id. A test compares the ids with those of package.json. */
export type Handlers = Readonly<Record<string, Handler>>;

interface Commands {
  readonly handlers: Handlers;
  /** The rows of an argument that is the context of a menu in a page; `undefined` for any other. */
  readonly calledOn: (
    argument: unknown,
  ) => { readonly row: unknown; readonly selected: unknown } | undefined;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Registers every command of package.json. The handlers are loaded when a command runs. The failure
 * of a command, or to load its handlers, is logged and shown; then the command returns `undefined`.
 * @param extension from `activate`, with the parsed package.json.
 * @param begin called at each command. A command on a row awaits the function that it returns, and
 * fails if that rejects: then the row is of an account that is no longer in use.
 */
export function registerCommands(
  extension: vscode.Extension<unknown>,
  load: () => Promise<Commands>,
  begin: () => () => Promise<void>,
  log: Log,
): vscode.Disposable {
  const { commands } = (extension.packageJSON as Manifest).contributes;
  const registered = commands.map(({ command: id }) =>
    vscode.commands.registerCommand(id, async (row?: unknown, selected?: unknown) => {
      log.debug(id);
      try {
        const isStillUsed = begin();
        const { handlers, calledOn } = await load();
        const handler = handlers[id];
        if (!handler) throw new Error(`${id} does nothing yet.`);
        const menu = calledOn(row);
        if (menu || [row].concat(selected).some(isOfService)) await isStillUsed();
        if (!menu) return await handler(row, selected);
        // Without a row, the handler would act on what is selected elsewhere.
        if (menu.row === undefined) throw new Error(l10n.t('This project is not listed any more.'));
        return await handler(menu.row, menu.selected);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.error(`${id}: ${message}`);
        const showLog = l10n.t('Show Log');
        const choice = await showError(`Mintscope: ${message}`, showLog);
        if (choice === showLog) log.show();
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** Whether it may be a row of the service. The handler checks more strictly. */
function isOfService(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'source' in value;
}
