/** Every command of Mintscope; a test holds this list against package.json. */
export const commandIds = [
  'mintscope.signIn',
  'mintscope.signOut',
  'mintscope.switchConnection',
  'mintscope.forgetAllSignIns',
  'mintscope.exploreSampleData',
  'mintscope.find',
  'mintscope.lookUpStats',
  'mintscope.openStats',
  'mintscope.openRow',
  'mintscope.projects.refresh',
  'mintscope.projects.loadMore',
  'mintscope.projects.loadAll',
  'mintscope.projects.stopLoading',
  'mintscope.projects.sort',
  'mintscope.projects.group',
  'mintscope.filterProjects',
  'mintscope.clearFilter',
  'mintscope.collections.refresh',
  'mintscope.collections.loadMore',
  'mintscope.collections.loadAll',
  'mintscope.collections.stopLoading',
  'mintscope.copyId',
  'mintscope.copyMintAddress',
  'mintscope.copyCurl',
  'mintscope.copyMarkdown',
  'mintscope.openImage',
  'mintscope.openAnimation',
  'mintscope.openMetadata',
  'mintscope.openInExplorer',
  'mintscope.openJson',
  'mintscope.openStatsJson',
  'mintscope.saveSnapshot',
  'mintscope.compareSnapshot',
  'mintscope.exportProjects',
  'mintscope.exportCollections',
  'mintscope.markAllSeen',
  'mintscope.showLog',
] as const;

type CommandId = (typeof commandIds)[number];

/**
 * The handler of a command. The editor passes the row it was called on, if there is one, and all
 * selected rows if there are several.
 */
export type Handler = (row?: unknown, selected?: unknown) => void | Promise<void>;

export type Handlers<Id extends CommandId = CommandId> = Readonly<Record<Id, Handler>>;
