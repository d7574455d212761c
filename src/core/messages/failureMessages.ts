import * as l10n from '@vscode/l10n';
import type { ListState } from '../lists/listState.ts';
import type { ProjectRef } from '../model/model.ts';
import { describeRef } from '../model/projectRef.ts';
import { type DecodeFault, type Failure, failureCode, isOutage } from '../model/serviceError.ts';
import { describeNetwork, describeTls } from './networkMessages.ts';
import { hasProblemRow, noPageWords } from './listMessages.ts';
import {
  duration,
  type FailureWords,
  type ListProblem,
  pausedWords,
  retry,
  signIn,
  type TimeAfter,
  tryAgain,
  tryOrAsk,
} from './failureWords.ts';

/**
 * @param host host and port of the service, as shown to the user.
 * @param time for words that stay on screen: writes when a wait ends. Without it, a wait is given by
 * its length: `in 30 seconds`. With it, nothing is said of how long a pause is: it may end earlier.
 */
export function describeFailure(failure: Failure, host: string, time?: TimeAfter): FailureWords {
  return { ...wordsOf(failure, host, time), code: failureCode(failure) };
}

function wordsOf(failure: Failure, host: string, time: TimeAfter | undefined): FailureWords {
  switch (failure.kind) {
    case 'auth':
      return failure.status === 401
        ? signIn(
            l10n.t('Token refused'),
            l10n.t('The service refused this token.'),
            l10n.t('Sign in again with a token that is valid.'),
          )
        : signIn(
            l10n.t('No access'),
            l10n.t('The service does not let this token see that (403).'),
            l10n.t('Sign in with a token that has access, or ask whoever manages your tokens.'),
          );
    case 'notFound':
      return retry(
        l10n.t('Not found'),
        l10n.t('Nothing at this address of {0} (404).', host),
        checkAddressAndPath(),
      );
    case 'rateLimited':
      return retry(
        l10n.t('Too many requests'),
        l10n.t('The service asks for fewer requests (429).'),
        tryAgain(failure.retryAfterMs, time),
      );
    case 'paused':
      return {
        ...wordsOf(failure.cause, host, time),
        hint: pausedWords(time ? undefined : failure.retryAfterMs),
      };
    case 'http':
      return describeStatus(failure, host, time);
    case 'network':
      return failure.tls
        ? describeTls(failure.code, host, failure.issuer)
        : describeNetwork(failure.code, host);
    case 'timeout':
      return retry(
        l10n.t('No answer'),
        l10n.t('No answer from {0} within {1}.', host, duration(failure.afterMs)),
        tryOrAsk(),
      );
    case 'noPage':
      return retry(l10n.t('Page missing'), noPageWords(failure), tryOrAsk());
    case 'decode':
      return retry(
        l10n.t('Unreadable answer'),
        decodeWords(failure.what, host),
        failure.what === 'tooLarge'
          ? l10n.t('Ask whoever runs the service.')
          : l10n.t('Check that the address is that of the NFT service.'),
      );
    case 'internal':
      return retry(
        l10n.t('Fault in Mintscope'),
        l10n.t('Mintscope itself has a fault.'),
        l10n.t('Try again; the log says more.'),
      );
    case 'aborted':
      return retry(l10n.t('Stopped'), l10n.t('Stopped.'), l10n.t('Try again when you like.'));
  }
}

/**
 * Why the last operation of a list failed; `undefined` if it did not fail.
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
    whole.push(l10n.t('These rows are from {0}.', time(asOf)));
    beside.push(l10n.t('rows from {0}', time(asOf, 'short')));
  }
  if (retryAt !== undefined && isOutage(failure.failure)) {
    whole.push(l10n.t('Next try at {0}.', time(retryAt)));
    // With seconds: within the minute, the time without them would seem to be over.
    beside.push(l10n.t('next try {0}', time(retryAt)));
  }
  return { ...words, whole: whole.join(' '), beside: beside.join(' · ') };
}

/**
 * Why the stats of a project could not be read. Here a 404 means that the service has none of it, not
 * that the address is wrong; and a wait that the service asks for is given with its end, which may
 * be of an earlier request: while it waits, `StatsReader` sends none.
 * @param host host and port of the service, as shown to the user.
 * @param isReadAgain whether it is read again automatically after a wait.
 */
export function describeStatsFailure(
  failure: Failure,
  ref: ProjectRef,
  host: string,
  time: TimeAfter,
  isReadAgain = false,
): FailureWords {
  if (failure.kind === 'rateLimited' && failure.retryAfterMs !== undefined) {
    return {
      ...describeFailure(failure, host),
      reason: waitWords(time(failure.retryAfterMs)),
      hint: isReadAgain ? l10n.t('It is read again after that.') : l10n.t('Try again after that.'),
    };
  }
  if (failure.kind !== 'notFound') return describeFailure(failure, host, time);
  return retry(
    l10n.t('No stats'),
    l10n.t('The service has no stats of project {0}.', describeRef(ref)),
    l10n.t('Check its id and its kind.'),
  );
}

/** @param until a time of day: `12:31:05`. */
export function waitWords(until: string): string {
  return l10n.t('The service asks to send no requests until {0}.', until);
}

function checkAddressAndPath(): string {
  return l10n.t('Check the service address, its path included.');
}

function decodeWords(fault: DecodeFault, host: string): string {
  const words: Readonly<Record<DecodeFault, string>> = {
    tooLarge: l10n.t('The answer is larger than 4 MB (from {0}).', host),
    tooComplex: l10n.t('The answer is nested too deep or holds too many values (from {0}).', host),
    encoding: l10n.t('The answer is compressed in a way that cannot be read (from {0}).', host),
    notJson: l10n.t('The answer is not JSON (from {0}).', host),
    notAList: l10n.t('The answer is not a list of the service (from {0}).', host),
    notStats: l10n.t('The answer holds no counts (from {0}).', host),
    noBody: l10n.t('The answer is empty (from {0}).', host),
  };
  return words[fault];
}

function describeStatus(
  { status, leadsTo, retryAfterMs }: Extract<Failure, { kind: 'http' }>,
  host: string,
  time: TimeAfter | undefined,
): FailureWords {
  if (leadsTo?.startsWith('http:')) {
    return retry(
      l10n.t('Redirected elsewhere'),
      l10n.t(
        '{0} points to an address without encryption, {1}. The token is not sent there.',
        host,
        leadsTo,
      ),
      l10n.t('Ask whoever runs the service.'),
    );
  }
  if (leadsTo !== undefined) {
    return signIn(
      l10n.t('Redirected elsewhere'),
      l10n.t('{0} points to another host, {1}. The token is not sent there.', host, leadsTo),
      l10n.t('If that host is right, sign in with its address.'),
    );
  }
  if (status >= 500) {
    return retry(
      l10n.t('Service error ({0})', status),
      l10n.t('The service has an internal error ({0}).', status),
      retryAfterMs === undefined ? tryOrAsk() : tryAgain(retryAfterMs, time),
    );
  }
  if (status === 408) {
    return retry(
      l10n.t('Request timed out'),
      l10n.t('The service gave up waiting for the request (408).'),
      l10n.t('Try again; if that does not help, check your network.'),
    );
  }
  return retry(
    l10n.t('Unexpected answer ({0})', status),
    l10n.t('The service answered in an unexpected way ({0}).', status),
    checkAddressAndPath(),
  );
}
