import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import type { OpenedFrom } from './previews.ts';
import type { StatsPanels } from './statsPanels.ts';

const STATS_VIEW_TYPE = 'mintscope.stats';

/** The way to the stats panels. What they are made of is loaded when the first one is shown. */
export class LazyStatsPanels
  implements vscode.WebviewPanelSerializer, vscode.UriHandler, vscode.Disposable
{
  readonly #panels: Lazy<StatsPanels>;
  readonly #session: Session;
  readonly #subscriptions: readonly vscode.Disposable[];

  /** @param onOpen told the key of each project that a person opens. */
  constructor(
    session: Session,
    projects: PagedList<Project>,
    extensionUri: vscode.Uri,
    onOpen: (key: string) => void,
  ) {
    this.#session = session;
    this.#panels = new Lazy(async () => {
      const { StatsPanels } = await import('./statsPanels.ts');
      return new StatsPanels(STATS_VIEW_TYPE, session, projects, extensionUri, onOpen);
    });
    let last = session.current?.account;
    this.#subscriptions = [
      session.onDidChange(() => {
        const account = session.current?.account;
        if (account === undefined) return;
        // Panels close themselves. Of a tab that a reload left, nobody but the tab knows whose it is.
        const left = last !== undefined && last !== account;
        last = account;
        if (left) void this.#panels.get().then((panels) => panels.closeWaiting());
      }),
      vscode.window.registerWebviewPanelSerializer(STATS_VIEW_TYPE, this),
      vscode.window.registerUriHandler(this),
    ];
  }

  /** As `StatsPanels.open`; opens nothing if the window has left the account meanwhile. */
  async open(ref: ProjectRef, project: Project | undefined, from: OpenedFrom): Promise<void> {
    const account = this.#session.current?.account;
    const panels = await this.#panels.get();
    if (this.#session.current?.account === account) panels.open(ref, project, from);
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
