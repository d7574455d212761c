import type { StatsState } from '../../../src/features/stats/messages.ts';
import type { ToPage } from '../../../src/core/panel/panel.ts';
import { EventEmitter, Uri } from './values.ts';

/** The editor in front: a panel or the tab of a document. */
let front: object | undefined;

export function inFront(): object | undefined {
  return front;
}

export function bringToFront(editor: object | undefined): void {
  front = editor;
}

/**
 * A webview panel with its page, which sends `ready` each time it is built. As in the editor, using
 * a closed panel throws.
 */
export class FakePanel {
  iconPath: unknown;
  readonly viewType: string;
  readonly uri: Uri;
  /** Each message that reached the page. Panels other than that of stats get other types. */
  readonly received: ToPage<StatsState>[] = [];
  /** Called when the editor reports a change of the tab. */
  onTab: () => void = () => undefined;
  /** Whether it took the focus when it last came to the front. */
  focused = true;
  readonly pages: string[] = [];
  disposed = false;
  /** The group of editors that its tab is in, and whether the next preview takes its place. */
  column = 1;
  isPreview = false;
  #title: string;
  #visible = true;
  #built = false;
  readonly #messages = new EventEmitter<unknown>();
  readonly #states = new EventEmitter<unknown>();
  readonly #disposals = new EventEmitter<void>();

  readonly onDidChangeViewState = this.#states.event;
  readonly onDidDispose = this.#disposals.event;
  readonly #webview;

  constructor(viewType: string, uri: Uri) {
    this.viewType = viewType;
    this.uri = uri;
    // Until the extension sets another one.
    this.#title = uri.path.split('/').at(-1) ?? '';
    bringToFront(this);
    const setPage = (html: string) => {
      this.pages.push(html);
      this.#build();
    };
    const post = (message: ToPage<StatsState>) => {
      // The page runs in another process: it gets a copy as JSON, and anything but data is refused.
      const copy: unknown = JSON.parse(JSON.stringify(structuredClone(message)));
      if (this.#built) this.received.push(copy as ToPage<StatsState>);
      return Promise.resolve(this.#built);
    };
    this.#webview = {
      options: {},
      cspSource: 'https://*.vscode-cdn.net',
      asWebviewUri: ({ path }: Uri) =>
        Uri.parse(`https://file+.vscode-resource.vscode-cdn.net${path}`),
      onDidReceiveMessage: this.#messages.event,
      postMessage: post,
      set html(html: string) {
        setPage(html);
      },
    };
  }

  get webview() {
    this.#assertOpen();
    return this.#webview;
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#assertOpen();
    this.#title = title;
    this.onTab();
  }

  get visible(): boolean {
    this.#assertOpen();
    return this.#visible;
  }

  get state(): StatsState | undefined {
    return this.received.findLast((message) => message.type === 'state')?.state;
  }

  /** What the user reads: the title, the counts and the problem. */
  get sees(): string {
    const { counts, problem, loading } = this.state ?? {};
    const { confirmed = '–', total = '–' } = counts ?? {};
    return [
      this.title,
      ...(counts ? [`${confirmed} of ${total} confirmed`] : []),
      ...(loading === true ? ['loading'] : []),
      ...(problem ? [`${problem.message} [${problem.action}]`] : []),
    ].join(' | ');
  }

  says(message: unknown): void {
    this.#messages.fire(message);
  }

  /** The editor discards the page of a hidden panel, and builds it again when it is shown. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.#built = false;
    this.#states.fire(undefined);
    if (visible) this.#build();
  }

  reveal(_column?: number, preserveFocus = false): void {
    this.#assertOpen();
    this.focused = !preserveFocus;
    this.setVisible(true);
    bringToFront(this);
    this.onTab();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    if (front === this) front = undefined;
    this.#disposals.fire();
    this.onTab();
  }

  #build(): void {
    this.#built = false;
    setImmediate(() => {
      if (this.disposed || !this.#visible) return;
      this.#built = true;
      this.says({ type: 'ready' });
    });
  }

  #assertOpen(): void {
    if (this.disposed) throw new Error('Webview is disposed');
  }
}
