import type { FakeDesk, FakeTab } from './desk.ts';
import type { FakePanel } from './panel.ts';
import { inFront } from './panel.ts';
import { TabInputWebview } from './values.ts';

/** The tab of a webview, as in the editor's API. */
interface WebviewTab extends FakeTab {
  readonly label: string;
  readonly isPinned: boolean;
  readonly group: { readonly viewColumn: number };
  /** Not in the editor's API. */
  readonly shut: () => void;
}

/** The tabs of all groups: of documents, of panels, and of panels that are not restored yet. */
export function tabsOf(desk: FakeDesk): readonly FakeTab[] {
  const panels = desk.panels.filter(({ disposed }) => !disposed).map(tabOf);
  const waiting = desk.waitingTabs.map((tab) =>
    webviewTab(tab.viewType ?? 'mintscope.stats', tab.label, tab.viewColumn, () => {
      desk.waitingTabs = desk.waitingTabs.filter((one) => one !== tab);
    }),
  );
  return [...desk.tabs, ...panels, ...waiting];
}

/** The tab in front: the same object as long as it stays in front. */
export function activeTabOf(desk: FakeDesk): FakeTab | undefined {
  const front = inFront();
  const panel = desk.panels.find((one) => one === front && !one.disposed);
  return panel ? tabOf(panel) : desk.tabs.find((tab) => tab === front);
}

/** The tabs of the group of the tab in front. */
export function activeTabsOf(desk: FakeDesk): readonly FakeTab[] {
  const column = (tab: FakeTab | undefined) => tab?.group?.viewColumn ?? 1;
  return tabsOf(desk).filter((tab) => column(tab) === column(activeTabOf(desk)));
}

let made = new WeakMap<FakePanel, WebviewTab>();

/** Replaces the objects of the tabs, as the editor does at times, such as after a change of a group. */
export function replaceTabs(desk: FakeDesk): void {
  made = new WeakMap();
  desk.tabsChanged.fire({ opened: [] });
}

function tabOf(panel: FakePanel): WebviewTab {
  const tab =
    made.get(panel) ??
    webviewTab(panel.viewType, panel.title, 1, () => {
      panel.dispose();
    });
  const { title: label, isPinned, column: viewColumn } = panel;
  const isActive = inFront() === panel;
  made.set(
    panel,
    Object.assign(tab, { label, isPinned, isActive, group: { viewColumn, isActive } }),
  );
  return tab;
}

/** Closes tabs as `tabGroups.close` does. */
export function closeTabs(tabs: readonly FakeTab[]): Promise<boolean> {
  for (const tab of tabs) {
    if (!('shut' in tab)) throw new Error('Tab close: Invalid tab not found!');
    (tab as WebviewTab).shut();
  }
  return Promise.resolve(true);
}

function webviewTab(viewType: string, label: string, viewColumn = 1, shut: () => void): WebviewTab {
  const input = new TabInputWebview(`mainThreadWebview-${viewType}`);
  return { label, isPinned: false, group: { viewColumn }, input, shut };
}
