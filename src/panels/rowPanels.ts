import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { followConnection } from '../connection/perConnection.ts';
import { isDown } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import {
  doubleClicks,
  ENABLE_PREVIEW,
  hasPreviews,
  type OpenedFrom,
  opensPreview,
  tabsOf,
} from '../editor/previewTabs.ts';
import { openTab, type PanelType } from '../editor/statePanel.ts';
import { Polling } from '../stats/polling.ts';
import { readerOf } from '../stats/statsReader.ts';
import type { PanelParts, RowPanel, ShownRow } from './rowPanel.ts';

/** The least time between two readings of a project whose panel is visible. */
const LEAST_MS = 5_000;

export interface RowPanelType<
  Shown,
  Panel,
  Message extends { readonly type: string },
> extends PanelType<Message> {
  /** The title that a new tab of this row has at first. */
  readonly titleOf: (shown: Shown) => string;
  /**
   * Whether a tab shows the row `key`, by the title of the tab: nothing else is known of a tab that
   * was not restored.
   */
  readonly isTabOf: (tab: vscode.Tab, key: string) => boolean;
  readonly create: (parts: PanelParts<Message>, shown: Shown, preview: boolean) => Panel;
}

/**
 * The panels of one type in this window: one for each key, however it was opened. At most one
 * of them is a preview: its tab is reused for the next row that is clicked. When another account is
 * used, the panels of the earlier one close. While the window has the focus, the counts on visible
 * panels are kept young.
 */
export abstract class RowPanels<
  Shown extends ShownRow,
  Message extends { readonly type: string },
  Panel extends RowPanel<Shown, unknown, Message>,
>
  implements vscode.Disposable
{
  readonly #kind: RowPanelType<Shown, Panel, Message>;
  readonly #session: Session;
  readonly #panels = new Set<Panel>();
  /** Rows that had a panel since the window was opened. No unrestored tab can show them. */
  readonly #hadPanel = new Set<string>();
  readonly #isSecondClick: ReturnType<typeof doubleClicks>;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The account used last. */
  #account: string | undefined;
  /** `undefined` without a connection. */
  #polling: Polling | undefined;

  constructor(
    session: Session,
    kind: RowPanelType<Shown, Panel, Message>,
    list: { onChange(listener: () => void): () => void },
  ) {
    this.#session = session;
    this.#isSecondClick = doubleClicks(session.clock);
    this.#kind = kind;
    this.#account = session.firstAccount;
    this.#subscriptions = [
      {
        dispose: list.onChange(() => {
          this.followList();
        }),
      },
      session.onDidChange(() => {
        for (const panel of this.#panels) void panel.load();
        this.#followAccount(session.current?.account);
      }),
      session.onDidChangeStatus(() => {
        for (const panel of this.#panels) panel.followService();
        this.#updatePolling();
      }),
      vscode.window.onDidChangeWindowState(this.#updatePolling),
      followConnection(session, (current) => (current ? this.#keepYoung(current) : [])),
      vscode.workspace.onDidChangeConfiguration((event) => {
        const previewsEnd = event.affectsConfiguration(ENABLE_PREVIEW) && !hasPreviews();
        const changesPage = event.affectsConfiguration('mintscope.loadImages');
        if (!previewsEnd && !changesPage) return;
        for (const panel of this.#panels) {
          if (previewsEnd) panel.keepOpen();
          panel.repaint();
        }
      }),
    ];
    this.#followAccount(session.current?.account);
  }

  get surfaces(): readonly Panel[] {
    return [...this.#panels];
  }

  /** Reads the counts on visible panels again, whatever their age, because the user asks for it. */
  refreshCounts(): void {
    this.#polling?.refresh();
  }

  protected get byKey(): ReadonlyMap<string, Panel> {
    return new Map([...this.#panels].map((panel) => [panel.key, panel]));
  }

  /** The panel whose tab is in front; `undefined` if that is none of these, or not certain. */
  protected get active(): Panel | undefined {
    // By its tab and not by `WebviewPanel.active`, which changes at another moment than the tabs.
    const tab = this.#tabs.find(({ isActive, group }) => isActive && group.isActive);
    if (!tab) return undefined;
    const [panel, ...others] = [...this.#panels].filter(({ key }) => this.#kind.isTabOf(tab, key));
    // Two rows may have one title.
    return others.length === 0 ? panel : undefined;
  }

  /** Opens the panel of a row, perhaps in the tab of the preview, or reveals and refreshes it. */
  protected show(shown: Shown, from: OpenedFrom): void {
    this.#setAccount(shown);
    const { key } = shown;
    const preserveFocus = from === 'row';
    const isDoubleClick = from === 'row' && this.#isSecondClick(key);
    const preview = opensPreview(from) && !isDoubleClick;
    const open = this.byKey.get(key);
    if (open) {
      if (!preview) open.keepOpen();
      open.reveal(preserveFocus);
      void open.load();
      return;
    }
    const unrestored = this.#hadPanel.has(key)
      ? []
      : this.#unrestoredTabs.filter((tab) => this.#kind.isTabOf(tab, key));
    const reused = preview && unrestored.length === 0 ? this.#previewTab() : undefined;
    this.#hadPanel.add(key);
    if (reused) {
      reused.reuse(shown, preview);
      reused.reveal(preserveFocus);
      return;
    }
    // A tab that was not restored cannot be reused: replace it. It may have been kept open.
    const viewColumn = unrestored[0]?.group.viewColumn;
    const title = this.#kind.titleOf(shown);
    const tab = openTab(this.#kind, title, { preserveFocus, viewColumn });
    this.#add(tab, shown, preview && unrestored.length === 0);
    if (unrestored.length > 0) void vscode.window.tabGroups.close(unrestored, true);
  }

  /** Restores a panel after a reload of the window; closes its tab if the row has another panel. */
  protected adopt(tab: vscode.WebviewPanel, shown: Shown, wasPreview: boolean): void {
    if (this.byKey.has(shown.key)) {
      tab.dispose();
      return;
    }
    this.#hadPanel.add(shown.key);
    this.#setAccount(shown);
    this.#add(tab, shown, wasPreview && hasPreviews() && !this.#preview);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of [...this.#panels]) panel.dispose();
  }

  protected abstract followList(): void;

  #keepYoung(connection: ActiveConnection): readonly vscode.Disposable[] {
    const session = this.#session;
    const reader = readerOf(connection);
    const polling = new Polling({
      connection,
      urgency: 'visible',
      refs: () => this.surfaces.flatMap(({ polled }) => polled),
      leastMs: () => (vscode.window.state.focused && !isDown(session) ? LEAST_MS : undefined),
      onFailure: (ref, error) => {
        for (const panel of this.#panels) panel.showFailure(ref, error);
      },
    });
    this.#polling = polling;
    return [
      vscode.Disposable.from(polling),
      reader.onDidChange((reading) => {
        for (const panel of this.#panels) panel.showReading(reading);
      }),
      reader.onDidChangeWait(() => {
        for (const panel of this.#panels) panel.followWait();
      }),
    ];
  }

  readonly #updatePolling = (): void => {
    this.#polling?.update();
  };

  /**
   * When another account is used: closes tabs that were not restored since a reload. Their titles
   * show names of rows of the earlier account, and they have no panel that could close itself.
   */
  #followAccount(account: string | undefined): void {
    if (account === undefined) return;
    const isAnother = this.#account !== undefined && this.#account !== account;
    this.#account = account;
    const unrestored = isAnother ? this.#unrestoredTabs : [];
    if (unrestored.length > 0) void vscode.window.tabGroups.close(unrestored, true);
  }

  get #tabs(): readonly vscode.Tab[] {
    return tabsOf(this.#kind.viewType);
  }

  /** Tabs that belong to no open panel, as far as their titles show. */
  get #unrestoredTabs(): readonly vscode.Tab[] {
    const keys = [...this.byKey.keys()];
    return this.#tabs.filter((tab) => !keys.some((key) => this.#kind.isTabOf(tab, key)));
  }

  get #preview(): Panel | undefined {
    return [...this.#panels].find(({ preview }) => preview);
  }

  /** The preview, whose tab another row may take over. If the user has pinned it, keeps it open. */
  #previewTab(): Panel | undefined {
    const panel = this.#preview;
    if (!panel) return undefined;
    const tabs = this.#tabs.filter((tab) => this.#kind.isTabOf(tab, panel.key));
    if (!tabs.some(({ isPinned }) => isPinned)) return panel;
    panel.keepOpen();
    panel.repaint();
    return undefined;
  }

  /**
   * Gives a row without an account that of the session: the one in use or, before the sign-in was
   * looked up, the expected one, to which stored rows belong.
   */
  #setAccount(shown: Shown): void {
    shown.account ??= this.#session.account;
  }

  #add(tab: vscode.WebviewPanel, shown: Shown, preview: boolean): void {
    const onClose = () => {
      this.#panels.delete(panel);
      this.#updatePolling();
    };
    const onChange = this.#updatePolling;
    const parts = { type: this.#kind, tab, session: this.#session, onClose, onChange };
    const panel = this.#kind.create(parts, shown, preview);
    this.#panels.add(panel);
  }
}
