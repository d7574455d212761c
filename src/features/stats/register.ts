import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { ActiveConnection, Session } from '../../connection/session.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { isServiceRow } from '../../core/model/rowGuard.ts';
import type { Handlers } from '../../editor/commandIds.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import type { OpenedFrom } from './previews.ts';
import type { StatsPanels } from './statsPanels.ts';

type Ids = 'mintscope.lookUpStats' | 'mintscope.openStats' | 'mintscope.openRow';

/** The ways to a project's stats. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  panels: LazyStatsPanels,
): Handlers<Ids> {
  const lookUpStats = async ({ ended }: ActiveConnection) => {
    const { lookUp } = await import('./lookUp.ts');
    const found = await lookUp(projects, ended);
    if (!found) return;
    const ref = found.ref ?? (found.project && (await projectRefOf(found.project, ended)));
    // What was chosen is of a service that the window may have left.
    if (ref && !ended.aborted) await panels.open(ref, found.project, 'picker');
  };
  const openStats = async (row: unknown) => {
    if (!isServiceRow(row) || row.kind !== 'project') return connected(session, lookUpStats);
    const ref = await projectRefOf(row, session.current?.ended);
    if (ref) await panels.open(ref, row, 'row');
  };
  return {
    'mintscope.lookUpStats': () => connected(session, lookUpStats),
    'mintscope.openStats': openStats,
    // In no menu: rows are painted anew whenever a command of their menus is enabled or disabled,
    // and the keys that select rows disable this one.
    'mintscope.openRow': openStats,
  };
}

const STATS_VIEW_TYPE = 'mintscope.stats';

/** The way to the stats panels. What they are made of is loaded when the first one is shown. */
export class LazyStatsPanels
  implements vscode.WebviewPanelSerializer, vscode.UriHandler, vscode.Disposable
{
  readonly #panels: Lazy<StatsPanels>;
  readonly #subscriptions: readonly vscode.Disposable[];

  /** @param onOpen told the key of each project that a person opens. */
  constructor(
    session: Session,
    projects: PagedList<Project>,
    extensionUri: vscode.Uri,
    onOpen: (key: string) => void,
  ) {
    this.#panels = new Lazy(async () => {
      const { StatsPanels } = await import('./statsPanels.ts');
      return new StatsPanels(STATS_VIEW_TYPE, session, projects, extensionUri, onOpen);
    });
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(STATS_VIEW_TYPE, this),
      vscode.window.registerUriHandler(this),
    ];
  }

  /** As `StatsPanels.open`. */
  async open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): Promise<void> {
    (await this.#panels.get()).open(ref, project, from);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    (await this.#panels.get()).restore(panel, state);
  }

  async handleUri({ path }: vscode.Uri): Promise<void> {
    (await this.#panels.get()).openLink(path);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    // Also one that is still loading.
    this.#panels.ifAsked((panels) => {
      panels.dispose();
    });
  }
}
