import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import type { FirstSteps } from '../../editor/firstSteps.ts';
import type { OpenedFrom } from '../../rows/rowTabs.ts';
import { type ListName, listOf, type RowsOf, type ServiceRow } from '../../lists/index.ts';
import type { Choice } from '../../views/finder/finder.ts';
import type { FindOptions, RowFinder } from '../../views/finder/rowFinder.ts';

/** Opens rows in a panel or as JSON. `ended` is that of the row's connection. */
interface Opener<Row> {
  open(row: Row, from: OpenedFrom, ended?: AbortSignal): void | Promise<void>;
}
export type Openers = { readonly [Name in ListName]: Opener<RowsOf[Name]> };

export function openerOf(openers: Openers): Opener<ServiceRow> {
  return {
    open(row, from, ended) {
      const opener: Opener<ServiceRow> = openers[listOf(row).name];
      return opener.open(row, from, ended);
    },
  };
}

/** Commands that let the user find a row, or type the reference of a project, and open it. */
export function findCommands(
  session: Session,
  openRef: (ref: ProjectRef) => Promise<void>,
  rows: Opener<ServiceRow>,
  finder: RowFinder,
  steps: Pick<FirstSteps, 'reached'>,
) {
  const open = async (found: Choice | undefined, { ended }: ActiveConnection) => {
    // Another connection may be in use by now.
    if (ended.aborted) return;
    if (found?.ref) await openRef(found.ref);
    else if (found) await rows.open(found.row, 'picker', ended);
  };
  const find =
    (options: FindOptions): Handler =>
    () =>
      connected(session, async (connection) => {
        await open(await finder.ask(options, connection), connection);
      });
  const onFound = () => {
    steps.reached('find');
  };
  return {
    'mintscope.find': find({ title: l10n.t('Find'), onFound }),
    'mintscope.lookUpStats': find({ title: l10n.t('Look Up Project Stats'), lists: ['projects'] }),
  } satisfies Handlers;
}
