import type { PagedList } from '../../core/lists/pagedList.ts';
import { isUnread, RemainingPages } from '../../core/lists/remainingPages.ts';
import type { Project } from '../../core/model/model.ts';

/** The progress of reading a list. If it has `failed`, the state of the list says why. */
export type WholeListPhase = 'reading' | 'paused' | 'stopped' | 'failed' | 'read';

/** Reads all pages of the list of projects, which the portfolio shares with the view. */
export class WholeList {
  readonly #list: PagedList<Project>;
  readonly #pages: RemainingPages;
  readonly #onChange: () => void;
  #phase: WholeListPhase = 'reading';
  /** Identifies the newest reading. */
  #run: symbol | undefined;
  /** Whether the loaded pages are to be refetched. An interrupted refresh leaves it true. */
  #refetches = false;
  /** The run whose refresh is under way. */
  #refreshing: symbol | undefined;

  /** @param onChange called when the phase has changed. */
  constructor(list: PagedList<Project>, onChange: () => void) {
    this.#list = list;
    this.#pages = new RemainingPages([list]);
    this.#onChange = onChange;
  }

  get phase(): WholeListPhase {
    return this.#phase;
  }

  /**
   * Reads the remaining pages.
   * @param refetches whether to refetch the loaded pages first; also done if an earlier call failed to.
   */
  async read(refetches: boolean): Promise<void> {
    const run = Symbol();
    this.#run = run;
    this.#refetches ||= refetches;
    this.#enter('reading');
    const list = this.#list;
    const { asOf } = list.state;
    if (this.#refetches) {
      this.#refreshing = run;
      await list.refresh();
      if (this.#refreshing === run) this.#refreshing = undefined;
    }
    if (list.state.asOf !== asOf) this.#refetches = false;
    if (this.#run === run) await this.#pages.read();
    // The user may have started other work of the list.
    while (this.#run === run && list.state.work) await list.idle();
    if (this.#run !== run) return;
    this.#run = undefined;
    // Another refresh may have taken the place of this one.
    if (list.state.asOf !== asOf) this.#refetches = false;
    const { failure } = list.state;
    const isIncomplete = this.#refetches || isUnread(list.state);
    // The service gives no further rows, whatever its totals say.
    if (!this.#refetches && failure?.failure.kind === 'noPage') this.#enter('read');
    else if (failure && isIncomplete) this.#enter('failed');
    else this.#enter(isIncomplete ? 'stopped' : 'read');
  }

  stop(phase: 'paused' | 'stopped'): void {
    this.end();
    this.#enter(phase);
  }

  /** Cancels a refresh or a Load All started here, not one of the user. Calls no `onChange`. */
  end(): void {
    if (this.#run === undefined) return;
    if (this.#refreshing === this.#run) this.#list.cancel();
    this.#run = undefined;
    this.#pages.stop();
  }

  #enter(phase: WholeListPhase): void {
    this.#phase = phase;
    this.#onChange();
  }
}
