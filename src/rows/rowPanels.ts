import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { followConnection } from '../connection/perConnection.ts';
import { isDown } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { Polling } from '../stats/polling.ts';
import { acknowledgedOf, watchedOf } from '../stats/rowFacts.ts';
import { type NewReading, readerOf } from '../stats/statsReader.ts';
import { identityOf, type PlaceOf, type Resource, type RowAddress } from './address.ts';
import { type Opening, openResource } from './rowTabs.ts';

/** The least time between two readings of a project whose panel is visible. */
const LEAST_MS = 5_000;

/** An editor that is to show a resource. */
export interface RowTab extends RowAddress {
  /** Empty; the editor shows it, and closes it with its tab. */
  readonly panel: vscode.WebviewPanel;
}

/** What `RowPanels` uses of its panels. */
interface OnePanel {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly visible: boolean;
  readonly resource: Resource;
  readonly polled: readonly ProjectRef[];
  retry(): Promise<void>;
  load(): Promise<void>;
  refresh(): Promise<void>;
  repaint(): void;
  followList?(): void;
  followService(): void;
  showReading(reading: NewReading): void;
  showFailure(ref: ProjectRef, error: unknown): void;
  dispose(): void;
}

interface RowPanelsParts {
  readonly session: Session;
  readonly placeOf: PlaceOf;
  /** The extension's folder, which holds the scripts and styles of pages. */
  readonly extensionUri: vscode.Uri;
  readonly lists: readonly { onChange(listener: () => void): () => void }[];
}

/**
 * The panels of this window, one for each editor: a resource that is split has several. While the
 * window has the focus, the counts on visible panels are kept young.
 */
export class RowPanels implements vscode.Disposable {
  readonly session: Session;
  readonly extensionUri: vscode.Uri;
  readonly #placeOf: PlaceOf;
  readonly #all = new Set<OnePanel>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** `undefined` without a connection. */
  #polling: Polling | undefined;

  constructor({ session, placeOf, extensionUri, lists }: RowPanelsParts) {
    this.session = session;
    this.extensionUri = extensionUri;
    this.#placeOf = placeOf;
    const followLists = () => {
      for (const panel of this.#all) panel.followList?.();
    };
    this.#subscriptions = [
      ...lists.map((list) => ({ dispose: list.onChange(followLists) })),
      session.onDidChange(() => {
        for (const panel of this.#all) void panel.load();
      }),
      session.onDidChangeStatus(() => {
        for (const panel of this.#all) panel.followService();
        this.update();
      }),
      vscode.window.onDidChangeWindowState(() => {
        this.update();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.loadImages')) this.#repaint();
      }),
      followConnection(session, (current) => (current ? this.#keepYoung(current) : [])),
    ];
  }

  get all(): readonly OnePanel[] {
    return [...this.#all];
  }

  /** The panels that show a resource. */
  of(resource: Resource): readonly OnePanel[] {
    const identity = identityOf(resource);
    return this.all.filter((panel) => identityOf(panel.resource) === identity);
  }

  /** Whether an address belongs to this account. */
  isOf(account: string | undefined, place: string): boolean {
    return account !== undefined && this.#placeOf(account) === place;
  }

  /** Opens the tab of a resource; one that is open is read again. Does nothing while signed out. */
  async open(resource: Resource, title: string, opening: Opening): Promise<void> {
    const { account } = this.session;
    if (account === undefined) return;
    for (const panel of this.of(resource)) void panel.load();
    await openResource(this.#placeOf(account), resource, title, opening);
  }

  add(panel: OnePanel): void {
    this.#all.add(panel);
  }

  remove(panel: OnePanel): void {
    this.#all.delete(panel);
    this.update();
  }

  /** Call this when `polled` of a panel may have changed. */
  update(): void {
    this.#polling?.update();
  }

  /** Reads the counts on visible panels again, whatever their age, because the user asks for it. */
  refreshCounts(): void {
    this.#polling?.refresh();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of this.all) panel.dispose();
  }

  readonly #repaint = (): void => {
    for (const panel of this.#all) panel.repaint();
  };

  #keepYoung(connection: ActiveConnection): readonly vscode.Disposable[] {
    const { session } = this;
    const polling = new Polling({
      connection,
      urgency: 'visible',
      refs: () => this.all.flatMap(({ polled }) => polled),
      leastMs: () => (vscode.window.state.focused && !isDown(session) ? LEAST_MS : undefined),
      onFailure: (ref, error) => {
        for (const panel of this.#all) panel.showFailure(ref, error);
      },
    });
    this.#polling = polling;
    return [
      vscode.Disposable.from(polling),
      readerOf(connection).onDidChange((reading) => {
        for (const panel of this.#all) panel.showReading(reading);
      }),
      watchedOf(connection).onDidChange(this.#repaint),
      acknowledgedOf(connection).onDidChange(this.#repaint),
    ];
  }
}
