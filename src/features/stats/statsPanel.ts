import * as vscode from 'vscode';
import { SAMPLE, type Session } from '../../connection/session.ts';
import { describeStatsFailure } from '../../core/messages/failureMessages.ts';
import { formatRef, type ProjectRef, type ProjectStats } from '../../core/model/model.ts';
import { type Failure, isServiceError, remainingWait } from '../../core/model/serviceError.ts';
import { showError } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { imageSource } from '../../protocol/imageSource.ts';
import type {
  FromStatsPanel,
  PanelProblem,
  ProjectFacts,
  StatsCounts,
  StatsState,
} from '../../protocol/stats.ts';
import type { StatsPanelView } from './statsPanelView.ts';

/** A longer wait is said in words only: nobody watches a clock for hours. */
const LONGEST_COUNTDOWN_MS = 3_600_000;

/** One project's panel: asks for its stats and hands the view one whole state after each change. */
export class StatsPanel implements vscode.Disposable {
  readonly #ref: ProjectRef;
  readonly #view: StatsPanelView;
  readonly #session: Session;
  readonly #messages: vscode.Disposable;
  #facts: ProjectFacts | undefined;
  #preview: boolean;
  /** Whose data the panel shows: another account may know another project by this id. */
  #account: string | undefined;
  #counts: StatsCounts | undefined;
  #asOf: number | undefined;
  #problem: PanelProblem | undefined;
  #flight: AbortController | undefined;
  #stopped = false;

  constructor(
    ref: ProjectRef,
    view: StatsPanelView,
    session: Session,
    known: {
      readonly facts: ProjectFacts | undefined;
      readonly service?: string;
      readonly preview?: boolean;
    },
  ) {
    this.#ref = ref;
    this.#view = view;
    this.#session = session;
    this.#facts = known.facts;
    this.#preview = known.preview ?? false;
    this.#account = known.service ?? session.current?.account;
    this.#messages = view.onMessage((message) => {
      this.#answer(message).catch((error: unknown) => {
        void showError(`Mintscope: ${String(error)}`);
      });
    });
  }

  reveal(preserveFocus: boolean): void {
    this.#view.reveal(preserveFocus);
  }

  /** Whether a click on another row shows that project in this tab instead. */
  get preview(): boolean {
    return this.#preview;
  }

  /** The page is told with the next `load` or `repaint`. */
  keepOpen(): void {
    this.#preview = false;
  }

  /** Ends this panel and leaves its tab, with nothing to show, to another project. */
  handOver(): StatsPanelView {
    this.#stop();
    this.#view.clear();
    return this.#view;
  }

  isShownIn(view: StatsPanelView): boolean {
    return this.#view === view;
  }

  /** Asks for the stats anew; the numbers shown stay until others have come. */
  async load(): Promise<void> {
    this.#flight?.abort();
    const flight = new AbortController();
    this.#flight = flight;
    // Which images the page may load depends on the connection, and a page that is replaced while
    // it loads can be lost: so nothing is shown before the connection is known.
    await this.#session.ready();
    if (this.#flight !== flight) return;
    this.repaint();
    const connection = this.#session.current;
    if (this.#isOfAnotherAccount) {
      this.dispose();
      return;
    }
    this.#account ??= connection?.account;
    if (!connection) {
      this.#end(flight, { problem: this.#noConnection() });
      return;
    }
    const askedAt = Date.now();
    try {
      // Numbers of a request that another reader made earlier would be older than `askedAt` says.
      const stats = await connection.client.stats(this.#ref, flight.signal, 'anew');
      this.#end(flight, { read: { stats, askedAt } });
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.#end(flight, { problem: this.#describe(error.failure, connection.address.host) });
    }
  }

  /** The list has told, or told anew, what the project is called and so on. */
  showFacts(facts: ProjectFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.#facts)) return;
    this.#facts = facts;
    this.repaint();
  }

  /** Whether the window has left the account this panel is about; signed out, it may come back. */
  get #isOfAnotherAccount(): boolean {
    if (this.#account === undefined) return false;
    const { current } = this.#session;
    return current ? current.account !== this.#account : this.#account === SAMPLE;
  }

  repaint(): void {
    const loopback = this.#session.current?.address.loopback ?? false;
    const state: StatsState = {
      ref: formatRef(this.#ref),
      loading: this.#flight !== undefined,
      ...(this.#account !== undefined && { service: this.#account }),
      sample: this.#account === SAMPLE,
      preview: this.#preview,
      loadImages: settings.loadImages,
      ...(this.#facts && { facts: loadableFacts(this.#facts, loopback) }),
      ...(this.#counts && { counts: this.#counts }),
      ...(this.#asOf !== undefined && { asOf: this.#asOf }),
      ...(this.#problem && { problem: this.#problem }),
    };
    this.#view.show(state, loopback);
  }

  dispose(): void {
    this.#stop();
    this.#view.dispose();
  }

  #stop(): void {
    this.#messages.dispose();
    this.#stopped = true;
    this.#flight?.abort();
    this.#flight = undefined;
  }

  #end(
    flight: AbortController,
    result: {
      readonly read?: { readonly stats: ProjectStats; readonly askedAt: number };
      readonly problem?: PanelProblem;
    },
  ): void {
    // An answer that was overtaken by a newer request says nothing any more.
    if (this.#flight !== flight) return;
    this.#flight = undefined;
    this.#problem = result.problem;
    if (result.read) {
      this.#counts = countsOf(result.read.stats);
      this.#asOf = result.read.askedAt;
    }
    this.repaint();
  }

  #noConnection(): PanelProblem {
    const { failure } = this.#session;
    return failure
      ? {
          message: `${failure.message} Until it works, nobody is signed in here.`,
          action: 'retry',
        }
      : { message: 'Sign in to see these numbers.', action: 'signIn' };
  }

  #describe(failure: Failure, host: string): PanelProblem {
    const { reason, hint, action } = describeStatsFailure(failure, this.#ref, host);
    const waitMs = remainingWait(failure, 0) ?? Infinity;
    const countedDown = waitMs <= LONGEST_COUNTDOWN_MS;
    return {
      message: `${reason} ${hint}`,
      action,
      ...(countedDown && { retryAt: Date.now() + waitMs }),
    };
  }

  async #answer(message: FromStatsPanel): Promise<void> {
    if ('ref' in message && message.ref !== formatRef(this.#ref)) return;
    switch (message.type) {
      case 'ready':
        return;
      case 'refresh':
        this.#session.probeNow();
        return this.load();
      case 'signIn':
        await vscode.commands.executeCommand('mintscope.signIn');
        return;
      case 'copy': {
        const text = message.what === 'id' ? this.#ref.id : this.#facts?.mintAddress;
        if (text === undefined) return;
        await vscode.env.clipboard.writeText(text);
        // The tab may show another project by now.
        if (!this.#stopped) this.#view.showCopied(message.what);
        return;
      }
      case 'keepOpen':
        this.keepOpen();
        this.repaint();
    }
  }
}

/** Without an image that the page may not load. */
function loadableFacts({ image, ...words }: ProjectFacts, loopback: boolean): ProjectFacts {
  const source = imageSource(image, loopback);
  return { ...words, ...(source && { image: source.address }) };
}

/** What of the stats goes to the page. `Required`, so that the compiler misses a count left out. */
function countsOf(stats: ProjectStats): Required<StatsCounts> {
  const { total, confirmed, processing, pending, further } = stats;
  return { total, confirmed, processing, pending, further };
}
