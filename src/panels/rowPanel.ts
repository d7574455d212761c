import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../connection/activeConnection.ts';
import { isDown, type Outage, outageAfter, type Recoverable } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { settings } from '../editor/settings.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { type Failure, isServiceError } from '../core/model/serviceError.ts';
import { type PanelType, StatePanel } from '../editor/statePanel.ts';
import { imagePolicy, imageSource } from '../core/panel/imageSource.ts';
import type { PanelProblem, RowState } from '../core/panel/panel.ts';
import type { NewReading } from '../stats/statsReader.ts';
import { serviceProblem, type ShownProblem } from './panelProblems.ts';

export interface ShownRow {
  readonly key: string;
  /** The account of the data. In another account the same key may be of another row. */
  account: string | undefined;
  /** The outage because of which the panel's own last request failed. */
  outage?: Outage | undefined;
  /** Whether the row is read again after a wait that the service asks for. */
  waits?: boolean | undefined;
}

export interface PanelParts<Message extends { readonly type: string }> {
  readonly type: PanelType<Message>;
  readonly tab: vscode.WebviewPanel;
  readonly session: Session;
  readonly onClose: () => void;
  /** Called when `polled` may have changed, except when the panel is closed. */
  readonly onChange: () => void;
}

/** The messages that each type of panel handles itself. */
export type Act<Message> = Exclude<Message, { readonly type: 'ready' | 'signIn' | 'showLog' }>;

/** A tab that shows one row, and another one later if it is a preview. */
export abstract class RowPanel<
  Shown extends ShownRow,
  State,
  Message extends { readonly type: string },
>
  implements vscode.Disposable, Recoverable
{
  protected readonly session: Session;
  /** `copied` is sent after a text was copied; the page then shows a tick. */
  readonly #panel: StatePanel<State, Message, { readonly type: 'copied'; readonly what: string }>;
  protected shown: Shown;
  preview: boolean;
  /** Cancels the `load` under way; `undefined` if there is none. */
  #loading: AbortController | undefined;
  /** The problem that was drawn last. */
  #problem: PanelProblem | undefined;
  readonly #onChange: () => void;

  constructor(parts: PanelParts<Message>, shown: Shown, preview: boolean) {
    this.session = parts.session;
    this.#onChange = parts.onChange;
    this.#panel = new StatePanel(
      parts.type,
      parts.tab,
      (message) => this.#handle(message),
      () => {
        this.#loading?.abort();
        this.#loading = undefined;
        parts.onClose();
      },
    );
    this.shown = shown;
    this.preview = preview;
    parts.tab.onDidChangeViewState(() => {
      parts.onChange();
      // The wait may have ended while the tab was hidden.
      this.followWait();
    });
    void this.load();
  }

  get key(): string {
    return this.shown.key;
  }

  /** True if another account is in use or sample data was stopped; false after a sign-out. */
  get isOfAnotherAccount(): boolean {
    const { account } = this.shown;
    if (account === undefined) return false;
    const { current } = this.session;
    return current ? current.account !== account : account === SAMPLE;
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
    const isLoaded = !this.busy && !outage && waits !== true;
    return this.visible && isLoaded ? this.refs : [];
  }

  retry(): Promise<void> {
    return this.load();
  }

  /** Makes the panel no longer a preview. The page is updated at the next `load` or `repaint`. */
  keepOpen(): void {
    this.preview = false;
  }

  /** Shows another row in this tab, and nothing of the one before. */
  reuse(shown: Shown, preview: boolean): void {
    this.#panel.clear();
    this.shown = shown;
    this.preview = preview;
    void this.load();
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(preserveFocus);
  }

  /** Refetches this row alone; until then it stays as shown. Closes a panel of another account. */
  async load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    // Wait for the connection, because it decides which images the page may load. If the page were
    // replaced while it loads, the tab could stay empty.
    await this.session.ready();
    if (this.#loading !== loading) return;
    if (this.isOfAnotherAccount) {
      this.dispose();
      return;
    }
    const { shown } = this;
    const { current } = this.session;
    shown.account ??= current?.account;
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

  /**
   * Call this when the wait that the service asks for has changed. A visible panel that shows the
   * wait is loaded again: it then shows the row, or the new end of the wait.
   */
  followWait(): void {
    if (this.shown.waits && this.visible && !this.busy) void this.load();
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

  /** Call this when the status of the service has changed: repaints if that changes the problem. */
  followService(): void {
    const problem = this.problem;
    if (JSON.stringify(problem) !== JSON.stringify(this.#problem)) this.repaint();
  }

  repaint(): void {
    this.#problem = this.problem;
    const sample = this.#isSample;
    const { loadImages } = settings;
    const { state, title } = this.draw({
      ref: this.key,
      service: this.shown.account,
      sample,
      preview: this.preview,
      problem: this.#problem,
      ...((!this.session.current || !settings.keepRows) && { forget: true }),
      // Sample images come from this machine: nobody learns that they are loaded.
      loadImages: sample && loadImages === 'onClick' ? 'always' : loadImages,
    });
    this.#panel.show(state, title, this.images);
    this.#onChange();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Why nothing of the service can be read now; see `serviceProblem`. */
  protected get problem(): PanelProblem | undefined {
    const { current } = this.session;
    if (!current || this.isOfAnotherAccount) return undefined;
    return serviceProblem(this.session, this.shown.outage);
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

  /** Handles a message of the page; those about an earlier row of the tab do not get here. */
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
    const { key } = this;
    await vscode.env.clipboard.writeText(text);
    // The tab may have been given to another row.
    if (key === this.key) this.#panel.notify({ type: 'copied', what });
  }

  async #handle(message: Message): Promise<void> {
    if ('ref' in message && message.ref !== this.key) return;
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
    return this.shown.account === SAMPLE;
  }
}
