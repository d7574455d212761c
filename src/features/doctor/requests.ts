import type { CheckedService } from '../../connection/checkedService.ts';
import type { Clock } from '../../core/base/clock.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import type { ServiceCalls } from '../../core/client/serviceClient.ts';
import type { FirstRequest, SeenAnswer } from '../../core/doctor/answerCheck.ts';
import { unreached } from '../../core/doctor/connectionCheck.ts';
import { judgePages } from '../../core/doctor/pagesCheck.ts';
import { judgeSpeed } from '../../core/doctor/speedCheck.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { formatNumber } from '../../editor/locale.ts';

/** The longest wait for a request with its tries: for the first one, and for those after it. */
const LONGEST_FIRST_MS = 15_000;
const LONGEST_NEXT_MS = 8000;
/** How many requests are timed, and after which time no further one is sent. */
const TIMED = 5;
const LONGEST_TIMING_MS = 10_000;
/** Rows a page, for comparing two pages. */
const LIMIT = 5;

/** The requests of the checks: one that all of them read, five to take the time, and two pages. */
export class Requests {
  readonly #host: string;
  readonly #client: ServiceCalls;
  readonly #clock: Clock;
  #first: Promise<FirstRequest> | undefined;
  /** The last answer to the request that is open. */
  #answer: SeenAnswer | undefined;
  /** The last answer to any request. */
  last: SeenAnswer | undefined;

  constructor({ address, client }: CheckedService, clock: Clock) {
    this.#host = address.host;
    this.#clock = clock;
    this.#client = client(({ status, headers }) => {
      this.last = this.#answer = { status, headers, at: clock.now() };
    });
  }

  /** How the first request ended; as if it had failed if the check that sends it was left out. */
  get first(): Promise<FirstRequest> {
    const none = { failure: { kind: 'aborted' }, page: undefined, answer: undefined } as const;
    return this.#first ?? Promise.resolve(none);
  }

  begin(signal: AbortSignal): Promise<FirstRequest> {
    this.#first = this.#ask(signal, {}, LONGEST_FIRST_MS);
    return this.#first;
  }

  /** One after another, because that is what a person waits for. */
  async time(signal: AbortSignal) {
    const times: number[] = [];
    const { now } = this.#clock;
    const began = now();
    let failure: Failure | undefined;
    let tried = 0;
    while (tried < TIMED && !failure && now() - began < LONGEST_TIMING_MS) {
      const sent = now();
      tried++;
      ({ failure } = await this.#ask(signal));
      if (!failure) times.push(now() - sent);
    }
    return judgeSpeed(times, tried, failure, this.#host);
  }

  async compare(signal: AbortSignal) {
    const one = await this.#ask(signal, { limit: LIMIT });
    if (!one.page) return this.#failed(one);
    const two = await this.#ask(signal, { page: 2, limit: LIMIT });
    return two.page
      ? judgePages(one.page, two.page, { limit: LIMIT, format: formatNumber })
      : this.#failed(two);
  }

  #failed({ failure = { kind: 'internal' } }: { readonly failure: Failure | undefined }) {
    return unreached(failure, this.#host);
  }

  /** @throws if the check was ended. */
  async #ask(signal: AbortSignal, { page = 1, limit = 1 } = {}, longest = LONGEST_NEXT_MS) {
    this.#answer = undefined;
    try {
      const read = await withDeadline(this.#clock, longest, signal, (bounded) =>
        this.#client.projects({ page, limit }, bounded),
      );
      return { failure: undefined, page: read, answer: this.#answer };
    } catch (error) {
      if (!isServiceError(error) || signal.aborted) throw error;
      const { failure } = error;
      return { failure: this.#whyLate(failure), page: undefined, answer: this.#answer };
    }
  }

  /** A request that waits as the service asked it to is late because of that. */
  #whyLate(failure: Failure): Failure {
    const isLimited = failure.kind === 'timeout' && this.#answer?.status === 429;
    return isLimited ? { kind: 'rateLimited' } : failure;
  }
}
