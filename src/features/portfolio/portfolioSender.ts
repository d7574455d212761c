import * as l10n from '@vscode/l10n';
import { type Clock, SLICE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { slices } from '../../editor/slices.ts';
import type { StatePanel } from '../../rows/statePanel.ts';
import type { FromPortfolio, PortfolioRow, PortfolioState, ToPortfolio } from './messages.ts';
import type { Portfolio } from './portfolio.ts';

export type PortfolioPage = StatePanel<
  PortfolioState,
  FromPortfolio,
  Exclude<ToPortfolio, { type: 'state' }>
>;

/** The least time between two batches of rows: the page sorts and paints after each. */
const BETWEEN_MS = 250;
/** The most rows of a message: to send them takes a few milliseconds. */
const ROWS_AT_A_TIME = 500;

/** Sends the state and the rows of a portfolio to its page, in batches and only what has changed. */
export class PortfolioSender {
  portfolio: Portfolio | undefined;
  ended = false;
  readonly #page: PortfolioPage;
  readonly #stateNow: () => PortfolioState;
  readonly #due: Later;
  /** Identifies the sending of rows that is under way. */
  #sending: symbol | undefined;

  constructor(page: PortfolioPage, clock: Clock, stateNow: () => PortfolioState) {
    this.#page = page;
    this.#stateNow = stateNow;
    this.#due = new Later(clock, () => void this.#send(), BETWEEN_MS);
  }

  /** Sends what has changed, `BETWEEN_MS` after the last time or at once. */
  sendSoon(): void {
    if (!this.ended) this.#due.soon(0);
  }

  sendState(): void {
    this.#show(this.#stateNow());
  }

  /** Sends the state and all rows. */
  sendAll(): void {
    this.sendState();
    this.portfolio?.rows.startOver();
    void this.#sendRows();
  }

  end(): void {
    this.ended = true;
    this.#due.cancel();
  }

  #show(state: PortfolioState): void {
    this.#page.show(state, l10n.t('Portfolio'));
  }

  /** Sends changed rows, then the state from before, which covers no row that changed meanwhile. */
  async #send(): Promise<void> {
    const state = this.#stateNow();
    // A hidden page gets all rows when it is shown.
    if (this.#page.visible) {
      // What has changed since is sent at the end of that.
      if (this.#sending || !(await this.#sendRows())) return;
    }
    this.#show(state);
  }

  /**
   * Sends changed rows in as many messages as they need. What changes meanwhile is sent after that.
   * @returns false if a later call or `end` has stopped it.
   */
  async #sendRows(): Promise<boolean> {
    const sending = Symbol();
    this.#sending = sending;
    const { portfolio } = this;
    const { keys, all } = portfolio?.rows.takeChanged() ?? { keys: [], all: true };
    let rows: PortfolioRow[] = [];
    let isFirst = all;
    const send = () => {
      this.#page.notify({ type: 'rows', first: isFirst, rows });
      rows = [];
      isFirst = false;
    };
    let begun = slices.now();
    for (const key of keys) {
      // To build a row with a pace, the history of the project is read.
      if (slices.now() - begun >= SLICE_MS || rows.length === ROWS_AT_A_TIME) {
        if (rows.length === ROWS_AT_A_TIME) send();
        await slices.pause();
        if (this.#sending !== sending || this.ended) return false;
        begun = slices.now();
      }
      const row = portfolio?.row(key);
      if (row) rows.push(row);
    }
    if (isFirst || rows.length > 0) send();
    this.#sending = undefined;
    if (keys.length > 0) {
      portfolio?.followMoving();
      this.sendSoon();
    }
    return true;
  }
}
