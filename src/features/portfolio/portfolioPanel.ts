import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import type { Project } from '../../core/model/model.ts';
import { otherSignInWords } from '../../rows/panelProblems.ts';
import { type PanelType, StatePanel } from '../../rows/statePanel.ts';
import type { FromPortfolio, PortfolioState } from './messages.ts';
import { actOnRows, projectsOf } from './chosenProjects.ts';
import { Portfolio, type PortfolioParts } from './portfolio.ts';
import { type PortfolioPage, PortfolioSender } from './portfolioSender.ts';

interface PortfolioPanelParts extends Pick<PortfolioParts, 'session' | 'projects'> {
  /** Whether the address of the tab belongs to this account. */
  readonly isOwn: (account: string) => boolean;
}

/** A tab that shows the portfolio. */
export class PortfolioPanel implements vscode.Disposable, Recoverable {
  readonly #parts: PortfolioPanelParts;
  readonly #panel: PortfolioPage;
  readonly #sender: PortfolioSender;
  readonly #subscriptions: readonly vscode.Disposable[];
  #isSignInLookedUp = false;

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
        this.#sender.sendAll();
      },
    );
    this.#sender = new PortfolioSender(this.#panel, session.clock, () => this.#state);
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
        this.#sender.sendSoon();
      }),
    ];
    this.#sender.sendState();
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
    this.#sender.end();
    this.#portfolio?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #portfolio(): Portfolio | undefined {
    return this.#sender.portfolio;
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
    if (this.#sender.ended) return;
    const { session, isOwn } = this.#parts;
    const { current } = session;
    if (current && current === this.#portfolio?.connection) return;
    this.#portfolio?.dispose();
    this.#sender.portfolio = undefined;
    if (current && isOwn(current.account)) {
      const parts: PortfolioParts = {
        ...this.#parts,
        isSeen: () => this.visible && vscode.window.state.focused,
        onChange: () => {
          this.#sender.sendSoon();
        },
      };
      this.#sender.portfolio = new Portfolio(current, parts);
    }
    this.#sender.sendAll();
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
