import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { openTab } from '../../editor/statePanel.ts';
import { isFromPortfolio, isRowMenu } from './messages.ts';
import { PortfolioPanel } from './portfolioPanel.ts';

/**
 * The command that opens the portfolio, and what restores its tab. A window has one at most.
 * @param closing aborts when the window closes or the extension host restarts.
 */
export function portfolioCommands(
  session: Session,
  projects: PagedList<Project>,
  extensionUri: vscode.Uri,
  closing: AbortSignal,
) {
  const type = {
    viewType: 'mintscope.portfolio',
    page: 'portfolio',
    extensionUri,
    stylesheet: 'portfolio.css',
    isMessage: isFromPortfolio,
  };
  let panel: PortfolioPanel | undefined;
  /** @param tab a restored one, closed if the portfolio is open; without it, a tab is opened. */
  const show = (tab?: vscode.WebviewPanel) => {
    if (closing.aborted || panel) {
      tab?.dispose();
      panel?.reveal();
      return;
    }
    const onClose = () => {
      panel = undefined;
    };
    const parts = { session, projects };
    panel = new PortfolioPanel(type, tab ?? openTab(type, l10n.t('Portfolio'), {}), parts, onClose);
  };
  closing.addEventListener('abort', () => panel?.dispose(), { once: true });
  const handlers = {
    'mintscope.openPortfolio': () =>
      connected(session, () => {
        session.probeNow();
        show();
        return Promise.resolve();
      }),
  } satisfies Handlers;
  /** The open portfolio, which shows outages and recovers from them. */
  const surfaces = (): readonly Recoverable[] => (panel ? [panel] : []);
  /**
   * The project that a menu in the portfolio was opened on, and all projects that the menu applies
   * to, without those that are gone or of another account; `undefined` for anything but such a menu.
   */
  const calledOn = (menu: unknown) => {
    if (!isRowMenu(menu)) return undefined;
    const current = panel?.account === menu.service ? panel : undefined;
    return { row: current?.projectsOf([menu.key])[0], selected: current?.projectsOf(menu.keys) };
  };
  return { handlers, restore: show, surfaces, calledOn };
}
