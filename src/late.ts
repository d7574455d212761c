import * as vscode from 'vscode';
import type { Catalog } from './connection/catalog.ts';
import type { Session } from './connection/session.ts';
import { isProject, type ProjectRef } from './core/model/model.ts';
import { unseenProject } from './core/model/projectRef.ts';
import type { AllHandlers } from './editor/commandRegistry.ts';
import type { ToolDefinition } from './editor/lateRegistry.ts';
import type { Log } from './editor/log.ts';
import { registerOptional } from './editor/optionalApi.ts';
import { arrangeCommands } from './features/arrange/commands.ts';
import { AttentionView } from './features/attention/attentionView.ts';
import { attentionCommands } from './features/attention/commands.ts';
import { collectionPanels } from './features/collections/collectionPanels.ts';
import { comparePanels } from './features/compare/comparePanel.ts';
import { copyCommands } from './features/copy/commands.ts';
import { doctorCommands } from './features/doctor/commands.ts';
import { exportCommands } from './features/export/commands.ts';
import { findCommands, rowFinder } from './features/find/commands.ts';
import { happenedCommands } from './features/happened/commands.ts';
import { registerHovers } from './features/hovers/rowHovers.ts';
import { jsonCommands } from './features/json/commands.ts';
import { keptDataCommands } from './features/keptData/commands.ts';
import { linkCommands } from './features/links/commands.ts';
import { changeCommands } from './features/lists/changes.ts';
import { listCommands } from './features/lists/commands.ts';
import { portfolioCommands } from './features/portfolio/commands.ts';
import { showProgressInRows } from './features/progress/rowProgress.ts';
import { RowsInSight } from './features/progress/rowsInSight.ts';
import { keepFresh } from './features/refresh/autoRefresh.ts';
import { Recovery } from './features/refresh/recovery.ts';
import { followStatuses } from './features/refresh/statuses.ts';
import { sessionCommands } from './features/signIn/commands.ts';
import { showConnection } from './features/signIn/statusItem.ts';
import { openDeepLink } from './features/stats/deepLink.ts';
import { statsPanels } from './features/stats/statsPanel.ts';
import { agentTool } from './features/tools/agentTools.ts';
import { watchCommands } from './features/watch/commands.ts';
import { Watching } from './features/watch/watching.ts';
import { isServiceRow } from './lists/index.ts';
import { followFailures } from './stats/failures.ts';
import { addressOf, placesIn } from './rows/address.ts';
import { Reports } from './rows/reports.ts';
import { RowPanels } from './rows/rowPanel.ts';
import { addressInFront, closeTabsOfOthers, type OpenRow, TO_STAY } from './rows/rowTabs.ts';
import { rowOf, rowTexts } from './rows/rowTexts.ts';
import type { Targets, Views } from './views/commandTargets.ts';
import { FrontTab } from './views/frontTab.ts';
import type { ProjectsArranger } from './views/tree/projectsArranger.ts';
import { rowTooltip } from './views/tooltips.ts';

interface Parts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly arranger: ProjectsArranger;
  readonly views: Views;
  /** Reports that the text of a row has changed. */
  readonly resources: { readonly announce: (uri: vscode.Uri) => void };
  readonly workspaceState: vscode.Memento;
  readonly memory: vscode.Memento;
  /** The extension's folder, which holds the scripts and styles of panels. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export type Late = ReturnType<typeof startLate>;

/**
 * Builds everything that is not needed to show the rows seen last. Called once in a window: for the
 * first command, panel, text, link, tool or hover, or a moment after a connection is found.
 */
export function startLate(parts: Parts) {
  const { session, catalog, arranger, views, resources } = parts;
  const { workspaceState, memory, extensionUri, log } = parts;
  const { projects, collections } = catalog;
  /** Aborts when the window closes or the extension host restarts. */
  const closing = new AbortController();
  const { signal } = closing;
  const placeOf = placesIn(memory);
  const reports = new Reports(session);
  const texts = rowTexts({ session, catalog, reports, placeOf, announce: resources.announce });
  const lists = Object.values(catalog);
  const panels = new RowPanels({ session, placeOf, extensionUri, lists });
  const ofStats = statsPanels(panels, projects);
  const ofCollections = collectionPanels(panels, collections);
  const comparisons = comparePanels(panels, projects);
  const portfolio = portfolioCommands(panels, projects);
  const watching = new Watching({ session, projects, paintNow: views.projects.tree.paintNow });
  const unlisted = () => [
    ...watching.watched.map(({ ref, name }) => unseenProject(ref, { name: name || undefined })),
    ...ofStats.projects(),
  ];
  const isSeen = () => views.projects.visible || attentionView.visible;
  const attentionView: AttentionView = new AttentionView(session, { projects, unlisted, isSeen });
  const isOwn = (place: string) => panels.isOf(session.account, place);
  const rowAt = (uri: vscode.Uri | undefined) => rowOf(uri, catalog, isOwn, ofStats.projectOf);
  const openRow: OpenRow = (row, opening, ended) =>
    isProject(row)
      ? ofStats.openRow(row, opening, ended)
      : ofCollections.openCollection(row, opening);
  const findRow = rowFinder(session, catalog, views, openRow);
  const front = new FrontTab(views, () => rowAt(addressInFront()));
  const targets: Targets = { session, views, attention: attentionView, front, rowAt, findRow };
  const rowsInSight = new RowsInSight(session, projects, views.projects, attentionView, log);
  const surfaces = () => [...Object.values(views), ...panels.all, rowsInSight];
  const subscriptions: readonly { dispose(): unknown }[] = [
    texts,
    closeTabsOfOthers(session, placeOf),
    panels,
    watching,
    followFailures(session, projects),
    followStatuses(session, projects),
    attentionView,
    views.projects.onDidChangeVisibility(attentionView.look),
    front,
    front.onDidChange(() => {
      const row = front.row();
      if (isServiceRow(row)) watching.see(new Set([row.key]));
    }),
    showConnection(session),
    showProgressInRows(session, views.projects),
    rowsInSight,
    registerOptional(log, 'hovers', () => registerHovers(session, catalog)),
    ...Object.values(views).map((view) => keepFresh(session, view, log)),
    new Recovery(session, surfaces, log),
    session.onDidChange(() => {
      reports.forgetOthers(resources.announce);
    }),
  ];

  const openRef = (ref: ProjectRef) => ofStats.openProject(ref, undefined, TO_STAY);
  const handlers = {
    ...sessionCommands(session),
    ...listCommands(
      session,
      { ...views, attention: attentionView.tree },
      openRow,
      () => {
        rowsInSight.refreshCounts();
        panels.refreshCounts();
        attentionView.attention?.goOn();
      },
      () => {
        attentionView.attention?.stop();
      },
    ),
    ...changeCommands(session, views, workspaceState, openRow),
    ...attentionCommands(session, attentionView, targets),
    ...findCommands(session, openRow, findRow),
    ...arrangeCommands(session, projects, arranger, views.projects),
    ...ofStats.handlers(targets),
    ...ofCollections.handlers(targets),
    ...copyCommands(session, targets),
    ...linkCommands(targets),
    ...jsonCommands(session, targets, panels),
    ...keptDataCommands(session),
    ...watchCommands(session, watching, targets),
    ...exportCommands(session, targets, signal),
    ...portfolio.handlers,
    ...happenedCommands(session, projects, reports, panels, signal),
    ...comparisons.handlers(targets),
    ...doctorCommands(session, log, reports, signal),
    'mintscope.getStarted': () =>
      vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        'mintscope.mintscope#firstSteps',
      ),
    'mintscope.showLog': () => {
      log.show();
    },
  } satisfies AllHandlers;
  const showResource = (uri: vscode.Uri, panel: vscode.WebviewPanel) => {
    const address = addressOf(uri);
    // Only addresses that the selectors of package.json match get here.
    if (!address) throw new Error('This address names nothing of Mintscope.');
    const { resource } = address;
    const tab = { ...address, uri, panel };
    if (resource.kind === 'stats') ofStats.show(resource.ref, tab);
    else if (resource.kind === 'row') ofCollections.show(resource.id, tab);
    else if (resource.kind === 'compare') comparisons.show(resource.refs, tab);
    else portfolio.show(tab);
    // The row may be known only by its panel.
    front.follow();
  };
  return {
    handlers,
    calledOn: portfolio.calledOn,
    showResource,
    tool: (definition: ToolDefinition) => agentTool(definition, { session, catalog }),
    openLink: (link: vscode.Uri) => openDeepLink(session, link, openRef),
    texts,
    rowTooltip,
    dispose: () => {
      closing.abort();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
