import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from './log.ts';
import { showError } from './notify.ts';

/** The commands, as package.json has them; a test compares both. */
export const COMMANDS = [
  'mintscope.acknowledge',
  'mintscope.attention.openRow',
  'mintscope.attention.readAll',
  'mintscope.clearFilter',
  'mintscope.clearKeptData',
  'mintscope.collections.loadAll',
  'mintscope.collections.loadMore',
  'mintscope.collections.openRow',
  'mintscope.collections.refresh',
  'mintscope.compareProgress',
  'mintscope.copyId',
  'mintscope.copyLink',
  'mintscope.copyMintAddress',
  'mintscope.exploreSampleData',
  'mintscope.exportCollections',
  'mintscope.exportHistory',
  'mintscope.exportProjects',
  'mintscope.filterProjects',
  'mintscope.find',
  'mintscope.getStarted',
  'mintscope.lookUpStats',
  'mintscope.markAllSeen',
  'mintscope.nextChange',
  'mintscope.openCollection',
  'mintscope.openJson',
  'mintscope.openLink',
  'mintscope.openPortfolio',
  'mintscope.openStats',
  'mintscope.portfolio.copyMintAddress',
  'mintscope.projects.arrange',
  'mintscope.projects.loadAll',
  'mintscope.projects.loadMore',
  'mintscope.projects.openRow',
  'mintscope.projects.refresh',
  'mintscope.refreshStats',
  'mintscope.runDoctor',
  'mintscope.showAcknowledged',
  'mintscope.showChangesOnly',
  'mintscope.showLog',
  'mintscope.showWatched',
  'mintscope.signIn',
  'mintscope.signOut',
  'mintscope.stopLoading',
  'mintscope.stopWatching',
  'mintscope.switchConnection',
  'mintscope.watchProject',
  'mintscope.whatHappened',
] as const;

export type CommandId = (typeof COMMANDS)[number];

/**
 * The editor passes the row it was called on, if there is one, and all selected rows if there are
 * several. The caller of the command gets the result.
 * @param isElsewhere whether the rows come from a page or a message: the user is in no view.
 */
export type Handler = (row?: unknown, selected?: unknown, isElsewhere?: boolean) => unknown;

export type Handlers = Readonly<Partial<Record<CommandId, Handler>>>;

export type AllHandlers = Readonly<Record<CommandId, Handler>>;

interface Commands {
  readonly handlers: AllHandlers;
  /** The rows of an argument that is the context of a menu in a page; `undefined` for any other. */
  readonly calledOn: (
    argument: unknown,
  ) => { readonly row: unknown; readonly selected: unknown } | undefined;
}

/** Resolves with `undefined` if the command failed. */
export function runCommand<Result>(id: CommandId, ...args: unknown[]) {
  return vscode.commands.executeCommand<Result | undefined>(id, ...args);
}

/**
 * A failure, also to load the handlers, is logged and shown.
 * @param begin called at each command. A command on a row awaits the function that it returns, and
 *   fails if that rejects: then the row is of an account that is no longer in use.
 */
export function registerCommands(
  load: () => Promise<Commands>,
  begin: () => () => Promise<void>,
  log: Log,
): vscode.Disposable {
  const registered = COMMANDS.map((id) =>
    vscode.commands.registerCommand(
      id,
      async (row?: unknown, selected?: unknown, isElsewhere?: boolean) => {
        log.debug(id);
        try {
          const isStillUsed = begin();
          const { handlers, calledOn } = await load();
          const handler = handlers[id];
          const menu = calledOn(row);
          if (menu || [row].concat(selected).some(isOfService)) await isStillUsed();
          if (!menu) return await handler(row, selected, isElsewhere);
          // Without a row, the handler would act on what is selected elsewhere.
          if (menu.row === undefined)
            throw new Error(l10n.t('This project is not listed any more.'));
          return await handler(menu.row, menu.selected, true);
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          log.error(`${id}: ${message}`);
          const showLog = l10n.t('Show Log');
          const choice = await showError(`Mintscope: ${message}`, showLog);
          if (choice === showLog) log.show();
          return undefined;
        }
      },
    ),
  );
  return vscode.Disposable.from(...registered);
}

/** Whether it may be a row of the service. The handler checks more strictly. */
function isOfService(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'source' in value;
}
