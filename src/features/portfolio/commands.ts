import * as l10n from '@vscode/l10n';
import { connected } from '../../connection/connected.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import type { RowPanels, RowTab } from '../../rows/rowPanel.ts';
import { TO_STAY } from '../../rows/rowTabs.ts';
import { isRowMenu } from './messages.ts';
import { PortfolioPanel } from './portfolioPanel.ts';

export function portfolioCommands(panels: RowPanels, projects: PagedList<Project>) {
  const handlers = {
    'mintscope.openPortfolio': () =>
      connected(panels.session, () => {
        panels.session.probeNow();
        return panels.open({ kind: 'portfolio' }, l10n.t('Portfolio'), TO_STAY);
      }),
  } satisfies Handlers;
  /**
   * The project that a menu in the portfolio was opened on, and all projects that the menu applies
   * to, without those that are gone or of another account; `undefined` for anything but such a menu.
   */
  const calledOn = (menu: unknown) => {
    if (!isRowMenu(menu)) return undefined;
    const all = panels.all.filter((panel) => panel instanceof PortfolioPanel);
    const current = all.find(({ account }) => account === menu.service);
    return { row: current?.projectsOf([menu.key])[0], selected: current?.projectsOf(menu.keys) };
  };
  const show = (tab: RowTab) => new PortfolioPanel(panels, tab, projects);
  return { handlers, show, calledOn };
}
