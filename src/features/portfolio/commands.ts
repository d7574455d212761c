import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import type { PlaceOf } from '../../rows/address.ts';
import type { RowTab } from '../../rows/rowPanels.ts';
import { openResource } from '../../rows/rowTabs.ts';
import { isFromPortfolio, isRowMenu } from './messages.ts';
import { PortfolioPanel } from './portfolioPanel.ts';

interface PortfolioCommandParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  readonly placeOf: PlaceOf;
  readonly extensionUri: vscode.Uri;
}

/**
 * The command that opens the portfolio, and what shows it in an editor.
 * @param closing aborts when the window closes or the extension host restarts.
 */
export function portfolioCommands(
  { session, projects, placeOf, extensionUri }: PortfolioCommandParts,
  closing: AbortSignal,
) {
  const type = {
    page: 'portfolio',
    extensionUri,
    isMessage: isFromPortfolio,
  };
  const panels = new Set<PortfolioPanel>();
  const show = ({ panel: tab, place }: RowTab) => {
    const onClose = () => {
      panels.delete(panel);
    };
    const isOwn = (account: string) => placeOf(account) === place;
    const panel = new PortfolioPanel(type, tab, { session, projects, isOwn }, onClose);
    panels.add(panel);
  };
  closing.addEventListener(
    'abort',
    () => {
      for (const panel of [...panels]) panel.dispose();
    },
    { once: true },
  );
  const handlers = {
    'mintscope.openPortfolio': () =>
      connected(session, async ({ account }) => {
        session.probeNow();
        for (const panel of panels) panel.continue();
        const portfolio = { kind: 'portfolio' } as const;
        const title = l10n.t('Portfolio');
        await openResource(placeOf(account), portfolio, title, { preview: false });
      }),
  } satisfies Handlers;
  /** The open portfolios, which show outages and recover from them. */
  const surfaces = (): readonly Recoverable[] => [...panels];
  /**
   * The project that a menu in the portfolio was opened on, and all projects that the menu applies
   * to, without those that are gone or of another account; `undefined` for anything but such a menu.
   */
  const calledOn = (menu: unknown) => {
    if (!isRowMenu(menu)) return undefined;
    const current = [...panels].find(({ account }) => account === menu.service);
    return { row: current?.projectsOf([menu.key])[0], selected: current?.projectsOf(menu.keys) };
  };
  return { handlers, show, surfaces, calledOn };
}
