import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { openTab } from '../../editor/statePanel.ts';
import { isFromPortfolio, isRowMenu } from '../../protocol/portfolio.ts';
import { PortfolioPanel } from './portfolioPanel.ts';

/**
 * The command that opens the portfolio, and what restores its tab. A window has one.
 * @param closing aborts when the window closes.
 */
export function portfolioCommands(
  session: Session,
  projects: PagedList<Project>,
  extensionUri: vscode.Uri,
  closing: AbortSignal,
) {
  const type = {
    viewType: 'mintscope.portfolio',
    extensionUri,
    stylesheet: 'portfolio.css',
    isMessage: isFromPortfolio,
  };
  let open: PortfolioPanel | undefined;
  /** @param tab a restored one; without it, one is opened if none is open. */
  const show = (tab?: vscode.WebviewPanel) => {
    if (closing.aborted || open) {
      tab?.dispose();
      open?.reveal();
      return;
    }
    const onClose = () => {
      open = undefined;
    };
    const parts = { session, projects };
    open = new PortfolioPanel(type, tab ?? openTab(type, l10n.t('Portfolio'), {}), parts, onClose);
  };
  closing.addEventListener('abort', () => open?.dispose(), { once: true });
  const handlers = {
    'mintscope.openPortfolio': () =>
      connected(session, () => {
        session.probeNow();
        show();
        return Promise.resolve();
      }),
  } satisfies Handlers;
  /** What may show an outage. */
  const surfaces = (): readonly Recoverable[] => (open ? [open] : []);
  /**
   * The project that a menu in the portfolio was opened on, and all projects that the menu applies
   * to; none if it is gone, or if another account is in use by now.
   */
  const calledOn = (menu: unknown) => {
    if (!isRowMenu(menu)) return undefined;
    const used = open?.account === menu.service ? open : undefined;
    return { row: used?.projectsOf([menu.key])[0], selected: used?.projectsOf(menu.keys) };
  };
  return { handlers, restore: show, surfaces, calledOn };
}
