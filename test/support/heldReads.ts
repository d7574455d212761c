import type { Page } from '../../src/core/model/decode.ts';
import type { Failure } from '../../src/core/model/serviceError.ts';
import type { PageRequest } from '../../src/core/lists/pageWalk.ts';
import type { ReadPage } from '../../src/core/lists/readAhead.ts';
import { HeldCalls } from './heldCalls.ts';
import type { Answer, Row } from './pages.ts';
import { turn } from './turn.ts';

/** One request that waits until the test answers it. */
export interface HeldRead {
  readonly request: PageRequest;
  readonly signal: AbortSignal;
  /** The page the service has for it, or another. */
  answer(page?: Page<Row>): void;
  fail(failure?: Failure): void;
}

/** Stands for the service: requests wait until the test answers them, in any order it likes. */
export class HeldReads extends HeldCalls<HeldRead> {
  readonly #answer: Answer;
  readonly #heedsSignal: boolean;

  /** @param heedsSignal if false, requests end only as the test says, also when called off. */
  constructor(answer: Answer, heedsSignal = true) {
    super();
    this.#answer = answer;
    this.#heedsSignal = heedsSignal;
  }

  /** `page/limit` of each request so far. */
  get pages(): string[] {
    return this.asked.map(({ request }) => `${request.page}/${request.limit}`);
  }

  readonly read: ReadPage<Row> = (request, signal) =>
    this.hold<Page<Row>>(
      ({ answer, fail }) => ({
        request,
        signal,
        answer: (page = this.#answer(request)) => {
          answer(page);
        },
        fail,
      }),
      this.#heedsSignal,
    );

  /** Fails what `done` has requested, and waits for it. */
  async fail(done: Promise<unknown>, failure?: Failure): Promise<void> {
    await turn();
    for (const read of this.waiting) read.fail(failure);
    await done;
  }

  /** Answers everything, and what is then asked, until `done` resolves. */
  async serve(done: Promise<void>): Promise<void> {
    let ended = false;
    const end = done.finally(() => {
      ended = true;
    });
    while (!(ended as boolean)) {
      for (const held of this.waiting) held.answer();
      await turn();
    }
    await end;
  }
}
