import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { connected } from '../connection/connected.ts';
import type { Session } from '../connection/session.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import { type Collection, isServiceRow, type Project } from '../core/model/model.ts';
import { describeId, isUnseen } from '../core/model/projectRef.ts';
import type { ListView } from './listView.ts';

/*
 * Which rows a command works on. `row` and `selected` are the command's arguments: rows if it is
 * called on a row, the editor's address from the title of an editor, nothing from the palette, and
 * anything if an extension calls it.
 */

export type ServiceRow = Project | Collection;

export type Views = Readonly<Record<ListName, ListView>>;

/**
 * What the editor in front shows: a row; `unknown` if it is something of Mintscope whose row is not
 * known, or is of another account; `undefined` if it is nothing of Mintscope. One for each type of
 * panel, and one for the documents.
 */
export type RowInFront = () => ServiceRow | 'unknown' | undefined;

/** Asks for the row to act on, if neither the arguments, a tab nor a selection gives one. */
export interface RowQuestion {
  /** Says what will happen, such as `Save a snapshot of which project?` */
  readonly title: string;
  /** What may be chosen; rows of another kind are no target. */
  readonly kinds: readonly ServiceRow['kind'][];
}

export interface Targets {
  readonly session: Session;
  readonly views: Views;
  /** The `nextTurn` in which the editor in front came to the front. */
  readonly front: { readonly since: number };
  readonly inFront: readonly RowInFront[];
  /** Resolves with `undefined` if the user gave up or the connection ended. */
  askRow(question: RowQuestion, connection: ActiveConnection): Promise<ServiceRow | undefined>;
}

export function rowInFront(inFront: readonly RowInFront[]): ReturnType<RowInFront> {
  for (const ask of inFront) {
    const shown = ask();
    if (shown !== undefined) return shown;
  }
  return undefined;
}

/**
 * The rows to act on; none if the user did not choose one.
 *
 * - Called on a row: all selected rows if it is one of them, else that row alone.
 * - Called from the title of a panel: the row of the panel.
 * - Called without a row: what was used last, the editor in front or the selection of a view. The
 *   focus cannot decide, because the palette takes it. A selection is used if it was made after the
 *   editor came to the front.
 * - If that gives no row of the kinds in question, the user is asked for one.
 */
export async function targetRows(
  targets: Targets,
  row: unknown,
  selected: unknown,
  question: RowQuestion,
): Promise<readonly ServiceRow[]> {
  const rows = candidates(targets, row, selected, question);
  return rows.length > 0 ? rows : ask(targets, question);
}

/**
 * The row for a command on one row: the one called on, else as in `targetRows`. If several rows are
 * selected, the user is asked.
 */
export async function targetRow(
  targets: Targets,
  row: unknown,
  selected: unknown,
  question: RowQuestion,
): Promise<ServiceRow | undefined> {
  if (isServiceRow(row) && question.kinds.includes(row.kind)) return row;
  const [first, ...others] = candidates(targets, row, selected, question);
  return first && others.length === 0 ? first : (await ask(targets, question))[0];
}

function candidates(
  targets: Targets,
  row: unknown,
  selected: unknown,
  { kinds }: RowQuestion,
): readonly ServiceRow[] {
  const rows =
    givenRows(targets.views, row, selected) ?? usedLast(targets, row instanceof vscode.Uri);
  return rows.filter(({ kind }) => kinds.includes(kind));
}

async function ask(targets: Targets, question: RowQuestion): Promise<readonly ServiceRow[]> {
  const chosen: ServiceRow[] = [];
  await connected(targets.session, async (connection) => {
    const row = await targets.askRow(question, connection);
    if (row && !connection.ended.aborted) chosen.push(row);
  });
  return chosen;
}

/** Why a row has no such value, as a sentence for people. */
export function whyMissing(row: ServiceRow, what: string): string {
  if (row.kind === 'collection' || !isUnseen(row)) return l10n.t('This row has no {0}.', what);
  return l10n.t(
    'The {0} of project {1} is not known, because it is not among the loaded projects. Load more of them first.',
    what,
    describeId(row) ?? '',
  );
}

/** The rows that the arguments name; `undefined` if they name none. */
function givenRows(
  views: Views,
  row: unknown,
  selected: unknown,
): readonly ServiceRow[] | undefined {
  const called = isServiceRow(row) ? row : undefined;
  const handed = Array.isArray(selected) ? selected.filter(isServiceRow) : [];
  if (!called) {
    // A keybinding hands over the focused row. If that is Load more or a group, do not fall back to
    // the selection of a view.
    const other = (row as { readonly kind?: unknown } | null | undefined)?.kind;
    return handed.length > 0 || other ? handed : undefined;
  }
  // A keybinding passes the focused row without the selection.
  const rows = handed.length > 0 ? handed : views[`${called.kind}s`].selection;
  return rows.some(({ key }) => key === called.key) ? rows : [called];
}

/** @param fromEditor whether the command is called from the title of an editor. */
function usedLast(targets: Targets, fromEditor: boolean): readonly ServiceRow[] {
  const { projects, collections } = targets.views;
  const isLater = collections.place.selectedTurn > projects.place.selectedTurn;
  const view = isLater ? collections : projects;
  const { selection } = view;
  const shown = rowInFront(targets.inFront);
  const isNewer = targets.front.since > view.place.selectedTurn;
  const isShownLast = fromEditor || selection.length === 0 || isNewer;
  if (shown === undefined || !isShownLast) return fromEditor ? [] : selection;
  return shown === 'unknown' ? [] : [shown];
}
