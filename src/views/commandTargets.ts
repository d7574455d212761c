import * as vscode from 'vscode';
import { type Collection, isServiceRow, type Project } from '../core/model/model.ts';
import { showInformation } from '../editor/notify.ts';
import type { ListView } from './listView.ts';

/*
 * Which rows a command works on: those it was called on, or those selected in a view. `row` and
 * `selected` are the command's arguments: rows if the editor calls it, anything if an extension
 * does.
 */

export type ServiceRow = Project | Collection;

export interface Views {
  readonly projects: ListView<Project>;
  readonly collections: ListView<Collection>;
}

/**
 * All rows selected if the row called on is one of them, else that row alone; without a row, what
 * is selected in the view used last. Only Projects and Collections count.
 */
export function targetRows(views: Views, row: unknown, selected: unknown): readonly ServiceRow[] {
  const called = isServiceRow(row) ? row : undefined;
  const handed = Array.isArray(selected) ? selected.filter(isServiceRow) : [];
  if (!called) {
    // A keybinding hands over the focused row. If that is Load more or a group, do not fall back to
    // the selection of a view.
    const other = (row as { readonly kind?: unknown } | null | undefined)?.kind;
    if (handed.length > 0 || other) return handed;
    const { projects, collections } = views;
    return (collections.selectedAt > projects.selectedAt ? collections : projects).selection;
  }
  // A keybinding passes the focused row without the selection.
  const rows = handed.length > 0 ? handed : views[`${called.kind}s`].selection;
  return rows.some(({ key }) => key === called.key) ? rows : [called];
}

/** The row for a command on one row: the given one, else the only selected one. */
export function targetRow(views: Views, row: unknown, selected: unknown): ServiceRow | undefined {
  if (isServiceRow(row)) return row;
  const rows = targetRows(views, row, selected);
  return rows.length === 1 ? rows[0] : undefined;
}

/** Says that no row is selected, and offers to show the view. */
export async function offerToChoose(
  what: 'a project' | 'one project' | 'a row' | 'one row',
): Promise<void> {
  const where = what.endsWith('project') ? 'the Projects view' : 'Projects or Collections';
  const show = 'Show Projects';
  const choice = await showInformation(`Select ${what} in ${where} first.`, show);
  if (choice === show) await vscode.commands.executeCommand('mintscope.projects.focus');
}
