import * as vscode from 'vscode';
import { SAMPLE } from '../../connection/activeConnection.ts';
import type { Recoverable } from '../../connection/recoverable.ts';
import type { Session } from '../../connection/session.ts';
import { type StatsReading, statsOf } from '../../connection/statsCache.ts';
import { forEachCount } from '../../core/model/counts.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { isOutage, isServiceError } from '../../core/model/serviceError.ts';
import { settings } from '../../editor/settings.ts';
import { type PanelType, StatePanel } from '../../editor/statePanel.ts';
import { imagePolicy, imageSource } from '../../protocol/imageSource.ts';
import type {
  FromStatsPanel,
  PanelProblem,
  ProjectFacts,
  StatsState,
  ToStatsPanel,
} from '../../protocol/stats.ts';
import { failureProblem, noConnectionProblem } from './panelProblems.ts';
import { statsTitle } from './statsTabs.ts';

/** What is known of a project before its stats are read: from a list, a row or a saved panel. */
export interface Known {
  readonly facts?: ProjectFacts | undefined;
  /** The account that `facts` are from; the one in use if left out. */
  readonly service?: string;
  readonly preview: boolean;
}

/** What a panel shows of one project. */
interface Shown {
  readonly ref: ProjectRef;
  facts: ProjectFacts | undefined;
  /** The account of the data. In another account the same id may be another project. */
  account: string | undefined;
  /** Kept here too, because the cache may drop a reading that the panel still shows. */
  reading?: StatsReading;
  problem?: PanelProblem | undefined;
  /** Whether `problem` is an outage. */
  outage?: boolean;
}

/** A tab that shows one project's stats, and another one's later if it is a preview. */
export class StatsPanel implements vscode.Disposable, Recoverable {
  readonly #panel: StatePanel<
    StatsState,
    FromStatsPanel,
    Extract<ToStatsPanel, { type: 'copied' }>
  >;
  readonly #session: Session;
  #shown: Shown;
  #preview: boolean;
  #flight: AbortController | undefined;

  constructor(
    type: PanelType<FromStatsPanel>,
    tab: vscode.WebviewPanel,
    session: Session,
    onClose: () => void,
    ref: ProjectRef,
    known: Known,
  ) {
    this.#session = session;
    this.#panel = new StatePanel(
      type,
      tab,
      (message) => this.#answer(message),
      () => {
        this.#flight?.abort();
        this.#flight = undefined;
        onClose();
      },
    );
    this.#shown = this.#begin(ref, known);
    this.#preview = known.preview;
    void this.load();
  }

  /** `t/12`. */
  get key(): string {
    return formatRef(this.#shown.ref);
  }

  /** Whether a click on another row replaces this panel. */
  get preview(): boolean {
    return this.#preview;
  }

  get failed(): boolean {
    return this.#shown.outage === true;
  }

  get busy(): boolean {
    return this.#flight !== undefined;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  retry(): Promise<void> {
    return this.load();
  }

  /** Makes the panel no longer a preview. The page learns of it at the next `load` or `repaint`. */
  keepOpen(): void {
    this.#preview = false;
  }

  /** Shows another project in this tab, and nothing of the one before. */
  reuse(ref: ProjectRef, known: Known): void {
    this.#panel.clear();
    this.#shown = this.#begin(ref, known);
    this.#preview = known.preview;
    void this.load();
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(preserveFocus);
  }

  /** Requests the stats again; the old numbers stay until the new ones arrive. */
  async load(): Promise<void> {
    this.#flight?.abort();
    const flight = new AbortController();
    this.#flight = flight;
    // Wait for the connection, because it decides which images the page may load. If the page were
    // replaced while it loads, the tab could stay empty.
    await this.#session.ready();
    if (this.#flight !== flight) return;
    this.repaint();
    const connection = this.#session.current;
    const shown = this.#shown;
    if (this.#isOfAnotherAccount) {
      this.dispose();
      return;
    }
    shown.account ??= connection?.account;
    const result: Pick<Shown, 'reading' | 'problem' | 'outage'> = {};
    if (connection) {
      try {
        result.reading = await statsOf(connection).get(shown.ref, flight.signal, 'anew');
      } catch (error) {
        if (!isServiceError(error)) throw error;
        result.problem = failureProblem(error.failure, shown.ref, connection.address.host);
        result.outage = isOutage(error.failure);
      }
    } else {
      result.problem = noConnectionProblem(this.#session.failure);
    }
    // A newer request has replaced this one.
    if (this.#flight !== flight) return;
    this.#flight = undefined;
    Object.assign(shown, { problem: undefined, outage: false, ...result });
    this.repaint();
  }

  /** Updates the facts from the list: name, status and so on. */
  showFacts(facts: ProjectFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.#shown.facts)) return;
    this.#shown.facts = facts;
    this.repaint();
  }

  repaint(): void {
    const { facts, account, reading, problem, outage } = this.#shown;
    const loopback = this.#session.current?.address.loopback ?? false;
    const { loadImages } = settings;
    const state: StatsState = {
      ref: this.key,
      loading: this.#flight !== undefined,
      service: account,
      sample: account === SAMPLE,
      preview: this.#preview,
      loadImages,
      facts: facts && loadableFacts(facts, loopback),
      counts: reading && {
        ...forEachCount((name) => reading.stats[name]),
        further: reading.stats.further,
      },
      asOf: reading?.asOf,
      problem: problem && { ...problem, retryAt: outage ? this.#session.retryAt : undefined },
    };
    const images = loadImages === 'never' ? [] : imagePolicy(loopback);
    this.#panel.show(state, statsTitle(state), images);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #begin(ref: ProjectRef, { facts, service }: Known): Shown {
    return { ref, facts, account: service ?? this.#session.current?.account };
  }

  /** Whether another account is in use, or sample data was stopped. Not after other sign-outs. */
  get #isOfAnotherAccount(): boolean {
    const { account } = this.#shown;
    if (account === undefined) return false;
    const { current } = this.#session;
    return current ? current.account !== account : account === SAMPLE;
  }

  async #answer(message: FromStatsPanel): Promise<void> {
    if ('ref' in message && message.ref !== this.key) return;
    switch (message.type) {
      case 'ready':
        return;
      case 'refresh':
        this.#session.probeNow();
        return this.load();
      case 'signIn':
        await vscode.commands.executeCommand('mintscope.signIn');
        return;
      case 'showLog':
        await vscode.commands.executeCommand('mintscope.showLog');
        return;
      case 'copy': {
        const { what } = message;
        const text = what === 'id' ? this.#shown.ref.id : this.#shown.facts?.mintAddress;
        if (text === undefined) return;
        await vscode.env.clipboard.writeText(text);
        // The tab may have been given to another project.
        if (message.ref === this.key) this.#panel.notify({ type: 'copied', what });
        return;
      }
      case 'keepOpen':
        this.keepOpen();
        this.repaint();
    }
  }
}

/** Leaves out an image that the page may not load. */
function loadableFacts({ image, ...words }: ProjectFacts, loopback: boolean): ProjectFacts {
  const source = imageSource(image, loopback);
  return { ...words, ...(source && { image: source.address }) };
}
