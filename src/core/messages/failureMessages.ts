import * as l10n from '@vscode/l10n';
import type { ListState } from '../lists/listState.ts';
import type { ProjectRef } from '../model/model.ts';
import { describeRef } from '../model/projectRef.ts';
import { type Failure, isOutage } from '../model/serviceError.ts';
import {
  describeFailure,
  type FailureWords,
  type ListProblem,
  type TimeAfter,
} from './failureWords.ts';
import { hasProblemRow } from './listMessages.ts';

export { describeFailure };

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
  return {
    title: l10n.t('No stats'),
    reason: l10n.t('The service has no stats of project {0}.', describeRef(ref)),
    hint: l10n.t('Check its id and its kind.'),
    action: 'retry',
  };
}

/** @param until a time of day: `12:31:05`. */
export function waitWords(until: string): string {
  return l10n.t('The service asks to send no requests until {0}.', until);
}
