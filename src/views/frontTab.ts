import * as vscode from 'vscode';
import { activeTabGroup } from '../editor/optionalApi.ts';
import { settings } from '../editor/settings.ts';
import { listOf } from '../lists/index.ts';
import type { ShownRow, Views } from './commandTargets.ts';
import { nextTurn } from './tree/tree.ts';

/**
 * Selects the row of the tab in front in its view, as the editor does with files in the Explorer,
 * without moving the focus. This happens once each time a tab comes to the front or shows another
 * row. If the view is hidden, it happens once the view is visible. A row that is loaded later is not
 * selected, because the view would scroll when the user loads more rows.
 */
export class FrontTab implements vscode.Disposable {
  readonly #views: Views;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when another tab comes to the front, or the tab in front shows another row. */
  readonly onDidChange = this.#changed.event;
  readonly row: () => ShownRow;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The column and the address or title of the tab. The editor replaces the objects of tabs. */
  #place = '';
  #isDue = false;
  /** The number, of `nextTurn`, at which the tab came to the front or showed another row. */
  since = 0;

  constructor(views: Views, row: () => ShownRow) {
    this.#views = views;
    this.row = row;
    const { tabGroups } = vscode.window;
    const followTab = () => {
      this.#readTab();
      this.follow();
    };
    this.#subscriptions = [
      this.#changed,
      tabGroups.onDidChangeTabs(followTab),
      tabGroups.onDidChangeTabGroups(followTab),
      ...Object.values(views).map((view) => view.onDidChangeVisibility(this.follow)),
    ];
    followTab();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Call this when the row in front may have become known, such as after a panel was restored. */
  readonly follow = (): void => {
    if (settings.autoReveal) void this.#reveal();
  };

  #readTab(): void {
    const tab = activeTabGroup()?.activeTab;
    const { uri } = (tab?.input ?? {}) as { readonly uri?: vscode.Uri };
    const place = tab ? `${tab.group.viewColumn} ${uri?.toString() ?? tab.label}` : '';
    if (place === this.#place) return;
    this.#isDue = true;
    this.since = nextTurn();
    this.#place = place;
    this.#changed.fire();
  }

  async #reveal(): Promise<void> {
    const row = this.row();
    if (!this.#isDue || typeof row !== 'object' || !('key' in row)) return;
    const { visible, selection, tree, rows } = this.#views[listOf(row).name];
    if (!visible || rows.list.state.rows.length === 0) return;
    this.#isDue = false;
    const isSelected = selection.some(({ key }) => key === row.key);
    // Do nothing if the user has selected other rows since, because that may open another tab.
    if (isSelected || tree.turn > this.since) return;
    const loaded = rows.list.rowOf(row.key);
    if (!loaded || !rows.shows(loaded) || rows.isBeyondLimit(loaded)) return;
    const place = this.#place;
    // It rejects if the rows change meanwhile.
    await tree.reveal(loaded, { select: true, focus: false }).catch(() => undefined);
    // The user may have gone to another tab by a click on its row.
    if (place === this.#place) return;
    this.#isDue = true;
    this.follow();
  }
}
