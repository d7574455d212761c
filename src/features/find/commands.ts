import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { tickStep } from '../../editor/firstSteps.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { type ListName, listOf, type RowsOf, type ServiceRow } from '../../lists/index.ts';
import type { Choice } from '../../views/finder/finder.ts';
import type { FindOptions, RowFinder } from '../../views/finder/rowFinder.ts';

/** What opens a row of each list. A list without a panel of its own may open its rows as JSON. */
export type Openers = {
  readonly [Name in ListName]: (
    row: RowsOf[Name],
    from: OpenedFrom,
    ended?: AbortSignal,
  ) => Promise<unknown>;
};

export function openRow(
  openers: Openers,
  row: ServiceRow,
  from: OpenedFrom,
  ended?: AbortSignal,
): Promise<unknown> {
  // It is the opener of the row's own list.
  const open = openers[listOf(row).name] as (...asked: unknown[]) => Promise<unknown>;
  return open(row, from, ended);
}

/** The commands that find a row of any list, or a project by its reference, loaded or not. */
export function findCommands(
  session: Session,
  openRef: (ref: ProjectRef) => Promise<void>,
  openers: Openers,
  finder: RowFinder,
) {
  const open = async (found: Choice | undefined, { ended }: ActiveConnection) => {
    // The connection may have changed since the choice.
    if (ended.aborted) return;
    if (found?.ref) await openRef(found.ref);
    else if (found) await openRow(openers, found.row, 'picker', ended);
  };
  const find =
    (options: FindOptions): Handler =>
    () =>
      connected(session, async (connection) => {
        await open(await finder.ask(options, connection), connection);
      });
  const onFound = () => {
    tickStep('mintscope.found');
  };
  return {
    'mintscope.find': find({ title: l10n.t('Find'), onFound }),
    'mintscope.lookUpStats': find({ title: l10n.t('Look Up Project Stats'), lists: ['projects'] }),
  } satisfies Handlers;
}
