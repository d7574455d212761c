import type { Clock } from '../base/clock.ts';
import { concernsOneProject, type Failure } from '../model/serviceError.ts';
import { isOutage, isServiceError } from '../model/serviceError.ts';
import { AskedPause, waitAfter } from './askedPause.ts';

/** Requests under way at a time, as many as the policy allows. */
export const MOST_UNDER_WAY = 4;

/** What a sweep is made of. */
export interface SweepParts {
  readonly clock: Clock;
  /** Reads one project. Rejects with a `ServiceError`; `signal` aborts on `cancel`. */
  readonly read: (key: string, signal: AbortSignal) => Promise<void>;
  /** Called when a project was read, has failed, or is read because a person asked for it. */
  readonly onRow: (key: string) => void;
  /** Called when the phase, the problem, the wait or the number left has changed. */
  readonly onChange: () => void;
  /** Until when the service has asked an earlier sweep to wait, in milliseconds since 1970. */
  readonly waitUntil?: number | undefined;
}

/** `stopped` by a person, or by a failure that concerns all projects; then there is a problem. */
export type SweepPhase = 'reading' | 'paused' | 'stopped' | 'done';

/** The requests that one `cancel` ends. */
interface Life {
  readonly end: AbortController;
  readonly underWay: Set<string>;
}

/**
 * Reads many projects in the order given, four at a time, by their keys. It can be paused, canceled
 * and resumed; what was read stays. A failure that concerns one project is kept in `failures`. One
 * that concerns all projects stops the sweep; the project is read again when it is resumed. A wait
 * that the service asks for holds all requests back.
 */
export class Sweep {
  readonly #parts: SweepParts;
  /** Why projects could not be read last. */
  readonly failures = new Map<string, Failure>();
  /** The next one last. */
  #queue: string[] = [];
  /** Those that a person asked for and that wait, the next one last. Read in every phase. */
  #asked: string[] = [];
  /** The same with those under way. */
  readonly #wanted = new Set<string>();
  #size = 0;
  #phase: SweepPhase = 'done';
  #problem: Failure | undefined;
  #life: Life = { end: new AbortController(), underWay: new Set() };
  /** Failed since the last success: if an outage stops the sweep, it was their reason too. */
  #suspects: string[] = [];
  readonly #pause: AskedPause;
  /** Requests are paused but for one that tests whether the service works: its answer decides. */
  #isTested = false;
  #isDisposed = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
    const onEnd = () => {
      parts.onChange();
      this.#fill();
    };
    this.#pause = new AskedPause(parts.clock, onEnd, parts.waitUntil);
  }

  get phase(): SweepPhase {
    return this.#phase;
  }

  /** Why it was stopped, if no person did. */
  get problem(): Failure | undefined {
    return this.#problem;
  }

  /** Until when the service asks for no request, in milliseconds since 1970. */
  get waitUntil(): number | undefined {
    return this.#pause.until;
  }

  /** How far it is, from 0 to 1. */
  get progress(): number {
    return this.#size === 0 ? 1 : Math.max(0, 1 - this.#queue.length / this.#size);
  }

  /** How many of the projects were read or have failed, and how many there are. */
  get count(): { readonly done: number; readonly of: number } {
    const underWay = [...this.#life.underWay].filter((key) => !this.#wanted.has(key));
    return { done: this.#size - this.#queue.length - underWay.length, of: this.#size };
  }

  /** Whether a person asked for this project and it was not answered yet. */
  isAsked(key: string): boolean {
    return this.#wanted.has(key);
  }

  /** Reads these projects, and no longer those that were left. */
  start(keys: readonly string[]): void {
    this.#endLife();
    this.#queue = keys.toReversed();
    this.#size = keys.length;
    this.#begin();
  }

  /** Reads these too, after those that are left. Goes on if it was done. */
  add(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#queue = [...keys.toReversed(), ...this.#queue];
    this.#size = this.#phase === 'done' ? keys.length : this.#size + keys.length;
    if (this.#phase === 'done') this.#begin();
    else this.#parts.onChange();
  }

  /** Those under way are awaited. */
  pause(): void {
    if (this.#phase === 'reading') this.#enter('paused');
  }

  /** Goes on after `pause`, `cancel` or a problem. A wait that the service asked for stays. */
  resume(): void {
    if (this.#phase === 'paused' || this.#phase === 'stopped') this.#begin();
  }

  /** Ends all requests at once. */
  cancel(): void {
    this.#endLife();
    if (this.#phase !== 'done') this.#enter('stopped');
  }

  /** Ends all for good: from then on nothing is read. */
  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
    this.#pause.dispose();
  }

  /** Reads these projects next, because a person asked for them; also while paused or stopped. */
  retry(keys: readonly string[]): void {
    if (this.#isDisposed) return;
    const fresh = keys.filter((key) => !this.#wanted.has(key));
    this.#asked.unshift(...fresh.toReversed());
    for (const key of fresh) {
      this.#wanted.add(key);
      this.#parts.onRow(key);
    }
    this.#fill();
  }

  #begin(): void {
    if (this.#isDisposed) return;
    this.#problem = undefined;
    this.#suspects = [];
    this.#enter('reading');
    this.#fill();
  }

  #enter(phase: SweepPhase): void {
    this.#phase = phase;
    this.#parts.onChange();
  }

  /** Ends the requests under way. Those of the sweep are put back. */
  #endLife(): void {
    const { end, underWay } = this.#life;
    const wanted = [...this.#wanted];
    this.#putBack([...underWay].filter((key) => !this.#wanted.has(key)));
    this.#asked = [];
    this.#wanted.clear();
    this.#isTested = false;
    this.#life = { end: new AbortController(), underWay: new Set() };
    end.abort();
    for (const key of wanted) this.#parts.onRow(key);
  }

  #fill(): void {
    const { underWay } = this.#life;
    if (this.#isTested || this.#pause.until !== undefined) return;
    while (underWay.size < MOST_UNDER_WAY) {
      const asked = this.#asked.pop();
      const key = asked ?? (this.#phase === 'reading' ? this.#queue.pop() : undefined);
      if (key === undefined) break;
      if (underWay.has(key)) continue;
      void this.#ask(key, this.#life);
    }
    const isDone = underWay.size === 0 && this.#queue.length === 0;
    if (isDone && this.#phase === 'reading') this.#enter('done');
  }

  async #ask(key: string, life: Life): Promise<void> {
    life.underWay.add(key);
    let failure: Failure | undefined;
    try {
      await this.#parts.read(key, life.end.signal);
    } catch (error) {
      failure = isServiceError(error) ? error.failure : { kind: 'internal' };
    }
    // Its key was put back, or is not wanted any more.
    if (life !== this.#life) return;
    life.underWay.delete(key);
    this.#isTested = false;
    if (failure) this.#failed(key, failure);
    else this.#answered(key);
    this.#parts.onRow(key);
    this.#parts.onChange();
    this.#fill();
  }

  #answered(key: string): void {
    this.#wanted.delete(key);
    this.failures.delete(key);
    this.#suspects = [];
    this.#pause.answered();
  }

  #failed(key: string, failure: Failure): void {
    const wait = waitAfter(failure);
    if (concernsOneProject(failure)) {
      if (wait !== undefined) this.#pause.begin(wait);
      this.#wanted.delete(key);
      this.failures.set(key, failure);
      this.#suspects = isOutage(failure) ? [...this.#suspects, key] : [];
      return;
    }
    this.#isTested = failure.kind === 'paused' && this.#life.underWay.size > 0;
    if (wait !== undefined) this.#pause.beginToRepeat(wait);
    if (wait !== undefined || this.#isTested) {
      if (this.#wanted.has(key)) this.#asked.push(key);
      else this.#putBack([key]);
      return;
    }
    this.#wanted.delete(key);
    this.#stop(key, failure);
  }

  /** @param key of the project whose request has failed. */
  #stop(key: string, failure: Failure): void {
    const suspects = this.#suspects.filter((one) => this.failures.delete(one));
    this.#endLife();
    this.#putBack([...suspects, key]);
    this.#problem = failure;
    for (const key of suspects) this.#parts.onRow(key);
    this.#enter('stopped');
  }

  /** Reads these again, before all others. */
  #putBack(keys: readonly string[]): void {
    this.#queue.push(...keys.toReversed());
    this.#size = Math.max(this.#size, this.#queue.length);
  }
}
