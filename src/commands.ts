import type { Lists } from './connection/lists.ts';
import type { Session } from './connection/session.ts';
import type { Collection, Project } from './core/model/model.ts';
import type { JsonFiles } from './documents/jsonFiles.ts';
import type { Handlers } from './editor/commandIds.ts';
import type { Log } from './editor/log.ts';
import { arrangeCommands } from './features/arrange/commands.ts';
import type { LazyArranger } from './features/arrange/register.ts';
import { copyCommands } from './features/copy/commands.ts';
import { exportCommands } from './features/export/commands.ts';
import { findCommands } from './features/find/commands.ts';
import { jsonCommands } from './features/json/commands.ts';
import { linkCommands } from './features/links/commands.ts';
import { listCommands } from './features/lists/commands.ts';
import { sessionCommands } from './features/signIn/commands.ts';
import { snapshotCommands } from './features/snapshots/commands.ts';
import { statsCommands } from './features/stats/commands.ts';
import type { LazyStatsPanels } from './features/stats/register.ts';
import type { CommandTargets } from './views/commandTargets.ts';
import type { ShownList } from './views/shownList.ts';

/** What the commands of a window share. */
interface Parts {
  readonly session: Session;
  readonly lists: Lists;
  readonly shown: readonly [
    ShownList<Project> & { readonly arrangement: LazyArranger },
    ShownList<Collection>,
  ];
  readonly panels: LazyStatsPanels;
  readonly targets: CommandTargets;
  readonly files: JsonFiles;
  readonly log: Log;
  /** Ends when the window does. */
  readonly closing: AbortSignal;
}

/** Every command and what it does. Loaded when the first of them runs. */
export function commands(parts: Parts): Handlers {
  const { session, lists, shown, panels, targets, files, log, closing } = parts;
  const { arrangement } = shown[0];
  return {
    ...sessionCommands(session),
    ...listCommands(session, ...shown),
    ...findCommands(session, panels, ...shown),
    ...arrangeCommands(session, lists.projects, () => arrangement.load()),
    ...statsCommands(session, lists.projects, (...what) => panels.open(...what)),
    ...copyCommands(session, targets, lists),
    ...linkCommands(targets),
    ...jsonCommands(session, targets, files),
    ...snapshotCommands(session, targets, files),
    ...exportCommands(session, ...shown, closing),
    'mintscope.showLog': () => {
      log.show();
    },
  };
}
