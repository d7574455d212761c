import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import { plural } from '../../core/base/format.ts';
import { Later } from '../../core/base/later.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { nowWatchedWords } from '../../core/messages/watchMessages.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { Slice } from '../../editor/slices.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { otherSignInWords } from '../../rows/panelProblems.ts';
import { type PanelType, StatePanel } from '../../rows/statePanel.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import { COLUMNS, plainOf } from './columns.ts';
import type { FromPortfolio, PortfolioRow, PortfolioState, ToPortfolio } from './messages.ts';
import { Portfolio, type PortfolioParts } from './portfolio.ts';
import { portfolioRow } from './portfolioRow.ts';

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
        this.#hasEnded = true;
        this.#due.cancel();
        this.#portfolio?.dispose();
        for (const subscription of this.#subscriptions) subscription.dispose();
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
        if (event.affectsConfiguration('mintscope.stallMinutes')) this.#portfolio?.resendAll();
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

  /** The account of the numbers; `undefined` while there are none. */
  get account(): string | undefined {
    return this.#portfolio?.connection.account;
  }

  /** Continues where an outage stopped it. Resolves at once, because the rest may take minutes. */
  retry(): Promise<void> {
    this.continue();
    return Promise.resolve();
  }

  /** Reads what is missing or old. */
  continue(): void {
    this.#portfolio?.continue();
  }

  /** The projects with these keys that are still in the portfolio. */
  projectsOf(keys: readonly string[]): readonly Project[] {
    return [...new Set(keys)].flatMap((key) => this.#portfolio?.projects.get(key) ?? []);
  }

  dispose(): void {
    this.#panel.dispose();
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
      this.#portfolio = new Portfolio(current, {
        ...this.#parts,
        isSeen: () => this.visible && vscode.window.state.focused,
        onChange: () => {
          if (!this.#hasEnded) this.#due.soon(0);
        },
      });
    }
    this.#sendAll();
  }

  #show(state: PortfolioState): void {
    this.#panel.show(state, l10n.t('Portfolio'));
  }

  /** Sends the state and all rows. */
  #sendAll(): void {
    this.#show(this.#state);
    this.#portfolio?.resendAll();
    void this.#sendRows();
  }

  /** Sends changed rows, then the state from before, which covers no row that changed meanwhile. */
  async #send(): Promise<void> {
    const state = this.#state;
    // A hidden page gets all rows when it is shown. What has changed since is sent at the end of that.
    if (this.visible && (this.#sending || !(await this.#sendRows()))) return;
    this.#show(state);
  }

  /**
   * Sends changed rows in as many messages as they need, in the order of the list, because the page
   * adds new rows at its end. What changes meanwhile is sent after that.
   * @returns false if a later call or the end of the panel has stopped it.
   */
  async #sendRows(): Promise<boolean> {
    const sending = Symbol();
    this.#sending = sending;
    const portfolio = this.#portfolio;
    const due = [...(portfolio?.due ?? [])];
    let isFirst = due.length === (portfolio?.projects.size ?? 0);
    let rows: PortfolioRow[] = [];
    const send = () => {
      if (isFirst || rows.length > 0) this.#panel.notify({ type: 'rows', first: isFirst, rows });
      rows = [];
      isFirst = false;
    };
    const slice = new Slice();
    for (const key of due) {
      // To build a row with a pace, the history of the project is read.
      if (slice.isOver || rows.length === ROWS_AT_A_TIME) {
        if (rows.length === ROWS_AT_A_TIME) send();
        await slice.next();
        if (this.#sending !== sending || this.#hasEnded) return false;
      }
      const project = portfolio?.projects.get(key);
      if (!portfolio || !project) continue;
      const row = portfolioRow(portfolio.connection, project);
      portfolio.due.delete(key);
      portfolio.noteMoving(key, row.minting);
      rows.push(row);
    }
    send();
    this.#sending = undefined;
    if (due.length > 0) {
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
        await vscode.commands.executeCommand('mintscope.whatHappened');
        return;
      case 'stop':
        portfolio?.stop();
        return;
      case 'continue':
      case 'refresh':
      case 'retry':
        // The user requests it, so a pause of requests ends.
        session.probeNow();
        if (!portfolio) await session.retry();
        else if (message.type === 'continue') portfolio.continue();
        else if (message.type === 'refresh') portfolio.refresh();
        else this.#say(await portfolio.retry(message.keys));
        return;
      case 'open':
      case 'watch':
      case 'stopWatching':
      case 'compare':
      case 'copy':
      case 'export':
        if (portfolio) this.#say(await this.#actOnRows(portfolio, message));
    }
  }

  /** Leaves out rows that are gone. Resolves with what was done, in words, if the page is to say it. */
  async #actOnRows(
    portfolio: Portfolio,
    message: Extract<
      FromPortfolio,
      { type: 'open' | 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export' }
    >,
  ): Promise<string | undefined> {
    const projects = this.projectsOf(message.type === 'open' ? [message.key] : message.keys);
    const [first] = projects;
    if (!first) return undefined;
    const ref = projectRef(first);
    /** Resolves with how many projects the command has changed; `undefined` if it failed. */
    const run = (command: string, ...args: unknown[]) =>
      vscode.commands.executeCommand<number | undefined>(`mintscope.${command}`, ...args);
    switch (message.type) {
      case 'open':
        await run('openStats', ref ? formatRef(ref) : first);
        return undefined;
      case 'watch': {
        const count = await run('watchProject', first, projects);
        return count === undefined ? undefined : nowWatchedWords(count);
      }
      case 'stopWatching':
        return stoppedWords(await run('stopWatching', first, projects));
      case 'compare':
        await run('compareProgress', first, projects);
        return undefined;
      case 'copy':
        return copyRows(portfolio, projects);
      case 'export': {
        const reader = readerOf(portfolio.connection);
        const rows = projects.map((project) => {
          const itsRef = projectRef(project);
          return { project, last: itsRef && reader.last(itsRef) };
        });
        await run('exportProjects', new CountedProjects(portfolio.connection.account, rows));
        return undefined;
      }
    }
  }

  #say(text: string | undefined): void {
    if (text !== undefined) this.#panel.notify({ type: 'said', text });
  }
}

function stoppedWords(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return l10n.t('None of them was watched');
  return plural(
    count,
    l10n.t('{0} project is no longer watched | {0} projects are no longer watched'),
  );
}

/** Copies all columns of these projects as a Markdown table. Resolves with what was copied, in words. */
async function copyRows({ connection }: Portfolio, projects: readonly Project[]): Promise<string> {
  const now = systemClock.now();
  const lines = projects.map((project) => {
    const row = portfolioRow(connection, project);
    return COLUMNS.map((column) => String(plainOf(column, row, now)));
  });
  const header = COLUMNS.map(({ heading }) => heading());
  await vscode.env.clipboard.writeText(markdownTable(header, lines));
  return plural(lines.length, l10n.t('{0} project copied | {0} projects copied'));
}
