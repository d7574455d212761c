import * as l10n from '@vscode/l10n';
import { describeFailure } from '../messages/failureMessages.ts';
import type { Page } from '../model/decode.ts';
import type { Failure } from '../model/serviceError.ts';
import { type CheckResult, failed, notChecked, ok, warning } from './check.ts';

/** An answer as it arrived. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

/** How the first request ended, which several checks read. */
export interface FirstRequest {
  /** `undefined` if it succeeded. */
  readonly failure: Failure | undefined;
  readonly page: Page<unknown> | undefined;
  /** The last answer that arrived, if any did. */
  readonly answer: SeenAnswer | undefined;
}

/** Types that may be named. Any other is a text of the service, which may hold anything. */
const KNOWN_TYPES = new Set(
  'text/html text/plain text/xml application/xml application/octet-stream application/problem+json'.split(
    ' ',
  ),
);

/** Whether the service answers, and as service-interface §4 says. */
export function judgeAnswer(first: FirstRequest, host: string): CheckResult {
  const { failure, answer } = first;
  const type = typeOf(answer);
  const facts = answer ? [l10n.t('Status {0}, content type {1}.', answer.status, type)] : [];
  if (!failure) {
    return type === 'application/json'
      ? ok(l10n.t('{0} answers with a list, as it should.', host), facts)
      : warning(
          l10n.t('{0} answers with a list, but gives its content type as {1}.', host, type),
          l10n.t('Mintscope reads it all the same. Tell whoever runs the service.'),
          facts,
        );
  }
  const { reason, hint } = describeFailure(failure, host);
  if (failure.kind === 'auth') {
    return ok(
      l10n.t('{0} answers, and asks for a valid token ({1}).', host, failure.status),
      facts,
    );
  }
  if (failure.kind === 'rateLimited') return warning(reason, hint, facts);
  if (failure.kind === 'decode') {
    return failed(
      `${reason} ${l10n.t('Its content type is {0}.', type)}`,
      l10n.t(
        'Check the address and its path: a web page or a login page may be in the place of the service.',
      ),
      facts,
    );
  }
  return failed(reason, hint, facts);
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
  if (failure.kind === 'auth') {
    const { reason, hint } = describeFailure(failure, host);
    return failed(reason, hint);
  }
  return notChecked(
    failure.kind === 'rateLimited'
      ? tooManyRequests()
      : l10n.t('Not checked, because no answer says whether the token is accepted.'),
  );
}

/** Why checks that need a list cannot be made; `undefined` if they can. */
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
function typeOf(answer: SeenAnswer | undefined): string {
  const given = answer?.headers['content-type'];
  if (given === undefined)
    return l10n.t({ message: 'none', args: [], comment: ['no content type'] });
  const type = (given.split(';')[0] ?? '').trim().toLowerCase();
  return type === 'application/json' || KNOWN_TYPES.has(type) ? type : l10n.t('something else');
}
