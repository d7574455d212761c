import type { Page } from '../../src/core/decode.ts';
import { type Failure, ServiceError } from '../../src/core/failure.ts';
import type { PagedList } from '../../src/core/pagedList.ts';
import type { PageRequest } from '../../src/core/pageWalk.ts';
import type { ReadPage } from '../../src/core/readAhead.ts';
import { type Answer, type Row } from './pages.ts';
import { turn } from './turn.ts';

export { turn };

/** One request that waits until the test answers it. */
export interface HeldRead {
  readonly request: PageRequest;
  readonly signal: AbortSignal;
  /** The page the service has for it, or another. */
  answer(page?: Page<Row>): void;
  fail(failure?: Failure): void;
}

/** Stands for the service: requests wait until the test answers them, in any order it likes. */
export class HeldReads {
  /** Every request so far, in order. */
  readonly asked: HeldRead[] = [];
  readonly #answer: Answer;
  readonly #waiting = new Set<HeldRead>();
  readonly #answered = new Set<HeldRead>();
  /** Off, requests end only as the test says, though their caller has given up on them. */
  readonly #heedsSignal: boolean;

  constructor(answer: Answer, heedsSignal = true) {
    this.#answer = answer;
    this.#heedsSignal = heedsSignal;
  }

  /** Requests that are neither answered nor called off, in the order they were asked. */
  get waiting(): HeldRead[] {
    return [...this.#waiting].filter(({ signal }) => !signal.aborted);
  }

  /** Requests that were called off before they were answered. */
  get calledOff(): HeldRead[] {
    return this.asked.filter((held) => held.signal.aborted && !this.#answered.has(held));
  }

  /** `page/limit` of each request so far. */
  get pages(): string[] {
    return this.asked.map(({ request }) => `${request.page}/${request.limit}`);
  }

  readonly read: ReadPage<Row> = (request, signal) =>
    new Promise((resolve, reject) => {
      const held: HeldRead = {
        request,
        signal,
        answer: (page) => {
          this.#waiting.delete(held);
          this.#answered.add(held);
          resolve(page ?? this.#answer(request));
        },
        fail: (failure = { kind: 'http', status: 503 }) => {
          this.#waiting.delete(held);
          reject(new ServiceError(failure));
        },
      };
      if (this.#heedsSignal) {
        signal.addEventListener('abort', () => {
          held.fail({ kind: 'aborted' });
        });
      }
      this.#waiting.add(held);
      this.asked.push(held);
    });

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

/** Each announcement of `list` from now on, with the state it told of. */
export function announcements(list: PagedList<Row>): string[] {
  const told: string[] = [];
  list.onChange(() => {
    const { rows, work, failure } = list.state;
    const trouble = failure ? ` ${failure.during} failed` : '';
    told.push(`${rows.length} rows, ${work ?? 'idle'}${trouble}`);
  });
  return told;
}
