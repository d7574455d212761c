import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import type { FirstSteps } from '../../editor/firstSteps.ts';
import { showInformation } from '../../editor/notify.ts';
import { type Opening, TO_STAY } from '../../rows/rowTabs.ts';
import { LIST_NAMES, type ListName, listOf, type ServiceRow } from '../../lists/index.ts';
import type { Views } from '../../views/commandTargets.ts';
import { revealRow } from '../../views/tree/rowFocus.ts';
import { askForRow, type Choice } from './finder.ts';

interface FindOptions {
  /** Such as `Find`, or `Watch which project?` */
  readonly title: string;
  /** The lists to search; all lists if left out. */
  readonly lists?: readonly ListName[];
  /** Called when a row was chosen, to be opened or revealed. */
  readonly onFound?: () => void;
}

/**
 * Lets the user find a row. Resolves with `undefined` if they chose nothing, revealed a row
 * instead, or the connection ended. A row that its view does not show is to be opened.
 */
export type FindRow = (
  options: FindOptions,
  connection: ActiveConnection,
) => Promise<Choice | undefined>;

/** The search that all commands use which need a row. */
export function rowFinder(session: Session, catalog: Catalog, views: Views): FindRow {
  return async ({ title, lists = LIST_NAMES, onFound }, connection) => {
    const searched = lists.map((name) => [name, catalog[name]] as const);
    const choice = await askForRow(session, connection, searched, title);
    if (choice?.row) onFound?.();
    if (!choice?.row || choice.to === 'open') return choice;
    const revealed = await revealRow(views[listOf(choice.row).name], choice.row.key);
    if (revealed === 'beyond') return choice;
    if (!revealed) void showInformation(l10n.t('That row is no longer in the list.'));
    return undefined;
  };
}

/** Opens a row in its panel. `ended` is that of the row's connection. */
export type OpenRow = (
  row: ServiceRow,
  opening: Opening,
  ended?: AbortSignal,
) => void | Promise<void>;

/** Commands that let the user find a row, or type the reference of a project, and open it. */
export function findCommands(
  session: Session,
  openRef: (ref: ProjectRef) => Promise<void>,
  openRow: OpenRow,
  findRow: FindRow,
  steps: Pick<FirstSteps, 'complete'>,
) {
  const find =
    (options: FindOptions): Handler =>
    () =>
      connected(session, async (connection) => {
        const found = await findRow(options, connection);
        // Another connection may be in use by now.
        if (connection.ended.aborted) return;
        if (found?.ref) await openRef(found.ref);
        else if (found) await openRow(found.row, TO_STAY, connection.ended);
      });
  const onFound = () => {
    steps.complete('find');
  };
  return {
    'mintscope.find': find({ title: l10n.t('Find'), onFound }),
    'mintscope.lookUpStats': find({ title: l10n.t('Look Up Project Stats'), lists: ['projects'] }),
  } satisfies Handlers;
}
