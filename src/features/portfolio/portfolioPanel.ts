import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import { SLICE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { Project } from '../../core/model/model.ts';
import { slices } from '../../editor/slices.ts';
import { otherSignInWords } from '../../rows/panelProblems.ts';
import { type PanelType, StatePanel } from '../../rows/statePanel.ts';
import type { FromPortfolio, PortfolioRow, PortfolioState, ToPortfolio } from './messages.ts';
import { actOnRows, projectsOf } from './chosenProjects.ts';
import { Portfolio, type PortfolioParts } from './portfolio.ts';

/** The least time between two batches of rows: the page sorts and paints after each. */
const BETWEEN_MS = 250;
/** The most rows of a message: to send them takes a few milliseconds. */
const ROWS_AT_A_TIME = 500;

interface PortfolioPanelParts extends Pick<PortfolioParts, 'session' | 'projects'> {
  /** Whether the address of the tab belongs to this account. */
  readonly isOwn: (account: string) => boolean;
}

/** A tab that shows the portfolio. Its page gets rows in batches, and only what has changed. */
export class PortfolioPanel implements vscode.Disposable, Recoverable {
  readonly #parts: PortfolioPanelParts;
  readonly #panel: StatePanel<
    PortfolioState,
    FromPortfolio,
    Exclude<ToPortfolio, { type: 'state' }>
  >;
  /** Sends what has changed. */
  readonly #due: Later;
  readonly #subscriptions: readonly vscode.Disposable[];
  #portfolio: Portfolio | undefined;
  /** Identifies the sending of rows that is under way. */
  #sending: symbol | undefined;
  #isSignInLookedUp = false;
  #hasEnded = false;

  /** @param onClose called once, however the tab is closed. */
  constructor(
    type: PanelType<FromPortfolio>,
    tab: vscode.WebviewPanel,
    parts: PortfolioPanelParts,
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
    this.#due = new Later(session.clock, () => void this.#send(), BETWEEN_MS);
    const followMoving = () => this.#portfolio?.followMoving();
    this.#subscriptions = [
      tab.onDidChangeViewState(followMoving),
      vscode.window.onDidChangeWindowState(followMoving),
      session.onDidChange(() => {
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.stallMinutes')) return;
        this.#portfolio?.rows.noteAllChanged();
        this.#due.soon(0);
      }),
    ];
    this.#show(this.#state);
    void session.ready().then(() => {
      this.#isSignInLookedUp = true;
      this.#follow();
    });
  }

  get failed(): boolean {
    return this.#portfolio?.failed === true;
  }

  get busy(): boolean {
    return this.#portfolio?.isReading === true;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  /** Continues where an outage stopped it. Resolves at once, because the rest may take minutes. */
  retry(): Promise<void> {
    this.#portfolio?.continue();
    return Promise.resolve();
  }

  /** Reads what is missing or old. */
  continue(): void {
    this.#portfolio?.continue();
  }

  /** The account of the numbers; `undefined` while there are none. */
  get account(): string | undefined {
    return this.#portfolio?.connection.account;
  }

  projectsOf(keys: readonly string[]): readonly Project[] {
    return projectsOf(this.#portfolio, keys);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#due.cancel();
    this.#portfolio?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #state(): PortfolioState {
    if (this.#portfolio) return this.#portfolio.state;
    const { session } = this.#parts;
    const none = { sample: false, listed: 0 };
    if (!this.#isSignInLookedUp) return { ...none, phase: 'list' };
    if (session.failure) {
      const problem = { message: session.failure.message, action: 'retry' } as const;
      return { ...none, phase: 'stopped', problem };
    }
    const message = session.current
      ? otherSignInWords()
      : l10n.t('Sign in to see the counts of your projects.');
    return { ...none, phase: 'stopped', problem: { message, action: 'signIn' } };
  }

  /** Replaces the portfolio if the connection has changed. */
  #follow(): void {
    if (this.#hasEnded) return;
    const { session, isOwn } = this.#parts;
    const { current } = session;
    if (current && current === this.#portfolio?.connection) return;
    this.#portfolio?.dispose();
    this.#portfolio = undefined;
    if (current && isOwn(current.account)) {
      const parts: PortfolioParts = {
        ...this.#parts,
        isSeen: () => this.visible && vscode.window.state.focused,
        onChange: () => {
          if (!this.#hasEnded) this.#due.soon(0);
        },
      };
      this.#portfolio = new Portfolio(current, parts);
    }
    this.#sendAll();
  }

  #show(state: PortfolioState): void {
    this.#panel.show(state, l10n.t('Portfolio'));
  }

  /** Sends the state and all rows. */
  #sendAll(): void {
    this.#show(this.#state);
    this.#portfolio?.rows.startOver();
    void this.#sendRows();
  }

  /** Sends changed rows, then the state from before, which covers no row that changed meanwhile. */
  async #send(): Promise<void> {
    const state = this.#state;
    // A hidden page gets all rows when it is shown.
    if (this.visible) {
      // What has changed since is sent at the end of that.
      if (this.#sending || !(await this.#sendRows())) return;
    }
    this.#show(state);
  }

  /**
   * Sends changed rows in as many messages as they need. What changes meanwhile is sent after that.
   * @returns false if a later call or the end of the panel has stopped it.
   */
  async #sendRows(): Promise<boolean> {
    const sending = Symbol();
    this.#sending = sending;
    const portfolio = this.#portfolio;
    const { keys, all } = portfolio?.rows.takeChanged() ?? { keys: [], all: true };
    let rows: PortfolioRow[] = [];
    let isFirst = all;
    const send = () => {
      this.#panel.notify({ type: 'rows', first: isFirst, rows });
      rows = [];
      isFirst = false;
    };
    let begun = slices.now();
    for (const key of keys) {
      // To build a row with a pace, the history of the project is read.
      if (slices.now() - begun >= SLICE_MS || rows.length === ROWS_AT_A_TIME) {
        if (rows.length === ROWS_AT_A_TIME) send();
        await slices.pause();
        if (this.#sending !== sending || this.#hasEnded) return false;
        begun = slices.now();
      }
      const row = portfolio?.row(key);
      if (row) rows.push(row);
    }
    if (isFirst || rows.length > 0) send();
    this.#sending = undefined;
    if (keys.length > 0) {
      portfolio?.followMoving();
      this.#due.soon(0);
    }
    return true;
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
      case 'continue':
      case 'refresh':
      case 'retry':
        // The user requests it, so a pause of requests ends.
        session.probeNow();
        if (portfolio) await this.#read(portfolio, message);
        else await session.retry();
        return;
      case 'stop':
        portfolio?.stop();
        return;
      case 'open':
      case 'watch':
      case 'stopWatching':
      case 'compare':
      case 'copy':
      case 'export':
        this.#say(await actOnRows(portfolio, message));
    }
  }

  async #read(
    portfolio: Portfolio,
    message: Extract<FromPortfolio, { type: 'continue' | 'refresh' | 'retry' }>,
  ): Promise<void> {
    if (message.type === 'continue') portfolio.continue();
    else if (message.type === 'refresh') portfolio.refresh();
    else this.#say(await portfolio.retry(message.keys));
  }

  #say(text: string | undefined): void {
    if (text !== undefined) this.#panel.notify({ type: 'said', text });
  }
}
