import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../connection/activeConnection.ts';
import { followConnection } from '../connection/perConnection.ts';
import { isDown } from '../connection/serviceStatus.ts';
import type { Session } from '../connection/session.ts';
import { Later } from '../core/base/later.ts';
import { describeFailure, describeStatsFailure } from '../core/messages/failureMessages.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { type Failure, isOutage, isServiceError } from '../core/model/serviceError.ts';
import { imagePolicy, imageSource } from '../core/panel/imageSource.ts';
import type { Guard } from '../core/panel/is.ts';
import type { PanelProblem, RowState } from '../core/panel/panel.ts';
import { formatTime } from '../editor/locale.ts';
import { showError } from '../editor/notify.ts';
import { settings } from '../editor/settings.ts';
import { hasFocus, onDidChangeFocus, setPanelFocus } from '../editor/windowFocus.ts';
import { Polling } from '../stats/polling.ts';
import { acknowledgedOf, watchedOf } from '../stats/rowFacts.ts';
import { type NewReading, readerOf } from '../stats/statsReader.ts';
import { isSameResource, type PlaceOf, type Resource, type RowAddress, toUri } from './address.ts';
import { pageHtml, webviewOptions } from './pageHtml.ts';
import { noConnectionProblem, otherSignInWords, serviceProblem } from './panelProblems.ts';
import { type Opening, shownAs } from './rowTabs.ts';
import { runCommand } from '../editor/commandRegistry.ts';

interface Typed {
  readonly type: string;
}

/** What a panel shows, apart from what its type adds. */
export interface ShownRow {
  /** Why the panel's own last request failed, and when, in milliseconds since 1970. */
  failed?: { readonly failure: Failure; readonly at: number } | undefined;
}

/** What the types of panels differ in. */
interface PanelType<Shown, Message> {
  /** See `pageHtml`. */
  readonly page: string;
  /** `false` if its page loads no images. */
  readonly hasImages?: false;
  readonly isMessage: Guard<Message>;
  /** Makes what is known before anything is read, without the account of the address too. */
  readonly first: () => Shown;
}

/** The state to send to the page, and the title of the tab. */
interface Drawn {
  readonly state: object;
  readonly title: string;
}

/** The commands that every page can run, by the types of their messages. */
const COMMANDS = {
  signIn: 'mintscope.signIn',
  switchConnection: 'mintscope.switchConnection',
  showLog: 'mintscope.showLog',
} as const;

type Handled = 'ready' | 'focus' | 'blur' | keyof typeof COMMANDS;

/** The messages that each type of panel handles itself. */
export type Act<Message> = Exclude<Message, { readonly type: Handled }>;

/** A tab that shows one resource. Its page gets complete states, one each time it has loaded. */
export abstract class RowPanel<Shown extends ShownRow = ShownRow, Message extends Typed = Typed>
  implements vscode.Disposable
{
  readonly uri: vscode.Uri;
  protected readonly session: Session;
  protected shown: Shown;
  /** Repaints a visible panel whose texts become old. */
  protected readonly ageing: Later;
  readonly #panels: RowPanels;
  /** Of the address, which stands for its account. */
  readonly #place: string;
  readonly #panel: vscode.WebviewPanel;
  readonly #type: PanelType<Shown, Message>;
  /** The sources of images of the page shown; `undefined` before there is a page. */
  #images: string | undefined;
  /** Whether the connection has been looked up. It decides which images a page may load. */
  #isBegun = false;
  /** Whether the page has loaded. */
  #isReady = false;
  protected isClosed = false;
  /** Cancels the `load` under way; `undefined` if there is none. */
  #loading: AbortController | undefined;

  constructor(panels: RowPanels, tab: RowTab, type: PanelType<Shown, Message>) {
    const { panel, place, uri } = tab;
    this.uri = uri;
    this.session = panels.session;
    this.shown = type.first();
    this.ageing = new Later(this.session.clock, () => {
      if (this.visible) this.repaint();
    });
    this.#panels = panels;
    this.#place = place;
    this.#panel = panel;
    this.#type = type;
    panel.iconPath = vscode.Uri.joinPath(panels.extensionUri, 'media', 'icon.svg');
    panel.webview.options = webviewOptions(panels.extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.#receive(message);
    });
    panel.onDidChangeViewState(() => {
      // A wait may have ended, and texts became old, while the tab was hidden.
      if (this.visible) {
        this.followService();
        return;
      }
      setPanelFocus(this, false);
      panels.update();
    });
    panel.onDidDispose(() => {
      this.isClosed = true;
      setPanelFocus(this, false);
      this.cancel();
      this.ageing.cancel();
      panels.remove(this);
    });
    panels.add(this);
    void this.load();
  }

  /** The connection in use, if the address is one of its account. */
  get connection(): ActiveConnection | undefined {
    return this.isOfAnotherAccount ? undefined : this.session.current;
  }

  get busy(): boolean {
    return this.#loading !== undefined;
  }

  get visible(): boolean {
    return !this.isClosed && this.#panel.visible;
  }

  /** Whether it shows an outage, of its own last request or of the service. */
  get failed(): boolean {
    const { outage } = this.session;
    const isOfService = this.connection !== undefined && outage !== undefined;
    return this.hasOutage || (isOfService && isDown(this.session));
  }

  protected get hasOutage(): boolean {
    const { failed } = this.shown;
    return failed !== undefined && isOutage(failed.failure);
  }

  /** The projects whose counts are to be kept young: none while hidden or read by `load`. */
  get polled(): readonly ProjectRef[] {
    const isLoaded = !this.busy && !this.#waits && !this.isOfAnotherAccount;
    return this.visible && isLoaded ? this.refs : [];
  }

  retry(): Promise<void> {
    return this.load();
  }

  /** Reads it again because the user asks for it; first looks up the connection if that has failed. */
  async refresh(): Promise<void> {
    // All panels are loaded after the lookup.
    if (this.session.failure) return this.session.retry();
    this.session.probeNow();
    return this.load();
  }

  /** Refetches this resource alone; until then it stays as shown. */
  async load(): Promise<void> {
    this.cancel();
    const loading = new AbortController();
    const { signal } = loading;
    this.#loading = loading;
    try {
      await this.session.ready();
      // A newer `load` has replaced this one, or the panel was closed.
      if (signal.aborted) return;
      this.#isBegun = true;
      const { connection } = this;
      if (connection) this.recall?.(connection);
      // While the sign-in cannot be looked up, it may be the same as before.
      else if (!this.session.failure) this.shown = this.#type.first();
      this.repaint();
      const { shown } = this;
      const result = await this.read(connection, signal);
      if (this.#loading === loading) Object.assign(shown, result);
    } finally {
      if (this.#loading === loading) {
        this.#loading = undefined;
        this.repaint();
      }
    }
  }

  protected cancel(): void {
    this.#loading?.abort();
    this.#loading = undefined;
  }

  /** Shows the newest reading of a project, whichever surface has requested it. */
  showReading(reading: NewReading): void {
    if (this.isOfAnotherAccount || !this.#shows(reading.ref)) return;
    this.addReading?.(reading);
    this.shown.failed = undefined;
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

  /** Shows the row as its list has it. */
  followList?(): void;

  /** Call this when the status of the service, or the wait that it asks for, may have changed. */
  followService(): void {
    if (this.#waits && this.visible && !this.busy) void this.load();
    else this.repaint();
  }

  repaint(): void {
    if (!this.isClosed && this.#isBegun) this.show(this.drawn());
  }

  protected drawn(): Drawn {
    const sample = this.#isSample;
    const { loadImages } = settings;
    return this.draw({
      sample,
      problem: this.problem,
      // Sample images come from this machine: nobody learns that they are loaded.
      loadImages: sample && loadImages === 'onClick' ? 'always' : loadImages,
    });
  }

  protected show({ state, title }: Drawn): void {
    if (this.isClosed) return;
    if (this.#panel.title !== title) this.#panel.title = title;
    const images = this.images.join(' ') || "'none'";
    // If a page were replaced while it loads, the tab could stay empty: `ready` paints again.
    if (this.#images !== images && (this.#isReady || this.#images === undefined)) {
      this.#images = images;
      this.#isReady = false;
      const { webview } = this.#panel;
      webview.html = pageHtml(webview, this.#panels.extensionUri, this.#type.page, images);
    }
    this.notify({ type: 'state', state });
    this.#panels.update();
  }

  dispose(): void {
    if (!this.isClosed) this.#panel.dispose();
  }

  /** Whether the account in use is another one than that of the address. */
  protected get isOfAnotherAccount(): boolean {
    const { current } = this.session;
    return current !== undefined && !this.#panels.isOf(current.account, this.#place);
  }

  /** Why what is shown cannot be brought up to date; `undefined` if it can. */
  protected get problem(): PanelProblem | undefined {
    const { session } = this;
    const { failed } = this.shown;
    if (this.isOfAnotherAccount) return { message: otherSignInWords(), action: 'switchConnection' };
    if (!session.current) return noConnectionProblem(session.failure);
    const down = serviceProblem(session);
    if (down || !failed) return down;
    const time = (ms: number) => formatTime(failed.at + ms);
    const [ref] = this.refs;
    const { reason, hint, action, code } = ref
      ? describeStatsFailure(failed.failure, ref, session.host, time, true)
      : describeFailure(failed.failure, session.host, time);
    return { message: [reason, hint].join(' ').trim(), action, code };
  }

  /** Whether the row is read again after a wait that the service asks for. */
  get #waits(): boolean {
    return this.shown.failed?.failure.kind === 'rateLimited';
  }

  /** The projects whose counts are shown. */
  protected get refs(): readonly ProjectRef[] {
    return [];
  }

  /** Adds to `shown` a reading of one of `refs`. */
  protected addReading?(reading: NewReading): void;

  /** Adds to `shown` why one of `refs` could not be read. */
  protected addFailure?(ref: ProjectRef, failure: Failure): void;

  /** Adds to `shown` what is stored of the row, to be shown until the row is read. */
  protected recall?(connection: ActiveConnection): void;

  /**
   * Requests this resource alone. Resolves with the members of `shown` that change.
   * @param connection `undefined` while signed out, and at an address of another account.
   */
  protected abstract read(
    connection: ActiveConnection | undefined,
    signal: AbortSignal,
  ): Promise<Partial<Shown>>;

  protected abstract draw(common: RowState): Drawn;

  /** Handles a message of the page. If it rejects, the user sees why. */
  protected abstract act(message: Act<Message>): Promise<void>;

  /** Called each time the page has loaded, after the state was sent, to send the rest. */
  protected greetPage?(): void;

  /** The member of `shown` that says why a request failed; without an argument, that none did. */
  protected failedBy(failure?: Failure): ShownRow {
    return { failed: failure && { failure, at: this.session.clock.now() } };
  }

  /** Where the page may load images from. */
  protected get images(): readonly string[] {
    const { current } = this.session;
    if (this.#type.hasImages === false || settings.loadImages === 'never') return [];
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

  /** Sends a message. One to a hidden or loading page is lost; a state is sent again then. */
  protected notify(message: Typed & Readonly<Record<string, unknown>>): void {
    if (this.#isReady && this.visible) void this.#panel.webview.postMessage(message);
  }

  /** Copies a text, if there is one, and tells the page that `what` was copied; it shows a tick. */
  protected async copy(what: string, text: string | undefined): Promise<void> {
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    this.notify({ type: 'done', what });
  }

  #receive(message: unknown): void {
    if (this.isClosed || !this.#type.isMessage(message)) return;
    const { type } = message;
    if (type === 'focus' || type === 'blur') {
      setPanelFocus(this, type === 'focus');
      return;
    }
    if (type === 'ready') {
      this.#isReady = true;
      this.repaint();
      this.greetPage?.();
      return;
    }
    const done =
      type in COMMANDS
        ? runCommand(COMMANDS[type as keyof typeof COMMANDS])
        : this.act(message as Act<Message>);
    done.then(undefined, (error: unknown) => {
      void showError(`Mintscope: ${String(error)}`);
    });
  }

  #shows(ref: ProjectRef): boolean {
    return this.refs.some((one) => one === ref);
  }

  get #isSample(): boolean {
    return this.#panels.isOf(SAMPLE, this.#place);
  }
}

/** The least time between two readings of a project whose panel is visible. */
const LEAST_MS = 5_000;

/** An editor that is to show a resource. */
export interface RowTab extends RowAddress {
  readonly uri: vscode.Uri;
  /** Empty; the editor shows it, and closes it with its tab. */
  readonly panel: vscode.WebviewPanel;
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
  readonly #all = new Set<RowPanel>();
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
      onDidChangeFocus(() => {
        this.update();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.loadImages')) this.#repaint();
      }),
      followConnection(session, (current) => (current ? this.#keepYoung(current) : [])),
    ];
  }

  get all(): readonly RowPanel[] {
    return [...this.#all];
  }

  at(uri: vscode.Uri): readonly RowPanel[] {
    return this.all.filter((panel) => isSameResource(panel.uri, uri));
  }

  isOf(account: string | undefined, place: string): boolean {
    return account !== undefined && this.#placeOf(account) === place;
  }

  /** The address of a resource of the account in use; `undefined` while signed out. */
  uriOf(resource: Resource, title: string): vscode.Uri | undefined {
    const { account } = this.session;
    return account === undefined ? undefined : toUri(this.#placeOf(account), resource, title);
  }

  /** Opens the tab of a resource, or shows it and reads it again. Does nothing while signed out. */
  async open(
    resource: Resource,
    title: string,
    { asText = false, ...options }: Opening,
  ): Promise<void> {
    const made = this.uriOf(resource, title);
    if (!made) return;
    const uri = shownAs(made) ?? made;
    if (asText) await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
    else {
      for (const panel of this.at(uri)) void panel.load();
      await vscode.commands.executeCommand('vscode.open', uri, options);
    }
  }

  add(panel: RowPanel): void {
    this.#all.add(panel);
  }

  remove(panel: RowPanel): void {
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
      leastMs: () => (hasFocus() && !isDown(session) ? LEAST_MS : undefined),
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
