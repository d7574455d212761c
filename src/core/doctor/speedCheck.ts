import * as l10n from '@vscode/l10n';
import { describeFailure } from '../messages/failureMessages.ts';
import type { FormatNumber } from '../messages/listMessages.ts';
import type { Failure } from '../model/serviceError.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

/** A longer median is worth a warning. */
const SLOW_MS = 2000;

/**
 * How long small requests took.
 * @param times in milliseconds, of those that were answered.
 * @param tried how many were sent.
 * @param failure of one that was not answered.
 */
export function judgeSpeed(
  times: readonly number[],
  tried: number,
  failure: Failure | undefined,
  host: string,
  format: FormatNumber,
): CheckResult {
  const sorted = times.toSorted((one, other) => one - other);
  const median = Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
  const worst = Math.round(sorted.at(-1) ?? 0);
  const found = l10n.t(
    'Small requests were answered in {median} ms (median) and {worst} ms (worst), {count} of {tried}.',
    {
      ...{ median: format(median), worst: format(worst) },
      ...{ count: format(sorted.length), tried: format(tried) },
    },
  );
  if (failure) {
    const { reason, hint } = describeFailure(failure, host);
    return sorted.length === 0 ? failed(reason, hint) : warning(`${found} ${reason}`, hint);
  }
  return median > SLOW_MS
    ? warning(
        found,
        l10n.t('The service or the way to it is slow. Mintscope waits 10 seconds for an answer.'),
      )
    : ok(found);
}
