import type { ListState } from '../lists/listState.ts';
import type { ProjectRef } from '../model/model.ts';
import { describeRef } from '../model/projectRef.ts';
import { type DecodeFault, type Failure, remainingWait } from '../model/serviceError.ts';

/** A failure in a person's terms. */
export interface FailureWords {
  /** What happened, as one short sentence. */
  readonly reason: string;
  /** What to do about it, as one short sentence. */
  readonly hint: string;
  /** The step a button should offer. */
  readonly action: 'retry' | 'signIn';
}

/**
 * @param host host and port of the service, as shown to people.
 * @param sinceMs milliseconds since the failure; a wait that the service asked for is counted down
 * by it.
 */
export function describeFailure(failure: Failure, host: string, sinceMs = 0): FailureWords {
  const waitMs = remainingWait(failure, sinceMs);
  switch (failure.kind) {
    case 'auth':
      return failure.status === 401
        ? signIn('The service refused this token.', 'Sign in again with a token that is valid.')
        : signIn(
            'The service does not let this token see that (403).',
            'Sign in with a token that may, or ask who manages tokens in your team.',
          );
    case 'notFound':
      return retry(`Nothing at this address of ${host} (404).`, CHECK_ADDRESS_AND_PATH);
    case 'rateLimited':
      return retry('The service asks for fewer requests (429).', `Try again ${waitWords(waitMs)}.`);
    case 'paused':
      return retry(
        'The service keeps failing, so requests are paused.',
        `It is asked again ${waitWords(waitMs)}, or as soon as you refresh.`,
      );
    case 'http':
      return describeStatus(failure, waitMs, host);
    case 'network':
      return failure.tls ? describeTls(failure.code, host) : describeNetwork(failure.code, host);
    case 'timeout':
      return retry(`No answer from ${host} within ${duration(failure.afterMs)}.`, TRY_OR_ASK);
    case 'decode':
      return retry(
        `${DECODE_WORDS[failure.what]} (from ${host}).`,
        'Check that the address is that of the NFT service.',
      );
    case 'internal':
      return retry('Mintscope itself has a fault.', 'Try again; the log says more.');
    case 'aborted':
      return retry('Stopped.', 'Try again when you like.');
  }
}

/** Why the last piece of work of a list failed, with the wait that is left at `now`. */
export function listFailureWords(
  { failure }: ListState<unknown>,
  host: string,
  now: number,
): FailureWords | undefined {
  return failure && describeFailure(failure.failure, host, now - failure.at);
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
): FailureWords {
  if (failure.kind !== 'notFound') return describeFailure(failure, host);
  return retry(`The service knows no project ${describeRef(ref)}.`, 'Check its id and its kind.');
}

function retry(reason: string, hint: string): FailureWords {
  return { reason, hint, action: 'retry' };
}

function signIn(reason: string, hint: string): FailureWords {
  return { reason, hint, action: 'signIn' };
}

const CHECK_ADDRESS_AND_PATH = 'Check the service address, its path included.';
const CHECK_OR_ASK = 'Check the address, or ask who runs the service.';
const TRY_OR_ASK = 'Try again; if it stays so, ask who runs the service.';

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
  { status, leadsTo }: Extract<Failure, { kind: 'http' }>,
  waitMs: number | undefined,
  host: string,
): FailureWords {
  if (leadsTo?.startsWith('http:')) {
    return retry(
      `${host} points to an address without encryption, ${leadsTo}. The token is not sent there.`,
      'Ask who runs the service.',
    );
  }
  if (leadsTo !== undefined) {
    return signIn(
      `${host} points to another host, ${leadsTo}. The token is not sent there.`,
      'If that host is right, sign in with its address.',
    );
  }
  if (status >= 500) {
    return retry(
      `The service has an internal error (${status}).`,
      `Try again ${waitWords(waitMs)}.`,
    );
  }
  if (status === 408) {
    return retry(
      'The service gave up waiting for the request (408).',
      'Try again; if it stays so, check your network.',
    );
  }
  return retry(`The service answered in an unexpected way (${status}).`, CHECK_ADDRESS_AND_PATH);
}

function describeTls(code: string, host: string): FailureWords {
  const reason = /^(ERR_SSL|EPROTO)/.test(code)
    ? `${host} and this machine find no common way to encrypt (${code}).`
    : `Certificate of ${host} not accepted (${code}).`;
  return retry(reason, CHECK_OR_ASK);
}

function describeNetwork(code: string, host: string): FailureWords {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return retry(`Could not find ${host} (${code}).`, 'Check the address and your network.');
    case 'ECONNREFUSED':
      return retry(
        `Nothing answers at ${host} (${code}).`,
        'Check the address and whether the service runs.',
      );
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return retry(`${host} broke off the connection (${code}).`, TRY_OR_ASK);
    case 'INCOMPLETE':
      return retry(`The answer of ${host} was cut off or garbled.`, TRY_OR_ASK);
    case 'NOT_HTTP':
      return retry(`The answer of ${host} is not valid HTTP.`, CHECK_OR_ASK);
    case 'HEADERS_TOO_LARGE':
      return retry(`The answer of ${host} has headers too large to read.`, CHECK_OR_ASK);
    default:
      return code.startsWith('PROXY_')
        ? describeProxy(code.slice('PROXY_'.length), host)
        : retry(`Could not reach ${host} (${code}).`, 'Check your network and try again.');
  }
}

/** @param code the status of the proxy's answer, or why the proxy could not be reached. */
function describeProxy(code: string, host: string): FailureWords {
  if (code === '407') {
    return retry(
      'The proxy asks for a user name and a password (407).',
      'Put them into the setting http.proxy, as in http://name:password@proxy:8080.',
    );
  }
  if (code === 'INVALID') {
    return retry(
      'The address of the proxy cannot be used.',
      'Check the setting http.proxy; http://proxy:8080 is an example.',
    );
  }
  const reason = /^\d/.test(code)
    ? `The proxy does not connect to ${host} (${code}).`
    : `Could not reach the proxy on the way to ${host} (${code}).`;
  return retry(reason, 'Check the setting http.proxy, or ask who runs the proxy.');
}

/** @param ms anything that the service may ask for, from 0 to `Infinity`. */
function waitWords(ms: number | undefined): string {
  if (ms === undefined || ms > MOST_WORTH_SAYING_MS) return 'in a while';
  return ms <= 0 ? 'now' : `in ${duration(ms)}`;
}

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
