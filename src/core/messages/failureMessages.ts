import type { ListState } from '../lists/listState.ts';
import type { ProjectRef } from '../model/model.ts';
import { describeRef } from '../model/projectRef.ts';
import { type DecodeFault, type Failure, failureCode, isOutage } from '../model/serviceError.ts';
import { describeNetwork, describeTls } from './networkMessages.ts';
import { hasProblemRow } from './listMessages.ts';
import { type FailureWords, type ListProblem, retry, signIn, TRY_OR_ASK } from './failureWords.ts';

/** Writes the time of day that is `waitMs` milliseconds after the failure: `21:33:05`. */
type TimeAfter = (waitMs: number) => string;

/**
 * @param host host and port of the service, as shown to people.
 * @param time for words that stay on screen. Without it, a wait is given by its length: `in 30
 * seconds`. With it, the length of a pause is left out: the next try may be before its end.
 */
export function describeFailure(failure: Failure, host: string, time?: TimeAfter): FailureWords {
  return { ...wordsOf(failure, host, time), code: failureCode(failure) };
}

function wordsOf(failure: Failure, host: string, time: TimeAfter | undefined): FailureWords {
  switch (failure.kind) {
    case 'auth':
      return failure.status === 401
        ? signIn(
            'Token refused',
            'The service refused this token.',
            'Sign in again with a token that is valid.',
          )
        : signIn(
            'No access',
            'The service does not let this token see that (403).',
            'Sign in with a token that may, or ask who manages tokens in your team.',
          );
    case 'notFound':
      return retry(
        'Not found',
        `Nothing at this address of ${host} (404).`,
        CHECK_ADDRESS_AND_PATH,
      );
    case 'rateLimited':
      return retry(
        'Too many requests',
        'The service asks for fewer requests (429).',
        tryAgain(failure.retryAfterMs, time),
      );
    case 'paused':
      return {
        ...wordsOf(failure.cause, host, time),
        hint: `Requests to it are paused${time ? '' : ` ${pauseWords(failure.retryAfterMs)}`}; Retry asks at once.`,
      };
    case 'http':
      return describeStatus(failure, host, time);
    case 'network':
      return failure.tls
        ? describeTls(failure.code, host, failure.issuer)
        : describeNetwork(failure.code, host);
    case 'timeout':
      return retry(
        'No answer',
        `No answer from ${host} within ${duration(failure.afterMs)}.`,
        TRY_OR_ASK,
      );
    case 'decode':
      return retry(
        'Unreadable answer',
        `${DECODE_WORDS[failure.what]} (from ${host}).`,
        'Check that the address is that of the NFT service.',
      );
    case 'internal':
      return retry(
        'Fault in Mintscope',
        'Mintscope itself has a fault.',
        'Try again; the log says more.',
      );
    case 'aborted':
      return retry('Stopped', 'Stopped.', 'Try again when you like.');
  }
}

/**
 * Why the last piece of work of a list failed.
 * @param time writes a time of day from milliseconds since 1970; `short` is without seconds.
 * @param retryAt when the next automatic try is, if one is planned.
 */
export function listProblem(
  state: ListState<unknown>,
  host: string,
  time: (at: number, style?: 'short') => string,
  retryAt?: number,
): ListProblem | undefined {
  const { failure, asOf, rows } = state;
  if (!failure) return undefined;
  const words = describeFailure(failure.failure, host, (ms) => time(failure.at + ms));
  const whole = [words.reason, words.hint];
  const beside: string[] = [];
  if (asOf !== undefined && rows.length > 0 && hasProblemRow(state)) {
    whole.push(`These rows are from ${time(asOf)}.`);
    beside.push(`rows from ${time(asOf, 'short')}`);
  }
  if (retryAt !== undefined && isOutage(failure.failure)) {
    whole.push(`Next try at ${time(retryAt)}.`);
    beside.push(`next try ${time(retryAt, 'short')}`);
  }
  return { ...words, whole: whole.join(' '), beside: beside.join(' · ') };
}

/**
 * Why there are no stats of a project. Here a 404 means that the service does not know the project,
 * not that the address of the service is wrong.
 * @param host host and port of the service, as shown to people.
 */
export function describeStatsFailure(
  failure: Failure,
  ref: ProjectRef,
  host: string,
  time?: TimeAfter,
): FailureWords {
  if (failure.kind !== 'notFound') return describeFailure(failure, host, time);
  return retry(
    'Unknown project',
    `The service knows no project ${describeRef(ref)}.`,
    'Check its id and its kind.',
  );
}

const CHECK_ADDRESS_AND_PATH = 'Check the service address, its path included.';

const DECODE_WORDS: Readonly<Record<DecodeFault, string>> = {
  tooLarge: 'The answer is larger than 10 MB',
  tooComplex: 'The answer is nested too deep or holds too many values',
  encoding: 'The answer is compressed in a way that cannot be read',
  notJson: 'The answer is not JSON',
  notAList: 'The answer is not a list of the service',
  notStats: 'The answer holds no counts',
  noBody: 'The answer is empty',
};

function describeStatus(
  { status, leadsTo, retryAfterMs }: Extract<Failure, { kind: 'http' }>,
  host: string,
  time: TimeAfter | undefined,
): FailureWords {
  if (leadsTo?.startsWith('http:')) {
    return retry(
      'Redirected elsewhere',
      `${host} points to an address without encryption, ${leadsTo}. The token is not sent there.`,
      'Ask whoever runs the service.',
    );
  }
  if (leadsTo !== undefined) {
    return signIn(
      'Redirected elsewhere',
      `${host} points to another host, ${leadsTo}. The token is not sent there.`,
      'If that host is right, sign in with its address.',
    );
  }
  if (status >= 500) {
    return retry(
      `Service error (${status})`,
      `The service has an internal error (${status}).`,
      retryAfterMs === undefined ? TRY_OR_ASK : tryAgain(retryAfterMs, time),
    );
  }
  if (status === 408) {
    return retry(
      'Request timed out',
      'The service gave up waiting for the request (408).',
      'Try again; if that does not help, check your network.',
    );
  }
  return retry(
    `Unexpected answer (${status})`,
    `The service answered in an unexpected way (${status}).`,
    CHECK_ADDRESS_AND_PATH,
  );
}

/** @param ms anything that the service may ask for, from 0 to `Infinity`. */
function tryAgain(ms: number | undefined, time: TimeAfter | undefined): string {
  if (ms === undefined || ms > MOST_WORTH_SAYING_MS) return 'Try again in a while.';
  if (ms <= 0) return 'Try again now.';
  return time && ms < LONGEST_BY_CLOCK_MS
    ? `Try again after ${time(ms)}.`
    : `Try again in ${duration(ms)}.`;
}

function pauseWords(ms: number): string {
  // Another request is out to see whether the service works again.
  return ms <= 0 ? 'for a moment' : `for ${duration(ms)}`;
}

/** A time of day further ahead could be taken for today's. */
const LONGEST_BY_CLOCK_MS = 12 * 3_600_000;
const MOST_WORTH_SAYING_MS = 30 * 24 * 3_600_000;

/** `800 ms`, `30 seconds`, `24 hours`, `3 days`. Rounded up, so that the wait is not too short. */
function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
