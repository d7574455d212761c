import type { Page } from '../../src/core/model/decode.ts';
import type { Failure } from '../../src/core/model/serviceError.ts';
import type { PageRequest, ReadPage } from '../../src/core/lists/pageWalk.ts';
import { HeldCalls } from './heldCalls.ts';
import type { Respond, Row } from './pages.ts';
import { turn } from './turn.ts';

/** One request that waits until the test ends it. */
export interface HeldRead {
  readonly request: PageRequest;
  readonly signal: AbortSignal;
  respond(page?: Page<Row>): void;
  fail(failure?: Failure): void;
}

/** A service whose requests wait until the test ends them, in any order. */
export class HeldReads extends HeldCalls<HeldRead> {
  readonly #respond: Respond;
  readonly #respectsSignal: boolean;

  /** @param respectsSignal if false, also canceled requests end only when the test ends them. */
  constructor(respond: Respond, respectsSignal = true) {
    super();
    this.#respond = respond;
    this.#respectsSignal = respectsSignal;
  }

  get pages(): string[] {
    return this.requests.map(({ request }) => `${request.page}/${request.limit}`);
  }

  readonly read: ReadPage<Row> = (request, signal) =>
    this.hold<Page<Row>>(
      ({ respond, fail }) => ({
        request,
        signal,
        respond: (page = this.#respond(request)) => {
          respond(page);
        },
        fail,
      }),
      this.#respectsSignal,
    );

  async fail(done: Promise<unknown>, failure?: Failure): Promise<void> {
    await turn();
    for (const read of this.waiting) read.fail(failure);
    await done;
  }

  async serve(done: Promise<unknown>): Promise<void> {
    let ended = false;
    const end = done.finally(() => {
      ended = true;
    });
    while (!(ended as boolean)) {
      for (const held of this.waiting) held.respond();
      await turn();
    }
    await end;
  }
}
