import * as l10n from '@vscode/l10n';
import { capitalized, displayText } from '../base/displayText.ts';
import type { ListState } from '../lists/listState.ts';
import type { ProjectRef } from '../model/model.ts';
import { describeRef } from '../model/projectRef.ts';
import {
  askedWait,
  type DecodeFault,
  type Failure,
  failureCode,
  isOutage,
} from '../model/serviceError.ts';
import { concernLabel } from './attentionMessages.ts';
import { waitDuration } from './timeMessages.ts';

/** The same on every surface. */
export interface FailureWords {
  /** `Not reachable`. */
  readonly title: string;
  /** What happened and why, as one short sentence. */
  readonly reason: string;
  /** What to do about it, as one short sentence. */
  readonly hint: string;
  readonly action: 'retry' | 'signIn';
  /** Its name in the log (`failureCode`); left out if no request failed. */
  readonly code?: string;
}

/** Why a list could not be read, in the words of its view. */
export interface ListProblem extends FailureWords {
  /** The reason, the hint, how old the rows are, and when the next try is. */
  readonly whole: string;
  /** Only how old the rows are and when the next try is, for the end of a row. */
  readonly beside: string;
}

/** Writes the time of day `waitMs` milliseconds after the failure: `21:33:05`. */
export type TimeAfter = (waitMs: number) => string;

/** What the words of a cause name. */
interface Named {
  /** Host and port of the service. */
  readonly host: string;
  /** What says more of the failure (`detailOf`). */
  readonly detail: string;
  /** When to try again, as a sentence. */
  readonly again: string;
}

type Words = readonly [title: string, reason: string, hint: string, action?: 'signIn'];

/** The words of each cause by patterns of `failureCode`, of which the first that matches counts. */
const CAUSES: Readonly<Record<string, (named: Named) => Words>> = {
  '^auth 401': () => [
    l10n.t('Token refused'),
    l10n.t('The service refused this token.'),
    l10n.t('Sign in again with a token that is valid.'),
    'signIn',
  ],
  '^auth 403': () => [
    l10n.t('No access'),
    l10n.t('The service does not let this token see that (403).'),
    l10n.t('Sign in with a token that has access, or ask whoever manages your tokens.'),
    'signIn',
  ],
  '^notFound': ({ host }) => [
    l10n.t('Not found'),
    l10n.t('Nothing at this address of {0} (404).', host),
    l10n.t('Check the service address, its path included.'),
  ],
  '^rateLimited': ({ again }) => [
    l10n.t('Too many requests'),
    l10n.t('The service asks for fewer requests (429).'),
    again,
  ],
  // 511 is sent by the log-in page of a network (RFC 6585 §6).
  '^http (403|511)': ({ host, detail }) => [
    l10n.t('Blocked by a gateway'),
    l10n.t('A gateway or firewall in front of {0} refused the request ({1}).', host, detail),
    l10n.t('This is not about your token: check your network, or ask whoever runs the service.'),
  ],
  '^http \\d+ elsewhere': ({ host, detail }) => [
    l10n.t('Redirected elsewhere'),
    l10n.t('{0} points to another host, {1}. The token is not sent there.', host, detail),
    l10n.t('If that host is right, sign in with its address.'),
    'signIn',
  ],
  '^http 5': ({ detail, again }) => [
    l10n.t('Service error ({0})', detail),
    l10n.t('The service has an internal error ({0}).', detail),
    again,
  ],
  '^http': ({ detail }) => [
    l10n.t('Unexpected answer ({0})', detail),
    l10n.t('The service answered in an unexpected way ({0}).', detail),
    checkOrAsk(),
  ],
  '^timeout': ({ host, detail }) => [
    l10n.t('No answer'),
    l10n.t('No answer from {0} within {1}.', host, detail),
    tryOrAsk(),
  ],
  // The counts came, so the address is right.
  '^decode notCounts': (named) => unreadable(named, l10n.t('Ask whoever runs the service.')),
  '^decode|NOT_HTTP': (named) => unreadable(named, checkOrAsk()),
  PROXY_: ({ host, detail }) => [
    l10n.t('Proxy failed'),
    l10n.t('The proxy on the way to {0} failed ({1}).', host, detail),
    l10n.t(
      'Check the setting http.proxy, as in http://name:password@proxy:8080, or ask whoever runs the proxy.',
    ),
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ({ host, detail }) => [
    l10n.t('No https at this port'),
    l10n.t('What answers at {0} does not speak https ({1}).', host, detail),
    l10n.t('Check the port. Only a service on this machine may have an address with http://.'),
  ],
  'UNABLE_TO_|SELF_SIGNED': ({ host, detail }) => [
    l10n.t('Unknown issuer'),
    l10n.t('Certificate of {0} not accepted, because its issuer is unknown ({1}).', host, detail),
    l10n.t(
      'If your company inspects connections, install its root certificate on this machine or name it in NODE_EXTRA_CA_CERTS; otherwise ask whoever runs the service.',
    ),
  ],
  'CERT|ERR_TLS|HOSTNAME_MISMATCH|ERR_SSL|EPROTO': ({ host, detail }) => [
    l10n.t('Not secure'),
    l10n.t('No secure connection to {0} ({1}).', host, detail),
    l10n.t('Check the address and the clock of this machine, or ask whoever runs the service.'),
  ],
  'ECONNRESET|ECONNABORTED|EPIPE|INCOMPLETE': ({ host, detail }) => [
    l10n.t('Connection cut off'),
    l10n.t('{0} broke off the connection or its answer ({1}).', host, detail),
    tryOrAsk(),
  ],
  '^network': ({ host, detail }) => [
    l10n.t('Not reachable'),
    l10n.t('Could not reach {0} ({1}).', host, detail),
    l10n.t('Check the address, your network and whether the service runs.'),
  ],
  '^no page': ({ detail }) => [l10n.t('Page missing'), detail, tryOrAsk()],
  '^aborted': () => [l10n.t('Stopped'), l10n.t('Stopped.'), l10n.t('Try again when you like.')],
};

/** The words of a bug of Mintscope, and of a cause that has no entry. */
const OF_A_BUG = (): Words => [
  l10n.t('Fault in Mintscope'),
  l10n.t('Mintscope itself has a fault.'),
  l10n.t('Try again; the log says more.'),
];

/** @param time writes when a wait ends, for words that stay on screen; else its length is given. */
export function describeFailure(failure: Failure, host: string, time?: TimeAfter): FailureWords {
  const code = failureCode(failure);
  if (failure.kind === 'paused') {
    const hint = l10n.t('Requests to it are paused; Retry sends one at once.');
    return { ...describeFailure(failure.cause, host, time), hint, code };
  }
  const named = { host, detail: detailOf(failure), again: againWords(failure, time) };
  const [, words = OF_A_BUG] =
    Object.entries(CAUSES).find(([cause]) => new RegExp(cause).test(code)) ?? [];
  const [title, reason, hint, action = 'retry'] = words(named);
  return { title, reason, hint, action, code };
}

function detailOf(failure: Failure): string {
  if (failure.kind === 'http') return failure.leadsTo ?? String(failure.status);
  if (failure.kind === 'timeout') return waitDuration(failure.afterMs);
  if (failure.kind === 'decode') return plainWords(failure.what);
  if (failure.kind === 'noPage') {
    const { page, status } = failure;
    const named = status === undefined ? String(page) : `${page} (${status})`;
    return l10n.t('The service gives no page {0}.', named);
  }
  if (failure.kind !== 'network') return '';
  const code = plainWords(failure.code.replace(/^PROXY_/, ''));
  const { issuer } = failure;
  return issuer === undefined ? code : l10n.t('issued by {0}, {1}', displayText(issuer, 100), code);
}

type PlainCode = DecodeFault | 'NOT_HTTP' | 'ECONNREFUSED';

/** A code in plain words; one without is returned as it is. */
function plainWords(code: string): string {
  const words: Readonly<Record<PlainCode, string>> = {
    tooLarge: l10n.t('it is larger than 4 MB'),
    tooComplex: l10n.t('it is nested too deep or holds too many values'),
    notJson: l10n.t('it is not JSON'),
    notAList: l10n.t('it is not a list of the service'),
    notStats: l10n.t('it holds no counts'),
    notCounts: l10n.t('its counts are texts or other values, not whole numbers'),
    noBody: l10n.t('it is empty'),
    NOT_HTTP: l10n.t('it is not valid HTTP'),
    ECONNREFUSED: l10n.t('connection refused'),
  };
  return new Map<string, string>(Object.entries(words)).get(code) ?? code;
}

function unreadable({ host, detail }: Named, hint: string): Words {
  const reason = l10n.t('The answer of {0} cannot be read: {1}.', host, detail);
  return [l10n.t('Unreadable answer'), reason, hint];
}

function checkOrAsk(): string {
  return l10n.t('Check the address, or ask whoever runs the service.');
}

function tryOrAsk(): string {
  return l10n.t('Try again; if that does not help, ask whoever runs the service.');
}

/** When to try again, as a sentence. */
function againWords(failure: Failure, time: TimeAfter | undefined): string {
  const ms = askedWait(failure);
  if (ms !== undefined) {
    return time
      ? l10n.t('Try again after {0}.', time(ms))
      : l10n.t('Try again in {0}.', waitDuration(ms));
  }
  return tryOrAsk();
}

/** Whether a failure has a row above the rows of a list; mostly the `Load more` row says why. */
export function hasProblemRow({ rows, hasMore, failure }: ListState<unknown>): boolean {
  if (!failure) return false;
  const isEmpty = rows.length === 0 && !hasMore;
  return isEmpty || failure.during === 'refresh' || failure.failure.kind === 'auth';
}

/**
 * Why the last operation of a list failed; `undefined` if it did not fail.
 * @param time writes a time of day; `short` is without seconds. All times are milliseconds since 1970.
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
  const hasRows = asOf !== undefined && rows.length > 0 && hasProblemRow(state);
  const beside = [
    hasRows ? l10n.t('rows as of {0}', time(asOf, 'short')) : '',
    retryAt !== undefined && isOutage(failure.failure) ? nextTryWords(time(retryAt)) : '',
  ].filter((part) => part !== '');
  const sentences = beside.map((part) => `${capitalized(part)}.`);
  const whole = [words.reason, words.hint, ...sentences].join(' ');
  return { ...words, whole, beside: beside.join(' · ') };
}

/** @param at a time of day with seconds: without them, it could seem to be over within the minute. */
export function nextTryWords(at: string): string {
  return l10n.t('next try {0}', at);
}

/**
 * Why the stats of a project could not be read. A 404 means that the service has none of it.
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
    title: concernLabel('noStats'),
    reason: l10n.t('The service has no stats of project {0}.', describeRef(ref)),
    hint: l10n.t('Check its id and its kind.'),
    action: 'retry',
  };
}

/** @param until a time of day: `12:31:05`. */
export function waitWords(until: string): string {
  return l10n.t('The service asks to send no requests until {0}.', until);
}
