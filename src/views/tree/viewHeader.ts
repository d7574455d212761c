import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { problemOf } from '../../connection/catalog.ts';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { type ListMarks } from '../../core/lists/listMarks.ts';
import { type Marks, NO_MARKS } from '../../core/lists/changeMarks.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { Later } from '../../core/base/later.ts';
import type { ListProblem } from '../../core/messages/failureWords.ts';
import type { ListState } from '../../core/lists/listState.ts';
import {
  changesWords,
  comparedWords,
  coverage,
  goneWords,
  hasProblemRow,
  listNotices,
} from '../../core/messages/listMessages.ts';
import { waitWords } from '../../core/messages/failureMessages.ts';
import { asText } from '../../editor/asText.ts';
import { ContextKeys } from '../../editor/contextKeys.ts';
import { formatTime } from '../../editor/locale.ts';
import { LISTS, type ServiceRow } from '../../lists/index.ts';
import type { TreeModel } from './treeModel.ts';

const LOADING_WORDS_MS = 250;

/**
 * Everything a view shows beside its rows: the text after its name, its message, its badge, and
 * which actions it has. Only changes are sent to the editor, because it delays new rows by 200 ms
 * after each change of a view.
 */
export class ViewHeader implements vscode.Disposable {
  readonly #view: vscode.TreeView<unknown>;
  readonly #rows: TreeModel;
  readonly #session: Session;
  readonly #marks: ListMarks;
  readonly #contexts: ContextKeys;
  #shownMarks: Marks = NO_MARKS;
  /** The loaded rows that have one of these marks. */
  #markedRows: readonly ServiceRow[] = [];
  /** The time that the marks compare with: `yesterday 18:04`; empty if there is none. */
  #since = '';
  readonly #loadingWords: Later;

  constructor(view: vscode.TreeView<unknown>, rows: TreeModel, session: Session, marks: ListMarks) {
    this.#view = view;
    this.#rows = rows;
    this.#session = session;
    this.#marks = marks;
    const { name } = rows;
    this.#contexts = new ContextKeys(name, session.clock);
    this.#loadingWords = new Later(session.clock, () => {
      this.#setMessage(LISTS[name].words.loading());
    });
  }

  /** Why the last operation of the list failed, or why there is no connection. */
  get problem(): ListProblem | undefined {
    return problemOf(this.#session, this.#rows.list.state);
  }

  /** Whether a row says why the list could not be read, or why there is no connection. */
  get hasProblemRow(): boolean {
    return this.#session.failure !== undefined || hasProblemRow(this.#rows.list.state);
  }

  update(): void {
    const { state } = this.#rows.list;
    this.describe();
    this.showMessage();
    const isEmpty = !this.#hasRows && !state.restored && state.unreadable === 0 && !state.short;
    this.#contexts.set('empty', isEmpty && state.asOf !== undefined && !state.failure);
    this.#contexts.set('loading', state.work !== undefined);
    this.#contexts.set('loadingAll', state.work === 'all');
    this.#contexts.set('hasMore', state.hasMore);
    this.#contexts.set('all', state.asOf !== undefined && !state.restored && !state.hasMore);
  }

  /**
   * Sets the text after the view's name, with the changes. Their number is on the view's icon too,
   * which stays visible while the view is hidden. They are not in the message above the rows,
   * because the rows would move under the pointer when the message changes.
   */
  describe(): void {
    const { marks } = this.#marks;
    if (marks !== this.#shownMarks) this.#followMarks();
    this.#contexts.set('marked', marks.size > 0);
    this.#contexts.set('changesOnly', this.#rows.changesOnly.isOn);
    const description = this.#hasRows || marks.size > 0 ? this.#describeRows() : '';
    if (description !== (this.#view.description ?? '')) this.#view.description = description;
  }

  #followMarks(): void {
    const { marks, since, inBoth } = this.#marks;
    const hadNone = this.#shownMarks.size === 0;
    this.#shownMarks = marks;
    this.#markedRows = this.#rows.marked(marks);
    this.#since = since === undefined ? '' : formatTime(since, 'short');
    if (marks.size === 0 && hadNone) return;
    const counts = this.#withSince(changesWords(marks, this.#markedRows, 0));
    const details = `${goneWords(marks)}${comparedWords(inBoth)}`;
    const tooltip = `${this.#view.title ?? ''}: ${counts}${details}`;
    this.#view.badge = marks.size > 0 ? { value: marks.size, tooltip } : undefined;
  }

  /** What matters most comes first: `50 of 230 · as of 18:04 · 3 new since 17:20`. */
  #describeRows(): string {
    const covered = this.#rows.arranged?.coverage ?? coverage(this.#rows.list.state);
    const hidden = this.#markedRows.filter((row) => !this.#rows.shows(row)).length;
    const changes = changesWords(this.#shownMarks, this.#markedRows, hidden);
    return joinWords(covered, ...this.#age(), changes === '' ? '' : this.#withSince(changes));
  }

  #withSince(changes: string): string {
    return this.#since === '' ? changes : l10n.t('{0} since {1}', changes, this.#since);
  }

  /**
   * `as of yesterday 18:04` and `refreshing` while stored rows are shown; `as of 18:04` and
   * `unreachable` as soon as any request shows that no newer ones can be read. The problem row says
   * the time too, so it is left out here; the reason stays, because that row may be out of sight.
   */
  #age(): string[] {
    const { restored, asOf, work } = this.#rows.list.state;
    const { outage, refused } = this.#session;
    const reason = refused ? l10n.t('token refused') : outage && outageWord(outage);
    if (asOf === undefined || (!restored && this.hasProblemRow)) {
      return this.hasProblemRow ? [reason ?? l10n.t('not refreshed')] : [];
    }
    const from = l10n.t('as of {0}', formatTime(asOf, 'short'));
    if (restored) return work === 'refresh' ? [from, l10n.t('refreshing')] : [from];
    return reason === undefined ? [] : [from, reason];
  }

  showMessage(): void {
    const { state } = this.#rows.list;
    const { waitUntil } = this.#session;
    if (state.work !== undefined && waitUntil !== undefined) {
      this.#loadingWords.cancel();
      this.#setMessage(waitWords(formatTime(waitUntil)));
      return;
    }
    if (state.work === 'first') {
      this.#loadingWords.restart(LOADING_WORDS_MS);
      return;
    }
    this.#loadingWords.cancel();
    const problem = this.#hasRows ? undefined : this.problem;
    // With rows, the problem row says it. Without, the message does: it wraps, a row is cut off.
    this.#setMessage(problem ? problem.whole : this.#notices(state).join(' '));
  }

  #notices(state: ListState<unknown>): string[] {
    return [
      ...(this.#rows.arranged?.notices ?? []),
      ...(this.#rows.changesOnly.isOn ? [l10n.t('Only changes are shown.')] : []),
      ...listNotices(state, LISTS[this.#rows.name].words.short),
    ];
  }

  #setMessage(words: string): void {
    const text = asText(words);
    if (text !== (this.#view.message ?? '')) this.#view.message = text;
  }

  dispose(): void {
    this.#loadingWords.cancel();
    this.#contexts.dispose();
  }

  get #hasRows(): boolean {
    const { rows, hasMore } = this.#rows.list.state;
    return rows.length > 0 || hasMore;
  }
}
