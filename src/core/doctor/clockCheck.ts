import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import { type CheckResult, notChecked, ok, warning } from './check.ts';
import type { SeenAnswer } from './answerCheck.ts';

/** A larger difference can make tokens and certificates be refused. */
const MOST_MS = 60_000;
/** The header counts whole seconds, and an answer takes a while to arrive. */
const UNCERTAIN_MS = 2000;

/** Compares the header Date of an answer (RFC 9110 §6.6.1) with this machine's clock. */
export function judgeClock(answer: SeenAnswer | undefined, format: FormatNumber): CheckResult {
  if (!answer) return notChecked(l10n.t('Not checked, because no answer arrived.'));
  const date = Date.parse(answer.headers.date ?? '');
  if (Number.isNaN(date)) {
    return notChecked(l10n.t('Not checked, because the service does not say what time it is.'));
  }
  // An answer from a cache has the time at which the cache received it.
  const age = Number(answer.headers.age ?? 0);
  const behind = date + (age > 0 ? age * 1000 : 0) - answer.at;
  const apart = Math.abs(behind);
  if (apart <= UNCERTAIN_MS) {
    return ok(l10n.t('The clocks of the service and of this machine agree to within 2 seconds.'));
  }
  const length = lengthOf(apart, format);
  const found =
    behind > 0
      ? l10n.t('The clock of this machine is {0} behind that of the service.', length)
      : l10n.t('The clock of this machine is {0} ahead of that of the service.', length);
  if (apart <= MOST_MS) return ok(found);
  return warning(
    found,
    l10n.t(
      'Set the clock of the machine that is wrong: tokens and certificates may be refused, and times in Mintscope are wrong.',
    ),
  );
}

/** `12 s`, `61 min`, `25 h`, `3 days`. */
function lengthOf(ms: number, format: FormatNumber): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return l10n.t('{0} s', seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return l10n.t('{0} min', minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? l10n.t('{0} h', hours) : l10n.t('{0} days', format(Math.round(hours / 24)));
}
