import type * as vscode from 'vscode';
import type { ListMarks } from '../core/lists/changeMarks.ts';
import { markCounts } from '../core/messages/listMessages.ts';
import { formatNumber, formatTime } from '../editor/locale.ts';

/**
 * How many rows of a view are marked: on its icon, also while it is hidden, and after its name. Not
 * in the message above the rows: that would push them down under the pointer as it comes and goes.
 */
export class ViewBadge {
  readonly #view: vscode.TreeView<unknown>;
  readonly #marks: ListMarks;
  #shown: ListMarks['marks'] | undefined;
  #words = '';

  constructor(view: vscode.TreeView<unknown>, marks: ListMarks) {
    this.#view = view;
    this.#marks = marks;
  }

  /** `1 new, 2 changed`, for the view's description; empty without marks. */
  get words(): string {
    return this.#words;
  }

  update(): void {
    const { marks } = this.#marks;
    if (marks === this.#shown) return;
    const { size } = marks;
    // The first time there is nothing to take away.
    const changed = size > 0 || (this.#shown?.size ?? 0) > 0;
    this.#shown = marks;
    if (!changed) return;
    const counts = markCounts(marks, formatNumber);
    this.#words = counts.join(', ');
    const { since } = this.#marks;
    const when = since === undefined ? '' : ` since ${formatTime(since)}`;
    const tooltip = `${this.#view.title ?? ''}: ${counts.join(' and ')}${when}`;
    this.#view.badge = size > 0 ? { value: size, tooltip } : undefined;
  }
}
