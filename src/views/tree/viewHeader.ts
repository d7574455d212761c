import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { capitalized, joinWords } from '../../core/base/displayText.ts';
import { Later } from '../../core/base/later.ts';
import {
  changesWords,
  coverage,
  goneWords,
  listNotices,
} from '../../core/messages/listMessages.ts';
import { waitWords } from '../../core/messages/failureMessages.ts';
import { OLD_MS } from '../../core/stats/reading.ts';
import { asText } from '../../editor/asText.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { asOfWords, formatTime } from '../../editor/locale.ts';
import type { ListRows } from './listRows.ts';
import type { RowOfTree } from './rows.ts';
import type { Tree } from './tree.ts';

/** A state that lasts shorter is not written above the rows, because they would move. */
const LASTING_MS = 1_000;
const LOADING_MS = 250;

/** The count after a view's name, the message above its rows, its badge, and the keys of its menu. */
export class ViewHeader implements vscode.Disposable {
  readonly #tree: Pick<Tree<RowOfTree>, 'set' | 'view'>;
  readonly #rows: ListRows;
  readonly #session: Session;
  readonly #setContext = contextSetter();
  readonly #writing: Later;
  readonly #aging: Later;

  constructor(tree: Pick<Tree<RowOfTree>, 'set' | 'view'>, rows: ListRows, session: Session) {
    this.#tree = tree;
    this.#rows = rows;
    this.#session = session;
    this.#writing = new Later(session.clock, () => {
      this.#write(true);
    });
    this.#aging = new Later(session.clock, () => {
      this.#tree.set('description', this.#description);
    });
  }

  update(): void {
    const { state } = this.#rows.list;
    const { marks } = this.#rows;
    this.#tree.set('badge', this.#badge);
    if (this.#ageMs < OLD_MS) this.#aging.restart(OLD_MS - this.#ageMs);
    this.#tree.set('description', this.#description);
    this.showMessage();
    const isEmpty = !this.#hasRows && !state.restored && state.unreadable === 0 && !state.short;
    const { name } = this.#rows;
    // No button of a title depends on these, which would flicker; only menus and commands do.
    const set = (key: string, value: boolean) => {
      this.#setContext(`mintscope.${name}.${key}`, value);
    };
    set('empty', isEmpty && state.asOf !== undefined && !state.failure);
    set('loading', state.work !== undefined);
    set('hasMore', state.hasMore);
    set('all', state.asOf !== undefined && !state.restored && !state.hasMore);
    set('marked', marks.size > 0);
    set('changesOnly', this.#rows.changesOnly);
  }

  /** What may be over in a moment, such as the age of stored rows in a refresh, is written if it lasts. */
  showMessage(): void {
    const { work } = this.#rows.list.state;
    const isLasting = work === undefined || this.#session.waitUntil !== undefined;
    if (isLasting) this.#writing.cancel();
    else this.#writing.restart(work === 'first' ? LOADING_MS : LASTING_MS);
    this.#write(isLasting);
  }

  dispose(): void {
    this.#writing.cancel();
    this.#aging.cancel();
  }

  /** `50 of 20,000`; of a filter how many match; of an old list its time, unless that is said elsewhere. */
  get #description(): string {
    if (!this.#hasRows) return '';
    const { state } = this.#rows.list;
    const isSaid = state.restored || this.#rows.hasProblemRow;
    const isOld = !isSaid && this.#ageMs >= OLD_MS;
    const count = this.#rows.arranged?.coverage ?? coverage(state);
    return joinWords(count, asOfWords(isOld ? state.asOf : undefined));
  }

  /** The age of the list, in milliseconds; `NaN` before it was read. */
  get #ageMs(): number {
    return this.#session.clock.now() - (this.#rows.list.state.asOf ?? NaN);
  }

  /** The number of changes is on the icon of the view too, which is visible while the view is not. */
  get #badge(): vscode.ViewBadge | undefined {
    const { marks } = this.#rows;
    if (marks.size === 0) return undefined;
    const tooltip = `${this.#tree.view.title ?? ''}: ${this.#changes(0)}${goneWords(marks)}`;
    return { value: marks.size, tooltip };
  }

  /** `3 new since 17:20`; empty without changes. @param hidden how many of them are not shown. */
  #changes(hidden: number): string {
    const { marks, since } = this.#rows.list.changes;
    const changes = changesWords(marks, this.#rows.marked, hidden);
    if (since === undefined || changes === '') return changes;
    return l10n.t('{0} since {1}', changes, formatTime(since, 'short'));
  }

  /** @param isLasting whether to say what may be over in a moment. */
  #message(isLasting: boolean): string {
    const { state } = this.#rows.list;
    const { waitUntil } = this.#session;
    if (state.work !== undefined && waitUntil !== undefined)
      return waitWords(formatTime(waitUntil));
    if (state.work === 'first') return isLasting ? l10n.t('Loading…') : '';
    // With rows, the problem row says it. Without, the message does: it wraps, a row is cut off.
    const { problem } = this.#rows;
    if (!this.#hasRows && problem) return problem.whole;
    const hidden = this.#rows.marked.filter((row) => !this.#rows.shows(row)).length;
    const changes = this.#changes(hidden);
    const sentences = [
      changes === '' ? '' : l10n.t('{0}.', changes),
      isLasting ? this.#age : '',
      ...(this.#rows.arranged?.notices ?? []),
      ...(this.#rows.changesOnly ? [l10n.t('Only changes are shown.')] : []),
      ...listNotices(state),
    ];
    return sentences.filter((sentence) => sentence !== '').join(' ');
  }

  /**
   * `Rows of yesterday 18:04 are being refreshed.` while stored rows are shown; `As of 18:04, unreachable.` as
   * soon as any request shows that no newer ones can be read. The problem row says the time too, so
   * it is left out here; the reason stays, because that row may be out of sight.
   */
  get #age(): string {
    const { restored, asOf, work } = this.#rows.list.state;
    const { outage, refused } = this.#session;
    const reason = refused ? l10n.t('token refused') : outage && outageWord(outage);
    const { hasProblemRow } = this.#rows;
    if (asOf === undefined || (!restored && hasProblemRow)) {
      const why = reason ?? l10n.t('not refreshed');
      return hasProblemRow ? l10n.t('{0}.', capitalized(why)) : '';
    }
    const time = formatTime(asOf, 'short');
    if (restored && work === 'refresh') return l10n.t('Rows of {0} are being refreshed.', time);
    if (reason !== undefined) return l10n.t('As of {0}, {1}.', time, reason);
    return restored ? l10n.t('As of {0}.', time) : '';
  }

  #write(isLasting: boolean): void {
    this.#tree.set('message', asText(this.#message(isLasting)));
  }

  get #hasRows(): boolean {
    const { rows, hasMore } = this.#rows.list.state;
    return rows.length > 0 || hasMore;
  }
}
