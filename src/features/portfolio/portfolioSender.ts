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
/** Rows of a message when the page has loaded: a few milliseconds of work each, without paces. */
const ROWS_AT_A_TIME = 1_000;
/** Rows with a pace read the history of their project, so other work is done in between. */
const SLICE_MS = 10;

/** Sends the state and the rows of a portfolio to its page, in batches and only what has changed. */
export class PortfolioSender {
  portfolio: Portfolio | undefined;
  ended = false;
  readonly #page: PortfolioPage;
  readonly #clock: Clock;
  readonly #stateNow: () => PortfolioState;
  #cancel: (() => void) | undefined;
  #dueAt = Infinity;
  #sentAt = -Infinity;
  /** Identifies the sending of rows that is under way. */
  #sending: symbol | undefined;

  constructor(page: PortfolioPage, clock: Clock, stateNow: () => PortfolioState) {
    this.#page = page;
    this.#clock = clock;
    this.#stateNow = stateNow;
  }

  sendSoon(): void {
    this.#sendIn(0);
  }

  sendState(): void {
    this.#page.show(this.#stateNow(), l10n.t('Portfolio'));
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
    this.#cancel?.();
  }

  /** Sends what has changed after `ms`, and not before `BETWEEN_MS` since the last time. */
  #sendIn(ms: number): void {
    const now = this.#clock.now();
    // The clock may have been set back since.
    const wait = Math.min(BETWEEN_MS, this.#sentAt + BETWEEN_MS - now);
    const at = now + Math.max(ms, wait);
    // If the clock was set forward or the machine slept, a timer that was set earlier would fire
    // later than this one.
    const isDue = this.#dueAt >= now && this.#dueAt <= at;
    if (this.ended || isDue) return;
    this.#cancel?.();
    this.#dueAt = at;
    this.#cancel = this.#clock.after(at - now, () => void this.#send());
  }

  /** Sends the rows before the state, because the state says that they are read. */
  async #send(): Promise<void> {
    this.#dueAt = Infinity;
    this.#sentAt = this.#clock.now();
    // A hidden page gets all rows when it is shown.
    if (this.#page.visible) {
      this.#sendIn(this.#sending ? 0 : AGE_MS);
      void this.portfolio?.week.follow();
      if (this.#sending) return;
      await this.#sendChanged();
      if (this.ended) return;
    }
    this.sendState();
  }

  async #sendChanged(): Promise<void> {
    const { keys, all } = this.portfolio?.rows.takeChanged() ?? { keys: [], all: false };
    if (all || keys.length > 0) await this.#sendRows(keys, all);
  }

  /**
   * Sends rows in as many messages as they need. Changes meanwhile are sent after that.
   * @param first whether the page drops its earlier rows.
   */
  async #sendRows(keys: readonly string[], first: boolean): Promise<void> {
    const sending = Symbol();
    this.#sending = sending;
    for (let from = 0; from === 0 || from < keys.length; from += ROWS_AT_A_TIME) {
      const rows: PortfolioRow[] = [];
      let begun = slices.now();
      for (const key of keys.slice(from, from + ROWS_AT_A_TIME)) {
        if (slices.now() - begun >= SLICE_MS) {
          await slices.pause();
          if (this.#sending !== sending || this.ended) return;
          begun = slices.now();
        }
        const row = this.portfolio?.row(key);
        if (row) rows.push(row);
      }
      this.#page.notify({ type: 'rows', first: first && from === 0, rows });
      await slices.pause();
      if (this.#sending !== sending || this.ended) return;
    }
    this.#sending = undefined;
    if (keys.length > 0) this.sendSoon();
  }
}
