import type { StatsState, ToStatsPanel } from '../../../src/protocol/stats.ts';
import { isToPortfolio } from '../../../src/protocol/portfolio.ts';
import { isToCompare } from '../../../src/protocol/compare.ts';
import { isToCollectionPanel } from '../../../src/protocol/collection.ts';
import { isToStatsPanel } from '../../../src/protocol/stats.ts';
import { EventEmitter, Uri } from './values.ts';

/** What the page of each type of panel checks messages by. */
const GUARDS: Readonly<Record<string, (message: unknown) => boolean>> = {
  'mintscope.stats': isToStatsPanel,
  'mintscope.collection': isToCollectionPanel,
  'mintscope.portfolio': isToPortfolio,
  'mintscope.compare': isToCompare,
};

/** What is in front of all editors: a panel or the tab of a document. */
let front: object | undefined;

export function inFront(): object | undefined {
  return front;
}

export function bringToFront(editor: object | undefined): void {
  front = editor;
}

/**
 * A webview panel and the page in it, which says `ready` each time it was built. As in the editor,
 * a panel that is closed throws at who still works on it.
 */
export class FakePanel {
  iconPath: unknown;
  readonly viewType: string;
  /** Each message that reached the page; of another kind in another panel than that of stats. */
  readonly received: ToStatsPanel[] = [];
  /** Messages that were lost because there was no page. */
  readonly lost: ToStatsPanel[] = [];
  /** How often the title was set. */
  titled = 0;
  /** Called when the editor reports a change of the tab. */
  onTab: () => void = () => undefined;
  /** Whether it took the focus when it last came to the front. */
  focused = true;
  /** Each page that was shown. */
  readonly pages: string[] = [];
  disposed = false;
  /** The group of editors that its tab is in, and whether the user has pinned it there. */
  column = 1;
  isPinned = false;
  #title: string;
  #visible = true;
  /** Whether the page is there. */
  #built = false;
  readonly #messages = new EventEmitter<unknown>();
  readonly #states = new EventEmitter<unknown>();
  readonly #disposals = new EventEmitter<void>();

  readonly onDidChangeViewState = this.#states.event;
  readonly onDidDispose = this.#disposals.event;
  readonly #webview;

  constructor(viewType: string, title: string) {
    this.viewType = viewType;
    this.#title = title;
    bringToFront(this);
    const setPage = (html: string) => {
      this.pages.push(html);
      this.#build();
    };
    const pages = this.pages;
    const post = (message: ToStatsPanel) => {
      // Between processes, so what arrives is a copy of the message's JSON, and anything that is no
      // data is refused.
      const copy: unknown = JSON.parse(JSON.stringify(structuredClone(message)));
      // The page shows nothing of a message that it does not take for one of ours.
      if (GUARDS[viewType]?.(copy) === false)
        throw new Error(`Not for the page: ${JSON.stringify(copy)}`);
      const to = this.#built ? this.received : this.lost;
      to.push(copy as ToStatsPanel);
      return Promise.resolve(this.#built);
    };
    this.#webview = {
      options: {},
      cspSource: 'https://*.vscode-cdn.net',
      asWebviewUri: ({ path }: Uri) =>
        Uri.parse(`https://file+.vscode-resource.vscode-cdn.net${path}`),
      onDidReceiveMessage: this.#messages.event,
      postMessage: post,
      get html(): string {
        return pages.at(-1) ?? '';
      },
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
    this.titled++;
    this.#title = title;
    this.onTab();
  }

  get visible(): boolean {
    this.#assertOpen();
    return this.#visible;
  }

  /** The last state that reached the page. */
  get state(): StatsState | undefined {
    return this.received.findLast((message) => message.type === 'state')?.state;
  }

  /** What the user reads: the title, the counts, and what went wrong. */
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

  /** A message from the page. */
  says(message: unknown): void {
    this.#messages.fire(message);
  }

  /** The page of a panel that is not seen is taken down, and built anew afterwards. */
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
