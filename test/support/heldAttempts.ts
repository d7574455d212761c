import { getEventListeners } from 'node:events';
import assert from 'node:assert/strict';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';
import { OriginPause } from '../../src/core/client/originPause.ts';
import { requestPolicy } from '../../src/core/client/requestPolicy.ts';
import { FakeClock } from './fakeClock.ts';
import { HeldCalls, OUT } from './heldCalls.ts';
import { turn } from './turn.ts';

/** One attempt that waits until the test ends it. */
export interface HeldAttempt {
  /** The name that `PolicyBench.send` was given. */
  readonly what: string;
  readonly signal: AbortSignal;
  readonly at: number;
  respond(): void;
  fail(failure?: Failure): void;
}

export { OUT };

/** A failure that is not worth another try. */
export const LASTING = { kind: 'http', status: 501 } as const;

/** How one request ended: with its response or a failure. */
export type End = 'response' | Failure;

/** A policy under test. The test ends its attempts and advances its clock. */
export class PolicyBench {
  readonly clock = new FakeClock();
  readonly pause = new OriginPause(this.clock);
  readonly policy;
  readonly #calls = new HeldCalls<HeldAttempt>();
  readonly #signals = new Set<AbortSignal>();

  constructor(random: () => number = () => 0.5) {
    this.policy = requestPolicy(this.clock, random, this.pause);
  }

  get attempts(): HeldAttempt[] {
    return this.#calls.requests;
  }

  /** Attempts that were neither ended nor canceled. */
  get waiting(): HeldAttempt[] {
    return this.#calls.waiting;
  }

  get times(): number[] {
    return this.attempts.map(({ at }) => at);
  }

  /** Sends one request. Its attempts ignore their signal, so only the policy can end it in time. */
  async send(what = '', signal = new AbortController().signal): Promise<End> {
    this.#signals.add(signal);
    try {
      await this.policy(signal, (inner) => this.#attempt(what, inner));
      return 'response';
    } catch (error) {
      assert.ok(error instanceof ServiceError, `not a ServiceError: ${String(error)}`);
      return error.failure;
    }
  }

  /** Ends the next attempt in this way, once it is under way. */
  async next(end: End): Promise<void> {
    await turn();
    const [attempt] = this.waiting;
    assert.ok(attempt, 'no attempt is under way');
    if (end === 'response') attempt.respond();
    else attempt.fail(end);
    await turn();
  }

  /** The service fails `count` times in a row, in a way that is not worth another try. */
  async fail(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const sent = this.send();
      await this.next(LASTING);
      await sent;
    }
  }

  /** Asserts that requests that ended leave no timer and no listener. */
  assertClean(): void {
    assert.equal(this.clock.pending, 0, 'timers');
    for (const signal of this.#signals) {
      assert.equal(getEventListeners(signal, 'abort').length, 0, 'listeners');
    }
  }

  #attempt(what: string, signal: AbortSignal): Promise<string> {
    return this.#calls.hold<string>(
      ({ respond, fail }) => ({
        what,
        signal,
        at: this.clock.now(),
        respond: () => {
          respond('response');
        },
        fail,
      }),
      false,
    );
  }
}
