import type { FakeDesk, FakeTab } from './desk.ts';
import type { FakePanel } from './panel.ts';
import { inFront } from './panel.ts';
import { TabInputCustom } from './values.ts';

/** The tabs of all groups: of documents, of panels, and of panels that are not restored yet. */
export function tabsOf(desk: FakeDesk): readonly FakeTab[] {
  const panels = desk.panels.filter(({ disposed }) => !disposed).map(tabOf);
  return [...desk.tabs, ...panels];
}

/** The tab in front: the same object as long as it stays in front. */
export function activeTabOf(desk: FakeDesk): FakeTab | undefined {
  const front = inFront();
  const panel = desk.panels.find((one) => one === front && !one.disposed);
  return panel ? tabOf(panel) : desk.tabs.find((tab) => tab === front);
}

let made = new WeakMap<FakePanel, FakeTab>();

/** Replaces the objects of the tabs, as the editor does at times, such as after a change of a group. */
export function replaceTabs(desk: FakeDesk): void {
  made = new WeakMap();
  desk.tabsChanged.fire({ opened: [] });
}

function tabOf(panel: FakePanel): FakeTab {
  const tab = made.get(panel) ?? {
    input: new TabInputCustom(panel.uri, panel.viewType),
    group: { viewColumn: panel.column },
    shut: () => {
      panel.dispose();
    },
  };
  made.set(panel, tab);
  return tab;
}

/** Closes tabs as `tabGroups.close` does. */
export function closeTabs(tabs: readonly FakeTab[]): Promise<boolean> {
  for (const { shut } of tabs) {
    if (!shut) throw new Error('Tab close: Invalid tab not found!');
    shut();
  }
  return Promise.resolve(true);
}
