import type { Clock } from '../base/clock.ts';
import {
  concernsOneProject,
  type Failure,
  isOutage,
  isServiceError,
} from '../model/serviceError.ts';
import { type SweepCount, SweepQueues, type SweptPart } from './sweepQueues.ts';

/**
 * The most projects of the sweep that are read at a time, and the most of `retry`. A small number,
 * so that a more urgent demand of another surface comes before the next ones.
 */
export const MOST_UNDER_WAY = 4;

/** Why a project is read, the most urgent first: by `retry`, or as a part of the sweep. */
type Part = 'retry' | SweptPart;

export interface SweepParts {
  readonly now: Clock['now'];
  /**
   * Reads one project. Rejects with a `ServiceError`. `signal` aborts once the result is not used.
   * @param isAsked whether the user waits for it (`retry`).
   */
  readonly read: (key: string, isAsked: boolean, signal: AbortSignal) => Promise<void>;
  /**
   * Called when a project was read or has failed, when `isAsked` changes, and when a failure is
   * removed because the sweep has stopped.
   */
  readonly onRow: (key: string) => void;
  /** Called when the phase, the problem or the number left has changed. */
  readonly onChange: () => void;
}

/** `stopped` by the user, or by a failure that concerns all projects; then there is a problem. */
export type SweepPhase = 'reading' | 'paused' | 'stopped' | 'done';

/** Why a project could not be read, and when, in milliseconds since 1970. */
export interface SweepFailure {
  readonly failure: Failure;
  readonly at: number;
}

interface Read {
  readonly key: string;
  readonly part: Part;
}

/**
 * Reads many projects in the given order, by their keys. It can be paused, canceled and resumed;
 * results stay. A failure that concerns one project is in `failures`. One that concerns all
 * projects stops the sweep; then the project is read again after `resume`.
 */
export class Sweep {
  readonly #parts: SweepParts;
  readonly failures = new Map<string, SweepFailure>();
  readonly #queues = new SweepQueues();
  /** The projects of `retry` that have no result yet. They are read in every phase. */
  readonly #retried = new Set<string>();
  readonly #underWay = new Set<Read>();
  #phase: SweepPhase = 'done';
  #problem: Failure | undefined;
  #end = new AbortController();
  /** The reads that failed since the service last worked. If the sweep stops, they are put back. */
  #suspects: Read[] = [];
  /** Whether a read that is under way tests the service. Until one has ended, no other begins. */
  #isTested = false;
  #isDisposed = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  get phase(): SweepPhase {
    return this.#phase;
  }

  /** Why it was stopped, if not by the user. */
  get problem(): Failure | undefined {
    return this.#problem;
  }

  get count(): Readonly<Record<SweptPart, SweepCount>> {
    const underWay = [...this.#underWay].map(({ part }) => part);
    const countOf = (part: SweptPart) =>
      this.#queues.countOf(part, underWay.filter((one) => one === part).length);
    return { changing: countOf('changing'), complete: countOf('complete') };
  }

  /** Whether `retry` was called for this project and it has no result yet. */
  isAsked(key: string): boolean {
    return this.#retried.has(key);
  }

  /** Begins a sweep of these projects, instead of the remaining ones. */
  start(parts: Readonly<Record<SweptPart, readonly string[]>>): void {
    this.#endRequests();
    this.#queues.set(parts);
    this.#begin();
  }

  /** Adds projects after the remaining ones that may have changed. Continues if it was done. */
  add(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const isDone = this.#phase === 'done';
    this.#queues.add(keys, !isDone);
    if (isDone) this.#begin();
    else this.#parts.onChange();
  }

  /**
   * Starts no further request of the sweep.
   * @param endsRequests whether to abort open requests, because the service asks to wait.
   */
  pause(endsRequests: boolean): void {
    if (this.#phase !== 'reading') return;
    if (endsRequests) this.#endRequests();
    this.#enter('paused');
  }

  /** Continues after `pause`, `cancel` or a problem. */
  resume(): void {
    if (this.#phase === 'paused' || this.#phase === 'stopped') this.#begin();
  }

  /** Aborts all requests, also those of `retry`, and stops; `resume` continues the sweep. */
  cancel(): void {
    this.#endRequests();
    if (this.#phase !== 'done') this.#enter('stopped');
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  /** Reads these projects next, because the user waits for them, also while paused or stopped. */
  retry(keys: readonly string[]): void {
    if (this.#isDisposed) return;
    for (const key of keys) {
      this.#retried.add(key);
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

  /** Aborts all requests. Projects of the sweep return to their queue; those of `retry` do not. */
  #endRequests(): void {
    const retried = [...this.#retried];
    this.#putBack([...this.#underWay].filter(({ part }) => part !== 'retry'));
    this.#retried.clear();
    this.#underWay.clear();
    this.#isTested = false;
    this.#end.abort();
    this.#end = new AbortController();
    for (const key of retried) this.#parts.onRow(key);
  }

  #fill(): void {
    for (let read = this.#next(); read; read = this.#next()) void this.#read(read);
    const isLeft = this.#underWay.size > 0 || !this.#queues.isEmpty;
    if (!isLeft && this.#phase === 'reading') this.#enter('done');
  }

  #next(): Read | undefined {
    if (this.#isTested) return undefined;
    const underWay = [...this.#underWay];
    const retried = underWay.flatMap(({ key, part }) => (part === 'retry' ? key : []));
    if (retried.length < MOST_UNDER_WAY) {
      for (const key of this.#retried) if (!retried.includes(key)) return { key, part: 'retry' };
    }
    const isFull = underWay.length - retried.length >= MOST_UNDER_WAY;
    return this.#phase === 'reading' && !isFull ? this.#queues.take() : undefined;
  }

  async #read(read: Read): Promise<void> {
    const { key, part } = read;
    const { signal } = this.#end;
    this.#underWay.add(read);
    let failure: Failure | undefined;
    try {
      await this.#parts.read(key, part === 'retry', signal);
    } catch (error) {
      failure = isServiceError(error) ? error.failure : { kind: 'internal' };
    }
    // The project was put back into its queue, or is no longer needed.
    if (signal.aborted) return;
    this.#underWay.delete(read);
    this.#isTested = false;
    if (failure) this.#failed(read, failure);
    else this.#succeeded(read);
    this.#parts.onRow(key);
    this.#parts.onChange();
    this.#fill();
  }

  #succeeded({ key, part }: Read): void {
    if (part === 'retry') this.#retried.delete(key);
    this.failures.delete(key);
    this.#suspects = [];
  }

  #failed(read: Read, failure: Failure): void {
    const { key, part } = read;
    this.#isTested = failure.kind === 'paused' && this.#underWay.size > 0;
    if (this.#isTested) {
      if (part !== 'retry') this.#putBack([read]);
      return;
    }
    if (part === 'retry') this.#retried.delete(key);
    // While the service asks to wait, a read of `retry` fails at once; the others wait.
    if (concernsOneProject(failure) || failure.kind === 'rateLimited') {
      this.failures.set(key, { failure, at: this.#parts.now() });
      this.#suspects = isOutage(failure) ? [...this.#suspects, read] : [];
      return;
    }
    this.#stop(read, failure);
  }

  #stop(failed: Read, failure: Failure): void {
    const suspects = this.#suspects.filter(({ key }) => this.failures.delete(key));
    this.#endRequests();
    this.#putBack([...suspects, failed]);
    this.#problem = failure;
    for (const { key } of suspects) this.#parts.onRow(key);
    this.#enter('stopped');
  }

  /** Returns these to their queues, before all others; those of `retry` come to `changing`. */
  #putBack(reads: readonly Read[]): void {
    for (const { key, part } of reads.toReversed()) {
      this.#queues.putBack(key, part === 'retry' ? 'changing' : part);
    }
  }
}
