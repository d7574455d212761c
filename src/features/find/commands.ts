import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Collection, Project, ProjectRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { tickStep } from '../../editor/firstSteps.ts';
import type { Choice } from '../../views/finder/finder.ts';
import type { FindOptions, RowFinder } from '../../views/finder/rowFinder.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';

/** The commands that find a row of either list, or a project by its reference, loaded or not. */
export function findCommands(
  session: Session,
  panels: { open(ref: ProjectRef, project: Project | undefined, from: 'picker'): void },
  collectionPanels: { open(row: Collection, from: 'picker'): void },
  finder: RowFinder,
) {
  const open = async (found: Choice | undefined, { ended }: ActiveConnection) => {
    if (found?.row?.kind === 'collection') {
      if (!ended.aborted) collectionPanels.open(found.row, 'picker');
    } else if (found) {
      const ref = found.ref ?? (await projectRefOf(found.row, ended));
      // The connection may have changed since the choice.
      if (ref && !ended.aborted) panels.open(ref, found.row, 'picker');
    }
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
