import * as vscode from 'vscode';
import type { ListName } from '../core/messages/listMessages.ts';
import { type Collection, isServiceRow, type Project } from '../core/model/model.ts';
import { showInformation } from '../editor/notify.ts';
import type { ListView } from './listView.ts';

export type ServiceRow = Project | Collection;

interface Views {
  readonly projects: ListView<Project>;
  readonly collections: ListView<Collection>;
}

/** Which rows a command is about: those it was called on, or those selected in a view. */
export class CommandTargets implements vscode.Disposable {
  readonly #views: Views;
  readonly #subscriptions: readonly vscode.Disposable[];
  #lastUsed: ListName = 'projects';

  constructor(views: Views) {
    this.#views = views;
    this.#subscriptions = (['projects', 'collections'] as const).map((name) =>
      views[name].onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.#lastUsed = name;
      }),
    );
  }

  /**
   * All rows selected if the row called on is one of them, else that row alone; without a row,
   * what is selected in the view used last. Only Projects and Collections count. The arguments are
   * those of the command: the editor hands over rows, other extensions anything.
   */
  of(row?: unknown, selected?: unknown): readonly ServiceRow[] {
    const called = isServiceRow(row) ? row : undefined;
    const handed = Array.isArray(selected) ? selected.filter(isServiceRow) : [];
    if (!called) {
      // A keybinding hands over the focused row, which may be Load more or a group: what is
      // selected elsewhere is not what is meant then.
      const other = (row as { readonly kind?: unknown } | null | undefined)?.kind;
      return handed.length > 0 || other ? handed : this.#views[this.#lastUsed].selection;
    }
    // A keybinding hands over the focused row and no selection.
    const rows = handed.length > 0 ? handed : this.#views[`${called.kind}s`].selection;
    return rows.some(({ key }) => key === called.key) ? rows : [called];
  }

  /** For commands that are about one row: the one called on, else the only one selected. */
  one(row?: unknown, selected?: unknown): ServiceRow | undefined {
    if (isServiceRow(row)) return row;
    const rows = this.of(row, selected);
    return rows.length === 1 ? rows[0] : undefined;
  }

  /** `of`, for commands that are about Projects. */
  projects(row?: unknown, selected?: unknown): readonly Project[] {
    return this.of(row, selected).filter((one) => one.kind === 'project');
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Says that nothing is chosen, and offers to go where one chooses. */
export async function offerToChoose(
  what: 'a project' | 'one project' | 'a row' | 'one row',
): Promise<void> {
  const where = what.endsWith('project') ? 'the Projects view' : 'Projects or Collections';
  const show = 'Show Projects';
  const choice = await showInformation(`Select ${what} in ${where} first.`, show);
  if (choice === show) await vscode.commands.executeCommand('mintscope.projects.focus');
}
