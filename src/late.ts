import * as vscode from 'vscode';
import type { Catalog } from './connection/catalog.ts';
import { showConnection } from './connection/connectionStatusItem.ts';
import type { RowsSeenLast } from './connection/rowsSeenLast.ts';
import { followConnection } from './connection/perConnection.ts';
import type { Session } from './connection/session.ts';
import { watchedOf } from './connection/watchedRows.ts';
import type { ProjectRef } from './core/model/model.ts';
import { unseenProject } from './core/model/projectRef.ts';
import { documentInFront } from './documents/documentReader.ts';
import { JsonDocuments } from './documents/jsonDocuments.ts';
import type { JsonFiles } from './documents/jsonFiles.ts';
import type { Handlers } from './editor/commandRegistry.ts';
import { FirstSteps } from './editor/firstSteps.ts';
import type { Restore, Restores } from './editor/lateRegistry.ts';
import type { Log } from './editor/log.ts';
import { registerOptional } from './editor/optionalApi.ts';
import { arrangeCommands } from './features/arrange/commands.ts';
import { Attention } from './features/attention/attention.ts';
import { AttentionView } from './features/attention/attentionView.ts';
import { attentionCommands } from './features/attention/commands.ts';
import { CollectionPanels } from './features/collections/collectionPanels.ts';
import { collectionCommands } from './features/collections/commands.ts';
import { compareCommands } from './features/compare/commands.ts';
import { ComparePanels } from './features/compare/comparePanels.ts';
import { copyCommands } from './features/copy/commands.ts';
import { doctorCommands } from './features/doctor/commands.ts';
import { exportCommands } from './features/export/commands.ts';
import { findCommands, openerOf, type Openers } from './features/find/commands.ts';
import { happenedCommands } from './features/happened/commands.ts';
import { registerHovers } from './features/hovers/rowHovers.ts';
import { jsonCommands } from './features/json/commands.ts';
import { keptDataCommands } from './features/keptData/commands.ts';
import { linkCommands } from './features/links/commands.ts';
import { changeCommands } from './features/lists/changes.ts';
import { listCommands, openGone } from './features/lists/commands.ts';
import { portfolioCommands } from './features/portfolio/commands.ts';
import { RowProgress } from './features/progress/rowProgress.ts';
import { RowsInSight } from './features/progress/rowsInSight.ts';
import { keepFresh } from './features/refresh/autoRefresh.ts';
import { Recovery, recoverableList } from './features/refresh/recovery.ts';
import { sessionCommands } from './features/signIn/commands.ts';
import { statsCommands } from './features/stats/commands.ts';
import { openDeepLink } from './features/stats/deepLink.ts';
import { StatsPanels } from './features/stats/statsPanels.ts';
import { agentTool } from './features/tools/agentTools.ts';
import { watchCommands } from './features/watch/commands.ts';
import { Watching } from './features/watch/watching.ts';
import { forAllLists, forEachList, type ServiceRow } from './lists/index.ts';
import { followFailures } from './stats/failures.ts';
import type { RowInFront, Targets, Views } from './views/commandTargets.ts';
import { RowFinder } from './views/finder/rowFinder.ts';
import { FrontTab } from './views/frontTab.ts';
import type { GoneRow } from './views/tree/treeNodes.ts';
import type { ProjectsArranger } from './views/arranger/projectsArranger.ts';
import type { PaintEnd } from './views/tree/paintEnd.ts';
import { focusRows } from './views/tree/rowFocus.ts';
import { rowTooltip } from './views/tooltips.ts';

/** What activation has built. */
interface Parts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly seenLast: Pick<RowsSeenLast, 'marks'>;
  readonly arranger: ProjectsArranger;
  readonly views: Views;
  readonly files: Pick<JsonFiles, 'announce'>;
  readonly workspaceState: vscode.Memento;
  /** The state of the extension for all workspaces. */
  readonly memory: vscode.Memento;
  /** The extension's folder, which holds the scripts and styles of panels. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export type Late = ReturnType<typeof startLate>;

/**
 * Builds everything that is not needed to show the rows seen last. Called once in a window: for the
 * first command, panel, document, link, tool or hover, or a moment after a connection is found.
 */
export function startLate(parts: Parts) {
  const { session, catalog, seenLast, arranger, views, files } = parts;
  const { workspaceState, memory, extensionUri, log } = parts;
  const { projects, collections } = catalog;
  /** Aborts when the window closes or the extension host restarts. */
  const closing = new AbortController();
  const { signal } = closing;
  const documents = new JsonDocuments({ session, catalog }, files.announce);
  const statsPanels = new StatsPanels(session, projects, extensionUri);
  const collectionPanels = new CollectionPanels(session, collections, extensionUri);
  const comparePanels = new ComparePanels(session, projects, extensionUri);
  const portfolio = portfolioCommands(session, projects, extensionUri, signal);
  const watching = new Watching({ session, projects, panels: statsPanels });
  const finder = new RowFinder(session, catalog, views);
  const unlisted = () => [
    ...watching.watched.map(({ ref, name }) => unseenProject(ref, { name: name || undefined })),
    ...statsPanels.projects,
    ...finder.projects,
  ];
  const isSeen = () => views.projects.visible || attentionView.visible;
  const attention: Attention = new Attention(session, projects, unlisted, isSeen);
  const attentionView: AttentionView = new AttentionView(session, attention);
  const inFront: readonly RowInFront[] = [
    () => statsPanels.inFront,
    () => collectionPanels.inFront,
    documentInFront(session, catalog),
  ];
  const front = new FrontTab(views, catalog, inFront, signal);
  const targets: Targets = {
    session,
    views,
    front,
    inFront,
    askRow: async (question, connection) => {
      const found = await finder.ask(question, connection);
      return found?.ref ? unseenProject(found.ref) : found?.row;
    },
  };
  const shown = forEachList((name) => ({
    list: catalog[name],
    view: views[name],
    ...(name === 'projects' && { arrangement: arranger }),
  }));
  const recoverableLists = Object.values(shown).map(recoverableList);
  const rowsInSight = new RowsInSight(session, projects, views.projects, log);
  const surfaces = () => [
    ...recoverableLists,
    ...statsPanels.surfaces,
    ...comparePanels.surfaces,
    rowsInSight,
    ...portfolio.surfaces(),
  ];
  const steps = new FirstSteps(memory, session.clock);
  const subscriptions: readonly { dispose(): unknown }[] = [
    documents,
    statsPanels,
    collectionPanels,
    comparePanels,
    watching,
    followFailures(session, projects, seenLast.marks.projects),
    attentionView,
    views.projects.onDidChangeVisibility(attention.whole.look),
    steps,
    followConnection(session, (current) => {
      if (!current) return [];
      steps.reached('connect');
      const watched = watchedOf(current);
      const tickWatch = () => {
        if (watched.keys.length > 0) steps.reached('watch');
      };
      tickWatch();
      return [watched.onDidChange(tickWatch)];
    }),
    showConnection(session),
    new RowProgress(session, views.projects),
    rowsInSight,
    registerOptional(log, 'hovers', () => registerHovers(session, catalog)),
    ...Object.values(shown).map((one) => keepFresh(session, one, log)),
    new Recovery(session, surfaces, log),
  ];

  const refreshInFront = () => statsPanels.refreshInFront() || comparePanels.refreshInFront();
  const stats = statsCommands(session, statsPanels, targets, refreshInFront);
  const openers: Openers = { projects: { open: stats.openProject }, collections: collectionPanels };
  const opener = openerOf(openers);
  const openRef = (ref: ProjectRef) => {
    statsPanels.open(ref, undefined, 'picker');
  };
  interface Selected {
    readonly selection: readonly ServiceRow[];
    readonly selectedGone?: GoneRow | undefined;
    readonly paintEnd: PaintEnd;
  }
  const openSelected = (view: Selected) => async () => {
    const isReported = () => (view.selection[0] ?? view.selectedGone) !== undefined;
    if (!(await view.paintEnd.when(isReported))) return;
    const [row] = view.selection;
    if (row) await opener.open(row, 'row', session.current?.ended);
    else if (view.selectedGone) await openGone(view.selectedGone, stats.openProject);
  };
  const handlers = {
    ...sessionCommands(session),
    ...listCommands(session, catalog, views, steps, () => {
      for (const one of [rowsInSight, statsPanels, comparePanels]) one.refreshCounts();
    }),
    ...changeCommands(session, views, workspaceState),
    ...attentionCommands(session, attention, targets),
    ...findCommands(session, openRef, opener, finder, steps),
    ...arrangeCommands(session, projects, arranger, async () => {
      await front.selectAgain();
      // It rejects if the rows change meanwhile.
      await focusRows(views.projects.place).catch(() => undefined);
    }),
    ...stats.handlers,
    ...collectionCommands(targets, collections, collectionPanels),
    // The commands of a click on a row. The editor also runs them when Shift with an arrow key
    // leaves one row selected. So the keybindings of those keys set the context key
    // `mintscope.selecting`, which disables them. They are in no menu of the rows, because the
    // editor repaints all rows when a command of their menus is disabled.
    ...forAllLists((name) => ({
      [`mintscope.${name}.openRow`]: openSelected(views[name]),
    })),
    'mintscope.attention.openRow': openSelected(attentionView),
    ...copyCommands(session, targets, catalog),
    ...linkCommands(targets),
    ...jsonCommands(session, targets, documents, catalog),
    ...keptDataCommands(session),
    ...watchCommands(session, watching, projects, targets),
    ...exportCommands(session, shown, targets, signal),
    ...portfolio.handlers,
    ...happenedCommands(session, projects, seenLast.marks.projects, signal),
    ...compareCommands(session, comparePanels, targets),
    ...doctorCommands(session, log, signal),
    'mintscope.getStarted': () =>
      vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        'mintscope.mintscope#firstSteps',
      ),
    'mintscope.showLog': () => {
      log.show();
    },
  } satisfies Handlers;
  /** Restores a panel, then selects its row if the panel is in front. */
  const restored =
    (panels: { readonly restore: Restore }): Restore =>
    (panel, state) => {
      panels.restore(panel, state);
      front.follow();
    };
  return {
    handlers,
    calledOn: portfolio.calledOn,
    restores: {
      'mintscope.stats': restored(statsPanels),
      'mintscope.collection': restored(collectionPanels),
      'mintscope.portfolio': portfolio.restore,
      'mintscope.compare': restored(comparePanels),
    } satisfies Restores,
    tool: (name: string) => agentTool(name, { session, catalog, marks: seenLast.marks }),
    openLink: (link: vscode.Uri) =>
      openDeepLink(session, link, (ref) => {
        statsPanels.open(ref, undefined, 'link');
        front.follow();
      }),
    documents,
    rowTooltip,
    dispose: () => {
      closing.abort();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
