import type * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import type { ListMarks } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { FailureWords } from '../core/messages/failureMessages.ts';
import { coverage, listFailureWords, type ListName } from '../core/messages/listMessages.ts';
import { ContextKeys } from '../editor/contextKeys.ts';
import { formatNumber } from '../editor/locale.ts';
import type { TreeModel } from './treeModel.ts';
import { ViewBadge } from './viewBadge.ts';
import { ViewMessage } from './viewMessage.ts';

/** Everything a view shows beside its rows: what follows its name, its message, and which actions. */
export class ViewHeader implements vscode.Disposable {
  readonly #view: vscode.TreeView<unknown>;
  readonly #list: { readonly state: ListState<unknown> };
  readonly #session: Session;
  readonly #rows: TreeModel;
  readonly #marks: ViewBadge;
  readonly #message: ViewMessage;
  readonly #contexts: ContextKeys;

  constructor(
    name: ListName,
    view: vscode.TreeView<unknown>,
    list: { readonly state: ListState<unknown> },
    session: Session,
    rows: TreeModel,
    marks: ListMarks,
  ) {
    this.#view = view;
    this.#list = list;
    this.#session = session;
    this.#rows = rows;
    this.#marks = new ViewBadge(view, marks);
    this.#message = new ViewMessage(name, view, session);
    this.#contexts = new ContextKeys(name);
  }

  /** What there is to say in the place of rows, if there is a reason for having none. */
  get problem(): FailureWords | undefined {
    const { failure, host } = this.#session;
    if (!failure) return listFailureWords(this.#list.state, host, Date.now());
    const hint = 'Until it works, nobody is signed in here. The log tells more.';
    return { reason: failure.message, hint, action: 'retry' };
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

  /** What follows the view's name. */
  describe(): void {
    this.#marks.update();
    this.#contexts.set('marked', this.#marks.words !== '');
    const description = this.#isHeld ? this.#describeHeld() : '';
    if (description !== (this.#view.description ?? '')) this.#view.description = description;
  }

  #describeHeld(): string {
    const covered = this.#rows.arranged?.coverage ?? coverage(this.#list.state, formatNumber);
    return [covered, this.#marks.words].filter((part) => part !== '').join(' · ');
  }

  showMessage(): void {
    const problem = this.#isHeld ? undefined : this.problem;
    this.#message.show(this.#list.state, problem, this.#rows.arranged?.notices ?? []);
  }

  dispose(): void {
    this.#message.dispose();
    this.#contexts.dispose();
  }

  get #isHeld(): boolean {
    const { rows, hasMore } = this.#list.state;
    return rows.length > 0 || hasMore;
  }
}
