import type * as vscode from 'vscode';
import { problemOf } from '../connection/catalog.ts';
import type { Session } from '../connection/session.ts';
import type { ListMarks, Marks } from '../core/lists/changeMarks.ts';
import type { ListProblem } from '../core/messages/failureWords.ts';
import type { ListState } from '../core/lists/listState.ts';
import {
  coverage,
  hasProblemRow,
  type ListName,
  listNotices,
  markCounts,
} from '../core/messages/listMessages.ts';
import { asText } from '../editor/asText.ts';
import { ContextKeys } from '../editor/contextKeys.ts';
import { formatNumber, formatTime } from '../editor/locale.ts';
import type { TreeModel } from './treeModel.ts';

/** “Loading…” is shown only after this time. */
const LOADING_WORDS_MS = 250;

/**
 * Everything a view shows beside its rows: the text after its name, its message, its badge, and
 * which actions it has. Only changes are sent to the editor, because it delays new rows by 200 ms
 * after each change of a view.
 */
export class ViewHeader implements vscode.Disposable {
  readonly #name: ListName;
  readonly #view: vscode.TreeView<unknown>;
  readonly #list: { readonly state: ListState<unknown> };
  readonly #session: Session;
  readonly #rows: TreeModel;
  readonly #marks: ListMarks;
  readonly #contexts: ContextKeys;
  #shownMarks: Marks = new Map();
  #loadingWords: NodeJS.Timeout | undefined;

  constructor(
    name: ListName,
    view: vscode.TreeView<unknown>,
    list: { readonly state: ListState<unknown> },
    session: Session,
    rows: TreeModel,
    marks: ListMarks,
  ) {
    this.#name = name;
    this.#view = view;
    this.#list = list;
    this.#session = session;
    this.#rows = rows;
    this.#marks = marks;
    this.#contexts = new ContextKeys(name);
  }

  /** Why the last operation of the list failed, or why there is no connection. */
  get problem(): ListProblem | undefined {
    return problemOf(this.#session, this.#list.state);
  }

  /** Whether a row says why the list could not be read, or why there is no connection. */
  get hasProblemRow(): boolean {
    return this.#session.failure !== undefined || hasProblemRow(this.#list.state);
  }

  update(): void {
    const { state } = this.#list;
    this.describe();
    this.showMessage();
    const nothing = !this.#isHeld && state.unreadable === 0 && !state.short;
    this.#contexts.set('empty', nothing && state.asOf !== undefined && !state.failure);
    this.#contexts.set('loading', state.work !== undefined);
    this.#contexts.set('loadingAll', state.work === 'all');
    this.#contexts.set('hasMore', state.hasMore);
  }

  /**
   * Sets the text after the view's name, with the number of marked rows. That number is on the
   * view's icon too, which stays visible while the view is hidden. It is not in the message above
   * the rows, because they would move under the pointer when the message changes.
   */
  describe(): void {
    const { marks, since } = this.#marks;
    if (marks !== this.#shownMarks) this.#countMarks(marks, since);
    this.#contexts.set('marked', marks.size > 0);
    const description = this.#isHeld ? this.#describeHeld() : '';
    if (description !== (this.#view.description ?? '')) this.#view.description = description;
  }

  #countMarks(marks: Marks, since: number | undefined): void {
    const hadNone = this.#shownMarks.size === 0;
    this.#shownMarks = marks;
    if (marks.size === 0 && hadNone) return;
    const when = since === undefined ? '' : ` since ${formatTime(since)}`;
    const counts = markCounts(marks, formatNumber).join(' and ');
    const tooltip = `${this.#view.title ?? ''}: ${counts}${when}`;
    this.#view.badge = marks.size > 0 ? { value: marks.size, tooltip } : undefined;
  }

  /** Short, so that it can be read beside the name of a narrow view: `50 of 230 · 2 changes`. */
  #describeHeld(): string {
    const covered = this.#rows.arranged?.coverage ?? coverage(this.#list.state, formatNumber);
    const { size } = this.#shownMarks;
    const changes = `${formatNumber(size)} ${size === 1 ? 'change' : 'changes'}`;
    // The row that says why may be out of sight.
    const old = this.hasProblemRow ? 'not refreshed' : '';
    return [covered, size === 0 ? '' : changes, old].filter((part) => part !== '').join(' · ');
  }

  /** Sets the message above the rows: why there are none, or notices about them. */
  showMessage(): void {
    const { state } = this.#list;
    clearTimeout(this.#loadingWords);
    if (state.work === 'first') {
      this.#loadingWords = setTimeout(() => {
        this.#say(`Loading ${this.#name}…`);
      }, LOADING_WORDS_MS);
      return;
    }
    const problem = this.#isHeld ? undefined : this.problem;
    // A row is cut at the edge of the sidebar. Without rows, the message has the whole problem.
    this.#say(problem ? problem.whole : this.#notices(state).join(' '));
  }

  #notices(state: ListState<unknown>): string[] {
    const sample = this.#session.current?.scope === 'sample';
    return [
      ...(this.#rows.arranged?.notices ?? []),
      ...(sample ? ['Sample data, made up.'] : []),
      ...listNotices(state, this.#name, formatNumber),
    ];
  }

  #say(words: string): void {
    const text = asText(words);
    if (text !== (this.#view.message ?? '')) this.#view.message = text;
  }

  dispose(): void {
    clearTimeout(this.#loadingWords);
    this.#contexts.dispose();
  }

  get #isHeld(): boolean {
    const { rows, hasMore } = this.#list.state;
    return rows.length > 0 || hasMore;
  }
}
