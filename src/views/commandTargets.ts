import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { connected } from '../connection/connected.ts';
import type { Session } from '../connection/session.ts';
import { sharedProject } from '../core/messages/searchMessages.ts';
import { isShared, type Project, type ProjectRef, projectRef } from '../core/model/model.ts';
import { describeId, describeRef, isUnseen } from '../core/model/projectRef.ts';
import { askChoice } from '../editor/askChoice.ts';
import { showWarning } from '../editor/notify.ts';
import {
  isServiceRow,
  LIST_NAMES,
  type ListName,
  listOf,
  rowName,
  type RowsOf,
  type ServiceRow,
} from '../lists/index.ts';
import type { ListView } from './tree/listView.ts';
import type { Tree } from './tree/tree.ts';

/*
 * Which rows a command works on. `row` and `selected` are the command's arguments: rows if it is
 * called on a row, the editor's address from the title of an editor, nothing from the palette, and
 * anything if an extension calls it.
 */

export type Views = Readonly<Record<ListName, ListView>>;

/**
 * What an editor shows: a row, or those of a comparison; `unknown` if it is not known which, as in the
 * portfolio, or if they are of another account; `undefined` if it shows no row.
 */
export type ShownRow = ServiceRow | readonly ServiceRow[] | 'unknown' | undefined;

/** The prompt for the row to act on, if neither the arguments, a tab nor a selection gives one. */
export interface RowQuestion<Name extends ListName = ListName> {
  /** Says what will happen, such as `Open the animation of which project?` */
  readonly title: string;
  /** The lists whose rows may be chosen; all lists if left out. */
  readonly lists?: readonly Name[];
}

interface UsedView {
  readonly selection: readonly ServiceRow[];
  readonly tree: Pick<Tree<object>, 'turn' | 'view' | 'focusedRow'>;
}

export interface Targets {
  readonly session: Session;
  readonly views: Views;
  readonly attention: UsedView;
  /** The editor in front: its row, and the number, of `nextTurn`, at which it came to the front. */
  readonly front: { readonly row: () => ShownRow; readonly since: number };
  readonly rowAt: (address: vscode.Uri) => ShownRow;
  /** Resolves with `undefined` if the user canceled or the connection ended. */
  findRow(question: RowQuestion, connection: ActiveConnection): Promise<ServiceRow | undefined>;
}

/**
 * The rows to act on; none if the user did not choose one.
 *
 * - Called on a row: all selected rows if it is one of them, else that row alone.
 * - Called from the title of a panel: the row of that panel, also in another group or window.
 * - Called without a row: what was used last, the editor in front if it shows a row, or the selection
 *   of a visible view. The palette takes the focus, so it is unknown whether the user was in a view
 *   whose focused row is another one, reached by an arrow key, or left when a panel came to the front:
 *   then the user is asked which is meant, and so for the projects of a comparison.
 * - If that gives no row of the lists in question, the user is asked for one.
 */
export async function targetRows<Name extends ListName>(
  targets: Targets,
  row: unknown,
  selected: unknown,
  question: RowQuestion<Name>,
): Promise<readonly RowsOf[Name][]> {
  const rows = await candidates(targets, row, selected, question);
  return rows?.length === 0 ? ask(targets, question) : (rows ?? []);
}

/** The row called on, else as in `targetRows`. If several rows are selected, the user is asked. */
export async function targetRow<Name extends ListName>(
  targets: Targets,
  row: unknown,
  selected: unknown,
  question: RowQuestion<Name>,
): Promise<RowsOf[Name] | undefined> {
  if (isServiceRow(row) && isOfLists(row, question.lists)) return row;
  const rows = await candidates(targets, row, selected, question);
  return rows === undefined || rows.length === 1 ? rows?.[0] : (await ask(targets, question))[0];
}

/** The rows for a command on several rows: as in `targetRows`, but the user is not asked for one. */
export function selectedRows<Name extends ListName>(
  targets: Targets,
  row: unknown,
  selected: unknown,
  lists: readonly Name[],
): readonly RowsOf[Name][] {
  const rows =
    givenRows(targets, row, selected) ?? usedLast(targets).flatMap((place) => place.rows);
  return rows.filter((one) => isOfLists(one, lists));
}

/** Empty if the user, asked which rows are meant, wants to find another one; `undefined` if none. */
async function candidates<Name extends ListName>(
  targets: Targets,
  row: unknown,
  selected: unknown,
  question: RowQuestion<Name>,
): Promise<readonly RowsOf[Name][] | undefined> {
  const fitting = (rows: readonly ServiceRow[]) =>
    rows.filter((one) => isOfLists(one, question.lists));
  const given = givenRows(targets, row, selected);
  if (given) return fitting(given);
  const choices = [...usedLast(targets), ...(await focusedApart(targets))]
    .map(({ rows, where }) => ({
      label: rows.map(rowName).join(', '),
      description: where,
      value: fitting(rows),
    }))
    .filter(({ value }) => value.length > 0);
  const [only, ...others] = choices;
  if (!only) return [];
  const isSame = others.every(({ value }) => keysOf(value) === keysOf(only.value));
  if (isSame) return only.value;
  const other = { label: l10n.t('Find another one…'), alwaysShow: true, value: [] };
  return askChoice<readonly RowsOf[Name][]>({
    title: question.title,
    choices: [...choices, other],
  });
}

function isOfLists<Name extends ListName>(
  row: ServiceRow,
  lists: readonly Name[] | undefined,
): row is RowsOf[Name] {
  return (lists ?? LIST_NAMES).some((name) => name === listOf(row).name);
}

async function ask<Name extends ListName>(
  targets: Targets,
  question: RowQuestion<Name>,
): Promise<readonly RowsOf[Name][]> {
  const chosen: RowsOf[Name][] = [];
  await connected(targets.session, async (connection) => {
    const row = await targets.findRow(question, connection);
    if (row && isOfLists(row, question.lists) && !connection.ended.aborted) chosen.push(row);
  });
  return chosen;
}

/**
 * Prompts for the kind if the row has none, which a request of stats needs (service-interface §4.2).
 * `undefined` if the user canceled, if there is no id or another project has the same (with a
 * warning), or if `ended` aborted meanwhile.
 */
export async function projectRefOf(
  project: Project,
  ended?: AbortSignal,
): Promise<ProjectRef | undefined> {
  const known = projectRef(project);
  if (known) return known;
  const { id } = project;
  if (id === undefined || isShared(project)) {
    const noId = l10n.t(
      'The service gave no id for this project, so its stats cannot be requested.',
    );
    void showWarning(isShared(project) ? sharedProject(project) : noId);
    return undefined;
  }
  return askChoice<ProjectRef>({
    title: l10n.t('The service did not say which kind “{0}” is', rowName(project)),
    choices: [`t/${id}` as const, `n/${id}` as const].map((ref) => ({
      label: describeRef(ref),
      value: ref,
    })),
    ...(ended && { ended }),
  });
}

/**
 * Why a value of a row cannot be used, as a sentence for the user.
 * @param missing the sentence for a row without that value: `This row has no image.`
 */
export function whyMissing(row: ServiceRow, missing: string): string {
  return isUnseen(row) ? whyUnseen(row) : missing;
}

/** Why only the id and the counts of a project are known, as a sentence for the user. */
export function whyUnseen(row: Project): string {
  return l10n.t(
    'Only the ID and the counts of project {0} are known, because it is not among the loaded projects. Load more of them first.',
    describeId(row) ?? '',
  );
}

function givenRows(
  { views, rowAt }: Targets,
  row: unknown,
  selected: unknown,
): readonly ServiceRow[] | undefined {
  if (row instanceof vscode.Uri) return rowsOf(rowAt(row));
  const passed = Array.isArray(selected) ? selected.filter(isServiceRow) : [];
  if (isServiceRow(row)) {
    // A keybinding passes the focused row without the selection.
    const rows = passed.length > 0 ? passed : views[listOf(row).name].selection;
    return rows.some(({ key }) => key === row.key) ? rows : [row];
  }
  // A keybinding passes the focused row. If that is Load more or a group, do not fall back to the
  // selection of a view.
  const other = (row as { readonly kind?: unknown } | null | undefined)?.kind;
  return passed.length > 0 || other ? passed : undefined;
}

function rowsOf(shown: ShownRow): readonly ServiceRow[] {
  return typeof shown === 'object' ? [shown].flat() : [];
}

interface Place {
  readonly rows: readonly ServiceRow[];
  readonly where: string;
}

function visibleViews({ views, attention }: Targets): UsedView[] {
  return [...Object.values(views), attention].filter(({ tree }) => tree.view.visible);
}

/** The rows that the user used last; of a comparison, each of them. */
function usedLast(targets: Targets): readonly Place[] {
  const [last] = visibleViews(targets).sort((one, other) => other.tree.turn - one.tree.turn);
  const { row, since } = targets.front;
  const shown = row();
  if (!last || (shown !== undefined && (last.selection.length === 0 || since > last.tree.turn))) {
    const where = l10n.t('in the editor in front');
    return rowsOf(shown).map((one) => ({ rows: [one], where }));
  }
  const where = l10n.t('selected in {0}', last.tree.view.title ?? '');
  return [{ rows: last.selection, where }];
}

/** The rows that have the focus of a visible view, and are not selected. */
async function focusedApart(targets: Targets): Promise<readonly Place[]> {
  const places = visibleViews(targets).map(
    async ({ selection, tree }): Promise<readonly Place[]> => {
      const focused = await tree.focusedRow();
      if (!isServiceRow(focused)) return [];
      if (selection.some(({ key }) => key === focused.key)) return [];
      return [{ rows: [focused], where: l10n.t('focused in {0}', tree.view.title ?? '') }];
    },
  );
  return (await Promise.all(places)).flat();
}

function keysOf(rows: readonly ServiceRow[]): string {
  return rows.map(({ key }) => key).join('\n');
}
