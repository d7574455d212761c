import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { Failure } from '../model/serviceError.ts';
import { type CheckResult, failed, failedBy, notChecked, ok, warning } from './check.ts';

export interface SeenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The result of the first request, which several checks read. */
export interface FirstRequest {
  /** `undefined` if it succeeded. */
  readonly failure: Failure | undefined;
  /** The last response that arrived; `undefined` if none did. */
  readonly response: SeenResponse | undefined;
}

/** A longer median is a warning. */
const SLOW_MS = 2000;
/** With a larger difference of clocks, tokens and certificates may be refused. */
const MOST_MS = 60_000;
/** The header counts whole seconds, and a response takes a while to arrive. */
const UNCERTAIN_MS = 2000;
/** Content types that the report names. Any other may be any text of the service. */
const KNOWN_TYPES = /^(text\/(html|plain|xml)|application\/(json|xml|octet-stream|problem\+json))$/;

/** Whether the service responds, and as service-interface §4 says. */
export function judgeResponse({ failure, response }: FirstRequest, host: string): CheckResult {
  const type = typeOf(response);
  const facts = response ? [l10n.t('Status {0}, content type {1}.', response.status, type)] : [];
  if (!failure) {
    return type === 'application/json'
      ? ok(l10n.t('{0} answers with a list, as it should.', host), facts)
      : warning(
          l10n.t('{0} answers with a list, but gives its content type as {1}.', host, type),
          l10n.t('Mintscope reads it anyway. Tell whoever runs the service.'),
          facts,
        );
  }
  const refused = failedBy(failure, host, facts);
  if (failure.kind === 'auth') {
    const found = l10n.t('{0} answers, and asks for a valid token ({1}).', host, failure.status);
    return ok(found, facts);
  }
  if (failure.kind === 'rateLimited') return { ...refused, verdict: 'warning' };
  if (failure.kind !== 'decode') return refused;
  return failed(
    `${refused.found} ${l10n.t('Its content type is {0}.', type)}`,
    l10n.t(
      'Check the address and its path: a web page or a login page may be there instead of the service.',
    ),
    facts,
  );
}

/** Whether the service accepts the token. @param hasToken whether one was sent. */
export function judgeToken(
  { failure }: FirstRequest,
  host: string,
  hasToken: boolean,
): CheckResult {
  if (!hasToken) {
    return notChecked(l10n.t('Not checked, because nobody is signed in. No token was sent.'));
  }
  if (!failure) return ok(l10n.t('{0} accepts the token.', host));
  if (failure.kind === 'auth') return failedBy(failure, host);
  return notChecked(
    failure.kind === 'rateLimited'
      ? tooManyRequests()
      : l10n.t('Not checked, because no answer says whether the token is accepted.'),
  );
}

/** Why the checks that need a list cannot be made; `undefined` if they can. */
export function whyNoList({ failure }: FirstRequest, hasToken: boolean): string | undefined {
  if (!failure) return undefined;
  if (!hasToken) return l10n.t('Not checked, because nobody is signed in.');
  if (failure.kind === 'auth') {
    return l10n.t('Not checked, because the service refuses the token.');
  }
  return failure.kind === 'rateLimited'
    ? tooManyRequests()
    : l10n.t('Not checked, because the service gave no list.');
}

function tooManyRequests(): string {
  return l10n.t('Not checked, because the service asks for fewer requests (429).');
}

/** The type without its parameters, or words for it. */
function typeOf(response: SeenResponse | undefined): string {
  const given = response?.headers['content-type'];
  if (given === undefined) {
    return l10n.t({ message: 'none', args: [], comment: ['no content type'] });
  }
  const type = (given.split(';')[0] ?? '').trim().toLowerCase();
  return KNOWN_TYPES.test(type) ? type : l10n.t('something else');
}

/**
 * How long small requests took.
 * @param times in milliseconds, of those that succeeded.
 * @param tried how many were sent.
 * @param failure of the request that failed, if one did.
 */
export function judgeSpeed(
  times: readonly number[],
  tried: number,
  failure: Failure | undefined,
  host: string,
): CheckResult {
  const sorted = times.toSorted((one, other) => one - other);
  const median = Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
  const worst = Math.round(sorted.at(-1) ?? 0);
  const found = l10n.t(
    'Small requests were answered in {median} ms (median) and {worst} ms (worst), {count} of {tried}.',
    { median, worst, count: sorted.length, tried },
  );
  if (failure) {
    const result = failedBy(failure, host);
    return sorted.length === 0
      ? result
      : { ...result, verdict: 'warning', found: `${found} ${result.found}` };
  }
  return median > SLOW_MS
    ? warning(
        found,
        l10n.t('The service or the network is slow. Mintscope waits 10 seconds for an answer.'),
      )
    : ok(found);
}

/** Compares the header Date of a response (RFC 9110 §6.6.1) with this machine's clock. */
export function judgeClock(response: SeenResponse | undefined, format: FormatNumber): CheckResult {
  if (!response) return notChecked(l10n.t('Not checked, because no answer arrived.'));
  const date = Date.parse(response.headers.date ?? '');
  if (Number.isNaN(date)) {
    return notChecked(l10n.t('Not checked, because the service does not say what time it is.'));
  }
  // The Date of a cached response is that of its creation, `Age` seconds ago.
  const age = Number(response.headers.age ?? 0);
  const behindMs = date + (age > 0 ? age * 1000 : 0) - response.at;
  const apart = Math.abs(behindMs);
  if (apart <= UNCERTAIN_MS) {
    return ok(l10n.t('The clocks of the service and of this machine agree to within 2 seconds.'));
  }
  const length = lengthOf(apart, format);
  const found =
    behindMs > 0
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
