import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../connection/activeConnection.ts';
import { isDown, type Outage, outageAfter, type Recoverable } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { Later } from '../core/base/later.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { type Failure, isServiceError } from '../core/model/serviceError.ts';
import { imagePolicy, imageSource } from '../core/panel/imageSource.ts';
import type { PanelProblem, RowState } from '../core/panel/panel.ts';
import { settings } from '../editor/settings.ts';
import type { NewReading } from '../stats/statsReader.ts';
import type { Resource } from './address.ts';
import { otherSignInWords, serviceProblem, type ShownProblem } from './panelProblems.ts';
import type { RowPanels, RowTab } from './rowPanels.ts';
import { type PanelType, StatePanel } from './statePanel.ts';

export interface ShownRow {
  /** The outage because of which the panel's own last request failed. */
  outage?: Outage | undefined;
  /** Whether the row is read again after a wait that the service asks for. */
  waits?: boolean | undefined;
}

/** Where a panel is shown. */
export interface PanelFrame {
  readonly panels: RowPanels;
  readonly tab: RowTab;
  /** Names the row among those of its type. */
  readonly key: string;
}

/** The messages that each type of panel handles itself. */
export type Act<Message> = Exclude<Message, { readonly type: 'ready' | 'signIn' | 'showLog' }>;

/** A tab that shows one row or a comparison. */
export abstract class RowPanel<
  Shown extends ShownRow,
  State,
  Message extends { readonly type: string },
>
  implements vscode.Disposable, Recoverable
{
  readonly key: string;
  readonly resource: Resource;
  protected readonly session: Session;
  readonly #panels: RowPanels;
  /** Of the address, which stands for its account. */
  readonly #place: string;
  /** `copied` is sent after a text was copied; the page then shows a tick. */
  readonly #panel: StatePanel<State, Message, { readonly type: 'copied'; readonly what: string }>;
  readonly #first: () => Shown;
  protected shown: Shown;
  /** Cancels the `load` under way; `undefined` if there is none. */
  #loading: AbortController | undefined;
  /** Repaints a visible panel whose texts become old. */
  protected readonly ageing: Later;
  /** The problem that was drawn last. */
  #problem: PanelProblem | undefined;

  /** @param first makes what is known before anything is read. */
  constructor(
    { panels, tab: { panel, place, resource }, key }: PanelFrame,
    type: Omit<PanelType<Message>, 'extensionUri'>,
    first: () => Shown,
  ) {
    this.key = key;
    this.resource = resource;
    this.session = panels.session;
    this.#panels = panels;
    this.#place = place;
    this.#first = first;
    this.ageing = new Later(this.session.clock, () => {
      if (this.visible) this.repaint();
    });
    this.#panel = new StatePanel(
      { ...type, extensionUri: panels.extensionUri },
      panel,
      (message) => this.#handle(message),
      () => {
        this.#loading?.abort();
        this.#loading = undefined;
        this.ageing.cancel();
        panels.remove(this);
      },
    );
    this.shown = first();
    panel.onDidChangeViewState(() => {
      panels.update();
      // The wait may have ended while the tab was hidden.
      this.followService();
    });
    panels.add(this);
    void this.load();
  }

  /** Whether the account in use is another one than that of the address. */
  get isOfAnotherAccount(): boolean {
    const { current } = this.session;
    return current !== undefined && !this.#panels.isOf(current.account, this.#place);
  }

  get busy(): boolean {
    return this.#loading !== undefined;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get failed(): boolean {
    return this.shown.outage !== undefined || (this.session.outage && this.problem) !== undefined;
  }

  /**
   * The projects whose counts are to be kept young: none while the tab is hidden, and while `load`
   * reads them, or will after an outage or a wait.
   */
  get polled(): readonly ProjectRef[] {
    const { outage, waits } = this.shown;
    const isLoaded = !this.busy && !outage && waits !== true && !this.isOfAnotherAccount;
    return this.visible && isLoaded ? this.refs : [];
  }

  retry(): Promise<void> {
    return this.load();
  }

  /** Reads it again because the user asks for it. */
  async refresh(): Promise<void> {
    this.session.probeNow();
    await this.load();
  }

  /** Refetches this row alone; until then it stays as shown. */
  async load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    // Wait for the connection, because it decides which images the page may load. If the page were
    // replaced while it loads, the tab could stay empty.
    await this.session.ready();
    if (this.#loading !== loading) return;
    const { current } = this.session;
    if (this.isOfAnotherAccount) {
      this.shown = this.#first();
      this.#loading = undefined;
      this.repaint();
      return;
    }
    const { shown } = this;
    if (current) this.recall?.(shown, current);
    this.repaint();
    const result = await this.read(current, loading.signal).catch((error: unknown) => {
      if (this.#loading === loading) this.#loading = undefined;
      throw error;
    });
    // A newer `load` has replaced this one, or the panel was closed.
    if (this.#loading !== loading) return;
    this.#loading = undefined;
    Object.assign(shown, result);
    this.repaint();
  }

  /** Shows the newest reading of a project, whichever surface has requested it. */
  showReading(reading: NewReading): void {
    if (this.isOfAnotherAccount || !this.#shows(reading.ref)) return;
    this.addReading?.(reading);
    // The panel's own request repaints it at its end.
    if (!this.busy) this.repaint();
  }

  /** Shows why the counts of a project could not be kept young, unless `problem` says why. */
  showFailure(ref: ProjectRef, error: unknown): void {
    if (!isServiceError(error) || error.failure.kind === 'aborted') return;
    if (isDown(this.session) || this.busy || !this.#shows(ref)) return;
    this.addFailure?.(ref, error.failure);
    this.repaint();
  }

  /**
   * Call this when the status of the service or the wait that it asks for may have changed. A visible
   * panel that shows the wait is loaded again: it then shows the row, or the new end of the wait.
   */
  followService(): void {
    if (this.shown.waits && this.visible && !this.busy) void this.load();
    const { problem } = this;
    if (JSON.stringify(problem) !== JSON.stringify(this.#problem)) this.repaint();
  }

  repaint(): void {
    this.#problem = this.problem;
    const sample = this.#isSample;
    const { loadImages } = settings;
    const { state, title } = this.draw({
      ref: this.key,
      sample,
      problem: this.#problem,
      // Sample images come from this machine: nobody learns that they are loaded.
      loadImages: sample && loadImages === 'onClick' ? 'always' : loadImages,
    });
    this.#panel.show(state, title, this.images);
    this.#panels.update();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Why nothing of the service can be read now; see `serviceProblem`. */
  protected get problem(): PanelProblem | undefined {
    if (this.isOfAnotherAccount) return { message: otherSignInWords(), action: 'signIn' };
    return this.session.current && serviceProblem(this.session, this.shown.outage);
  }

  /** The projects whose counts are shown. */
  protected get refs(): readonly ProjectRef[] {
    return [];
  }

  /** Adds to `shown` a reading of one of `refs`. */
  protected addReading?(reading: NewReading): void;

  /** Adds to `shown` why one of `refs` could not be read. */
  protected addFailure?(ref: ProjectRef, failure: Failure): void;

  /** The members of `shown` that say why a request failed; without an argument, that none did. */
  protected problemOf({ problem, outage, waits }: ShownProblem = {}) {
    const now = this.session.clock.now();
    return { problem, outage: outage && outageAfter(this.shown.outage, outage, now), waits };
  }

  /** Adds to `shown` what is stored of the row, to be shown until the row is read. */
  protected recall?(shown: Shown, connection: ActiveConnection): void;

  /** Requests this row alone. Resolves with the members that change. */
  protected abstract read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<Shown>>;

  /** The state to send to the page, and the title of the tab. */
  protected abstract draw(common: RowState): { readonly state: State; readonly title: string };

  /** Handles a message of the page. */
  protected abstract act(message: Act<Message>): Promise<void>;

  /** Where the page may load images from. */
  protected get images(): readonly string[] {
    const { current } = this.session;
    if (settings.loadImages === 'never') return [];
    // Images of sample data come from the sample service only.
    if (this.#isSample) return current ? [current.address.origin] : [];
    return imagePolicy(current?.address.loopback ?? false);
  }

  /** The address of an image; `undefined` if the page may not load it. */
  protected loadable(image: string | undefined): string | undefined {
    const { current } = this.session;
    const source = imageSource(image, current?.address.loopback ?? false);
    // The address of the sample service changes at each start.
    const isGone = this.#isSample && !source?.address.startsWith(`${current?.address.origin}/`);
    return isGone ? undefined : source?.address;
  }

  /** Copies a text, if there is one, and tells the page that `what` was copied. */
  protected async copy(what: string, text: string | undefined): Promise<void> {
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    this.#panel.notify({ type: 'copied', what });
  }

  async #handle(message: Message): Promise<void> {
    switch (message.type) {
      case 'signIn':
      case 'showLog':
        await vscode.commands.executeCommand(`mintscope.${message.type}`);
        return;
      default:
        await this.act(message as Act<Message>);
    }
  }

  #shows(ref: ProjectRef): boolean {
    return this.refs.some((one) => formatRef(one) === formatRef(ref));
  }

  get #isSample(): boolean {
    return this.#panels.isOf(SAMPLE, this.#place);
  }
}
