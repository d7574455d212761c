import * as l10n from '@vscode/l10n';
import type { Clock } from '../../core/base/clock.ts';
import { slices } from '../../editor/slices.ts';
import type { StatePanel } from '../../editor/statePanel.ts';
import type {
  FromPortfolio,
  PortfolioRow,
  PortfolioState,
  ToPortfolio,
  Trend,
} from '../../protocol/portfolio.ts';
import type { Portfolio } from './portfolio.ts';

export type PortfolioPage = StatePanel<
  PortfolioState,
  FromPortfolio,
  Exclude<ToPortfolio, { type: 'state' }>
>;

/** The least time between two batches of rows: the page sorts and paints after each. */
const BETWEEN_MS = 250;
/** The page says how old the counts are, so it gets its state again after this time. */
const AGE_MS = 30_000;
/** The most rows of a message: building them takes a few milliseconds, without paces. */
const ROWS_AT_A_TIME = 1_000;
/** Milliseconds after which building rows yields: for a pace, the history of a project is read. */
const SLICE_MS = 10;

/** Sends the state and the rows of a portfolio to its page, in batches and only what has changed. */
export class PortfolioSender {
  portfolio: Portfolio | undefined;
  ended = false;
  readonly #page: PortfolioPage;
  readonly #clock: Clock;
  readonly #stateNow: () => PortfolioState;
  #cancelTimer: (() => void) | undefined;
  #dueAt = Infinity;
  #sentAt = -Infinity;
  /** Identifies the sending of rows that is under way. */
  #sending: symbol | undefined;

  constructor(page: PortfolioPage, clock: Clock, stateNow: () => PortfolioState) {
    this.#page = page;
    this.#clock = clock;
    this.#stateNow = stateNow;
  }

  /** Sends what has changed, `BETWEEN_MS` after the last time or at once. */
  sendSoon(): void {
    this.#sendIn(0);
  }

  sendState(): void {
    this.#show(this.#stateNow());
  }

  /** Sends the state and all rows. */
  sendAll(): void {
    this.sendState();
    const rows = this.portfolio?.rows;
    rows?.takeChanged();
    void this.#sendRows([...(rows?.projects.keys() ?? [])], true);
  }

  async sendTrends(keys: readonly string[]): Promise<void> {
    const { portfolio } = this;
    const trends: Trend[] = [];
    for (const key of keys) {
      const trend = portfolio?.trend(key);
      if (trend) trends.push(trend);
      await slices.pause();
      if (portfolio !== this.portfolio || this.ended) return;
    }
    if (trends.length > 0) this.#page.notify({ type: 'trends', trends });
  }

  end(): void {
    this.ended = true;
    this.#cancelTimer?.();
  }

  #show(state: PortfolioState): void {
    this.#page.show(state, l10n.t('Portfolio'));
  }

  /** Sends what has changed, in `ms` but not within `BETWEEN_MS` of the last time. */
  #sendIn(ms: number): void {
    const now = this.#clock.now();
    // The clock may have been set back since.
    const wait = Math.min(BETWEEN_MS, this.#sentAt + BETWEEN_MS - now);
    const at = now + Math.max(ms, wait);
    // If the clock was set forward or the machine slept, a timer that was set earlier would fire
    // later than this one.
    const isDue = this.#dueAt >= now && this.#dueAt <= at;
    if (this.ended || isDue) return;
    this.#cancelTimer?.();
    this.#dueAt = at;
    this.#cancelTimer = this.#clock.after(at - now, () => void this.#send());
  }

  /** Sends changed rows, then the state from before, which covers no row that changed meanwhile. */
  async #send(): Promise<void> {
    this.#dueAt = Infinity;
    this.#sentAt = this.#clock.now();
    // A hidden page gets all rows when it is shown.
    if (this.#page.visible) {
      this.#sendIn(this.#sending ? 0 : AGE_MS);
      void this.portfolio?.week.follow();
      if (this.#sending) return;
    }
    const state = this.#stateNow();
    if (!this.#page.visible || (await this.#sendChanged())) this.#show(state);
  }

  /** Resolves with false if other rows are sent instead, or the tab was closed. */
  async #sendChanged(): Promise<boolean> {
    const { keys, all } = this.portfolio?.rows.takeChanged() ?? { keys: [], all: false };
    return all || keys.length > 0 ? this.#sendRows(keys, all) : true;
  }

  /**
   * Sends rows in as many messages as they need. What changes meanwhile is sent after that.
   * @param first whether the page drops its earlier rows first.
   * @returns false if a later call or `end` has stopped it.
   */
  async #sendRows(keys: readonly string[], first: boolean): Promise<boolean> {
    const sending = Symbol();
    this.#sending = sending;
    for (let from = 0; from === 0 || from < keys.length; from += ROWS_AT_A_TIME) {
      const rows: PortfolioRow[] = [];
      let begun = slices.now();
      for (const key of keys.slice(from, from + ROWS_AT_A_TIME)) {
        if (slices.now() - begun >= SLICE_MS) {
          await slices.pause();
          if (this.#sending !== sending || this.ended) return false;
          begun = slices.now();
        }
        const row = this.portfolio?.row(key);
        if (row) rows.push(row);
      }
      this.#page.notify({ type: 'rows', first: first && from === 0, rows });
      await slices.pause();
      if (this.#sending !== sending || this.ended) return false;
    }
    this.#sending = undefined;
    if (keys.length > 0) this.sendSoon();
    return true;
  }
}
