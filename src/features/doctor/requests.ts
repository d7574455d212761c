import type { CheckedService } from '../../connection/checkedService.ts';
import type { Clock } from '../../core/base/clock.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import { type FirstRequest, judgeSpeed, type SeenAnswer } from '../../core/doctor/answerCheck.ts';
import { failedBy } from '../../core/doctor/check.ts';
import { judgePages } from '../../core/doctor/pagesCheck.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { formatNumber } from '../../editor/locale.ts';
import { PROJECTS } from '../../lists/projects.ts';

/** The longest wait for a request with its tries: for the first one, and for those after it. */
const LONGEST_FIRST_MS = 15_000;
const LONGEST_NEXT_MS = 8000;
/** How many requests are timed, and after which time no further one is sent. */
const TIMED = 5;
const LONGEST_TIMING_MS = 10_000;
/** Rows a page, for comparing two pages. */
const LIMIT = 5;

/** The requests of the checks: one that all of them read, five to take the time, and two pages. */
export function requestsTo({ address: { host }, client }: CheckedService, clock: Clock) {
  /** The last answer to the request that is open, and to any request. */
  let answer: SeenAnswer | undefined;
  let last: SeenAnswer | undefined;
  const calls = client(({ status, headers }) => {
    last = answer = { status, headers, at: clock.now() };
  });

  /** @throws if the check was ended. */
  const send = async (
    signal: AbortSignal,
    { page = 1, limit = 1 } = {},
    longest = LONGEST_NEXT_MS,
  ) => {
    answer = undefined;
    try {
      const read = await withDeadline(clock, longest, signal, (bounded) =>
        calls.page(PROJECTS, { page, limit }, bounded),
      );
      return { failure: undefined, page: read, answer };
    } catch (error) {
      if (!isServiceError(error) || signal.aborted) throw error;
      return { failure: whyLate(error.failure, answer), page: undefined, answer };
    }
  };

  return {
    last: () => last,
    first: (signal: AbortSignal): Promise<FirstRequest> => send(signal, {}, LONGEST_FIRST_MS),

    /** One after another, because that is what the user waits for. */
    time: async (signal: AbortSignal) => {
      const times: number[] = [];
      const { now } = clock;
      const began = now();
      let failure: Failure | undefined;
      let tried = 0;
      while (tried < TIMED && !failure && now() - began < LONGEST_TIMING_MS) {
        const sent = now();
        tried++;
        ({ failure } = await send(signal));
        if (!failure) times.push(now() - sent);
      }
      return judgeSpeed(times, tried, failure, host);
    },

    compare: async (signal: AbortSignal) => {
      const one = await send(signal, { limit: LIMIT });
      const two = one.failure ? one : await send(signal, { page: 2, limit: LIMIT });
      return one.page && two.page
        ? judgePages(one.page, two.page, { limit: LIMIT, format: formatNumber })
        : failedBy(two.failure ?? { kind: 'internal' }, host);
    },
  };
}

/** A request that waits as the service asked it to is late because of that. */
function whyLate(failure: Failure, answer: SeenAnswer | undefined): Failure {
  const isLimited = failure.kind === 'timeout' && answer?.status === 429;
  return isLimited ? { kind: 'rateLimited' } : failure;
}
