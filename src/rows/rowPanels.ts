import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { followConnection } from '../connection/perConnection.ts';
import type { Recoverable } from '../connection/serviceStatus.ts';
import { isDown } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { Polling } from '../stats/polling.ts';
import { type NewReading, readerOf } from '../stats/statsReader.ts';
import type { PlaceOf, Resource } from './address.ts';
import type { PanelParts } from './rowPanel.ts';
import { type Opening, openResource } from './rowTabs.ts';

/** The least time between two readings of a project whose panel is visible. */
const LEAST_MS = 5_000;

/** What `RowPanels` uses of its panels. */
interface OnePanel extends Recoverable, vscode.Disposable {
  readonly key: string;
  readonly polled: readonly ProjectRef[];
  load(): Promise<void>;
  repaint(): void;
  followService(): void;
  followWait(): void;
  showReading(reading: NewReading): void;
  showFailure(ref: ProjectRef, error: unknown): void;
}

export interface RowPanelsParts {
  readonly session: Session;
  readonly placeOf: PlaceOf;
  /** The extension's folder, which holds the scripts and styles of pages. */
  readonly extensionUri: vscode.Uri;
}

/** An editor that is to show a resource. */
export interface RowTab {
  readonly uri: vscode.Uri;
  /** Of the address: its account and its title. */
  readonly place: string;
  readonly title: string;
  /** Empty; the editor shows it, and closes it with its tab. */
  readonly tab: vscode.WebviewPanel;
}

/** What a panel gets of the tab that it is shown in. */
type Frame = Omit<PanelParts<never>, 'type' | 'key'>;

/**
 * The panels of one type in this window, one for each editor: a resource that is split has several.
 * While the window has the focus, the counts on visible panels are kept young.
 */
export abstract class RowPanels<Panel extends OnePanel> implements vscode.Disposable {
  protected readonly session: Session;
  protected readonly extensionUri: vscode.Uri;
  readonly #placeOf: PlaceOf;
  readonly #panels = new Set<Panel>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** `undefined` without a connection. */
  #polling: Polling | undefined;

  /** Fires when a panel was opened, closed or repainted. */
  readonly onDidChange = this.#changed.event;

  constructor(
    { session, placeOf, extensionUri }: RowPanelsParts,
    list: { onChange(listener: () => void): () => void },
  ) {
    this.session = session;
    this.extensionUri = extensionUri;
    this.#placeOf = placeOf;
    this.#subscriptions = [
      this.#changed,
      {
        dispose: list.onChange(() => {
          this.followList();
        }),
      },
      session.onDidChange(() => {
        for (const panel of this.#panels) void panel.load();
      }),
      session.onDidChangeStatus(() => {
        for (const panel of this.#panels) panel.followService();
        this.#updatePolling();
      }),
      vscode.window.onDidChangeWindowState(this.#updatePolling),
      followConnection(session, (current) => (current ? this.#keepYoung(current) : [])),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.loadImages')) return;
        for (const panel of this.#panels) panel.repaint();
      }),
    ];
  }

  get surfaces(): readonly Panel[] {
    return [...this.#panels];
  }

  /** Reads the counts on visible panels again, whatever their age, because the user asks for it. */
  refreshCounts(): void {
    this.#polling?.refresh();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of [...this.#panels]) panel.dispose();
  }

  /** Whether an address belongs to the account whose rows the lists have. */
  protected isOwn(place: string): boolean {
    const { account } = this.session;
    return account !== undefined && this.#placeOf(account) === place;
  }

  /** The panels that show the row or comparison `key`. */
  protected of(key: string): readonly Panel[] {
    return this.surfaces.filter((panel) => panel.key === key);
  }

  /** Opens the tab of a resource; one that is open is read again. Does nothing while signed out. */
  protected async open(
    resource: Resource,
    key: string,
    title: string,
    opening: Opening,
  ): Promise<void> {
    const { account } = this.session;
    if (account === undefined) return;
    for (const panel of this.of(key)) void panel.load();
    await openResource(this.#placeOf(account), resource, title, opening);
  }

  /** Shows a panel in a tab. */
  protected add({ tab, uri, place }: RowTab, create: (frame: Frame) => Panel): void {
    const onClose = () => {
      this.#panels.delete(panel);
      this.#onChange();
    };
    const panel = create({
      session: this.session,
      placeOf: this.#placeOf,
      tab,
      address: uri.toString(),
      place,
      onClose,
      onChange: this.#onChange,
    });
    this.#panels.add(panel);
    this.#onChange();
  }

  protected abstract followList(): void;

  #keepYoung(connection: ActiveConnection): readonly vscode.Disposable[] {
    const { session } = this;
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
      new vscode.Disposable(
        connection.wait.onChange(() => {
          for (const panel of this.#panels) panel.followWait();
        }),
      ),
    ];
  }

  readonly #onChange = (): void => {
    this.#updatePolling();
    this.#changed.fire();
  };

  readonly #updatePolling = (): void => {
    this.#polling?.update();
  };
}
