import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { SAMPLE } from '../../connection/activeConnection.ts';
import type { Recoverable } from '../../connection/recoverable.ts';
import type { Project } from '../../core/model/model.ts';
import { slices } from '../../editor/slices.ts';
import { type PanelType, StatePanel } from '../../editor/statePanel.ts';
import type {
  FromPortfolio,
  PortfolioRow,
  PortfolioState,
  ToPortfolio,
  Trend,
} from '../../protocol/portfolio.ts';
import { actOnRows, projectsOf } from './chosenProjects.ts';
import { Portfolio, type PortfolioParts } from './portfolio.ts';

/** The least time between two batches of rows: the page sorts and paints after each. */
const BETWEEN_MS = 250;
/** The page says how old the counts are, so it gets its state again after this time. */
const AGE_MS = 30_000;
/** Rows of a message when the page has loaded: a few milliseconds of work each, without paces. */
const ROWS_AT_A_TIME = 1_000;
/** Rows with a pace read the history of their project, so other work is done in between. */
const SLICE_MS = 10;

/** The tab of the portfolio. When another account is used, it starts over with its projects. */
export class PortfolioPanel implements vscode.Disposable, Recoverable {
  readonly #parts: Omit<PortfolioParts, 'onChange'>;
  readonly #panel: StatePanel<
    PortfolioState,
    FromPortfolio,
    Exclude<ToPortfolio, { type: 'state' }>
  >;
  readonly #subscriptions: readonly vscode.Disposable[];
  /** Whether the sign-in was looked up. */
  #isKnown = false;
  #portfolio: Portfolio | undefined;
  /** The account of the numbers; `undefined` until somebody was signed in. */
  #account: string | undefined;
  #due: (() => void) | undefined;
  #dueAt = Infinity;
  #sentAt = -Infinity;
  /** Identifies the sending of all rows that is under way. */
  #sending: symbol | undefined;
  #closed = false;

  /** @param onClose called once, however the tab is closed. */
  constructor(
    type: PanelType<FromPortfolio>,
    tab: vscode.WebviewPanel,
    parts: Omit<PortfolioParts, 'onChange'>,
    onClose: () => void,
  ) {
    this.#parts = parts;
    const { session } = parts;
    this.#panel = new StatePanel(
      type,
      tab,
      (message) => this.#act(message),
      () => {
        this.#end();
        onClose();
      },
      () => {
        this.#sendAll();
      },
    );
    this.#subscriptions = [
      session.onDidChange(() => {
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.connections')) this.#sendIn(0);
        if (!event.affectsConfiguration('mintscope.stallMinutes')) return;
        this.#portfolio?.rows.touchAll();
        this.#sendIn(0);
      }),
    ];
    this.#showState();
    void session.ready().then(() => {
      this.#isKnown = true;
      this.#follow();
    });
  }

  get failed(): boolean {
    return this.#portfolio?.failed === true;
  }

  get busy(): boolean {
    return ['list', 'stats'].includes(this.#portfolio?.phase ?? '');
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  /** Goes on where an outage stopped it. Resolves at once: the rest may take minutes. */
  retry(): Promise<void> {
    this.#portfolio?.resume();
    return Promise.resolve();
  }

  /** Brings the tab to the front. Counts that have become old are read again. */
  reveal(): void {
    this.#panel.reveal(false);
    if (this.#portfolio?.phase === 'done') this.#portfolio.resume();
  }

  get account(): string | undefined {
    return this.#account;
  }

  projectsOf(keys: readonly string[]): readonly Project[] {
    return projectsOf(this.#portfolio, keys);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #end(): void {
    this.#closed = true;
    this.#due?.();
    this.#portfolio?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #state(): PortfolioState {
    if (this.#portfolio) return this.#portfolio.state;
    const { session } = this.#parts;
    const none = { sample: false, listed: 0 };
    if (!this.#isKnown) return { ...none, phase: 'list' };
    const problem: PortfolioState['problem'] = session.failure
      ? { message: session.failure.message, action: 'retry' }
      : { message: l10n.t('Sign in to see the counts of your projects.'), action: 'signIn' };
    return { ...none, phase: 'stopped', problem };
  }

  /** Follows the connection in use. */
  #follow(): void {
    if (this.#closed) return;
    const { session } = this.#parts;
    const { current } = session;
    if (current && current === this.#portfolio?.connection) return;
    const account = this.#account;
    const earlier = current?.account === account ? this.#portfolio : undefined;
    this.#portfolio?.dispose();
    this.#portfolio = undefined;
    if (!current && account === SAMPLE) {
      this.dispose();
      return;
    }
    if (current) {
      this.#account = current.account;
      const onChange = () => {
        this.#sendIn(0);
      };
      this.#portfolio = new Portfolio(current, { ...this.#parts, onChange }, earlier);
    }
    this.#sendAll();
  }

  /** Sends what has changed after `ms`, and not before `BETWEEN_MS` since the last time. */
  #sendIn(ms: number): void {
    const { clock } = this.#parts;
    const now = clock.now();
    // The clock may have been set back since.
    const wait = Math.min(BETWEEN_MS, this.#sentAt + BETWEEN_MS - now);
    const at = now + Math.max(ms, wait);
    // If the clock was set forward or the machine slept, an earlier one would come later than this.
    const isDue = this.#dueAt >= now && this.#dueAt <= at;
    if (this.#closed || isDue) return;
    this.#due?.();
    this.#dueAt = at;
    this.#due = clock.after(at - now, () => void this.#send());
  }

  #showState(): void {
    this.#panel.show(this.#state, l10n.t('Portfolio'));
  }

  /** Sends the rows before the state, because the state says that they are read. */
  async #send(): Promise<void> {
    this.#dueAt = Infinity;
    this.#sentAt = this.#parts.clock.now();
    // A hidden page gets all rows when it is shown.
    if (this.visible) {
      this.#sendIn(this.#sending ? 0 : AGE_MS);
      void this.#portfolio?.week.follow();
      if (this.#sending) return;
      await this.#sendChanged();
      if (this.#closed) return;
    }
    this.#showState();
  }

  async #sendChanged(): Promise<void> {
    if (!this.#portfolio) return;
    const { keys, all } = this.#portfolio.rows.takeChanged();
    if (all || keys.length > 0) await this.#sendRows(keys, all);
  }

  /** Sends the state and all rows. */
  #sendAll(): void {
    this.#showState();
    const rows = this.#portfolio?.rows;
    rows?.takeChanged();
    void this.#sendRows([...(rows?.projects.keys() ?? [])], true);
  }

  /**
   * Sends rows in as many messages as they need. Changes meanwhile are sent after that.
   * @param first whether the page is to forget its rows.
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
          if (this.#sending !== sending || this.#closed) return;
          begun = slices.now();
        }
        const row = this.#portfolio?.row(key);
        if (row) rows.push(row);
      }
      this.#panel.notify({ type: 'rows', first: first && from === 0, rows });
      await slices.pause();
      if (this.#sending !== sending || this.#closed) return;
    }
    this.#sending = undefined;
    if (keys.length > 0) this.#sendIn(0);
  }

  async #sendTrends(keys: readonly string[]): Promise<void> {
    const portfolio = this.#portfolio;
    const trends: Trend[] = [];
    for (const key of keys) {
      const trend = portfolio?.trend(key);
      if (trend) trends.push(trend);
      await slices.pause();
      if (portfolio !== this.#portfolio || this.#closed) return;
    }
    if (trends.length > 0) this.#panel.notify({ type: 'trends', trends });
  }

  async #act(message: FromPortfolio): Promise<void> {
    const { session } = this.#parts;
    const portfolio = this.#portfolio;
    switch (message.type) {
      case 'ready':
        return;
      case 'signIn':
      case 'showLog':
        await vscode.commands.executeCommand(`mintscope.${message.type}`);
        return;
      case 'whatHappened':
        await vscode.commands.executeCommand('mintscope.whatHappened', 'week');
        return;
      case 'resume':
      case 'refresh':
      case 'retry':
        // The user asked for it, so a pause ends.
        session.probeNow();
        if (portfolio) this.#goOn(portfolio, message);
        else await session.reload();
        return;
      case 'trends':
        await this.#sendTrends(message.keys);
        return;
      case 'pause':
        portfolio?.pause();
        return;
      case 'cancel':
        portfolio?.cancel();
        return;
      case 'open':
      case 'watch':
      case 'stopWatching':
      case 'compare':
      case 'copy':
      case 'export': {
        const text = await actOnRows(portfolio, message);
        if (text !== undefined) this.#panel.notify({ type: 'said', text });
      }
    }
  }

  #goOn(
    portfolio: Portfolio,
    message: Extract<FromPortfolio, { type: 'resume' | 'refresh' | 'retry' }>,
  ): void {
    if (message.type === 'resume') portfolio.resume();
    else if (message.type === 'refresh') portfolio.refresh();
    else portfolio.retry(message.keys);
  }
}
