import * as l10n from '@vscode/l10n';
import type { Session } from '../../connection/session.ts';
import { type Clock, DAY_MS } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import { chooseProxy } from '../../net/proxyChoice.ts';
import type { ServiceCalls } from '../../core/client/serviceClient.ts';
import type { TransportResponse } from '../../core/client/transport.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import type { Page } from '../../core/model/decode.ts';
import { type Project, projectRef, type RowOfService } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { formatNumber } from '../../core/base/format.ts';
import { settings } from '../../editor/settings.ts';
import { COLLECTIONS } from '../../lists/collections.ts';
import { PROJECTS } from '../../lists/projects.ts';
import type { CheckedService, Found } from './findService.ts';

export type Verdict = 'ok' | 'warning' | 'failed' | 'notChecked';

/** Every text is a whole sentence. */
export interface CheckResult {
  readonly verdict: Verdict;
  readonly found: string;
  readonly advice?: string;
  /** Further facts for a bug report. */
  readonly facts?: readonly string[];
  readonly wantsSignIn?: boolean;
}

export interface Examination extends Omit<Found, 'service'> {
  readonly session: Session;
  /** `undefined` if no address is known. */
  readonly service: ExaminedService | undefined;
}

/**
 * @param signal aborts when the user cancels or the time of the check is over.
 * @throws ServiceError of a request, which is reported as the result.
 */
type Run<Subject> = (subject: Subject, signal: AbortSignal) => CheckResult | Promise<CheckResult>;

export interface Check {
  readonly id: string;
  readonly name: () => string;
  readonly run: Run<Examination>;
}

/**
 * In the order in which they run and are reported. They examine the requests that Mintscope really
 * sends. A failure of the first request is reported by the check it belongs to; those after that
 * one are not made.
 */
export const CHECKS: readonly Check[] = [
  { id: 'address', name: () => l10n.t('Address'), run: checkAddress },
  { id: 'network', name: () => l10n.t('Network'), run: ofService(checkNetwork) },
  { id: 'certificate', name: () => l10n.t('Certificate'), run: ofService(checkCertificate) },
  { id: 'answer', name: () => l10n.t('Answer'), run: ofService(checkAnswer) },
  { id: 'projects', name: () => l10n.t('Projects'), run: ofList(({ page }) => checkPage(page)) },
  { id: 'stats', name: () => l10n.t('Stats'), run: ofList(checkStats) },
  { id: 'collections', name: () => l10n.t('Collections'), run: ofList(checkCollections) },
  { id: 'storage', name: () => l10n.t('Storage'), run: checkStorage },
];

function ok(found: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'ok', found, facts };
}

function warning(found: string, advice: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'warning', found, advice, facts };
}

export function notChecked(found: string): CheckResult {
  return { verdict: 'notChecked', found };
}

export function failedBy(
  failure: Failure,
  host: string,
  facts: readonly string[] = [],
): CheckResult {
  const { reason, hint, action } = describeFailure(failure, host);
  const verdict = failure.kind === 'rateLimited' ? 'warning' : 'failed';
  return { verdict, found: reason, advice: hint, facts, wantsSignIn: action === 'signIn' };
}

/** The service, and the result of the first request to it. */
export interface ExaminedService extends CheckedService {
  readonly calls: ServiceCalls;
  /** In milliseconds since 1970. */
  readonly examinedAt: number;
  /** The first rows of Projects; `undefined` if the request failed. */
  readonly page: Page<Project> | undefined;
  readonly failure: Failure | undefined;
  /** The last response to its tries; `undefined` if none arrived. */
  readonly response: Pick<TransportResponse, 'status' | 'headers'> | undefined;
}

/** With its tries. */
const LONGEST_FIRST_MS = 10_000;
const FIRST_ROWS = { page: 1, limit: 10 };

/** Sends the first request, in the way of all requests. Never rejects. */
export async function examineService(
  service: CheckedService,
  clock: Clock,
  signal: AbortSignal,
): Promise<ExaminedService> {
  let response: ExaminedService['response'];
  const calls = service.client((received) => {
    response = received;
  });
  let page: Page<Project> | undefined;
  let failure: Failure | undefined;
  try {
    page = await withDeadline(clock, LONGEST_FIRST_MS, signal, (bounded) =>
      calls.page(PROJECTS, FIRST_ROWS, bounded),
    );
  } catch (error) {
    failure = isServiceError(error) ? error.failure : { kind: 'internal' };
    // After a 429 it waits as the service asks.
    if (failure.kind === 'timeout' && response?.status === 429) failure = { kind: 'rateLimited' };
  }
  return { ...service, calls, examinedAt: clock.now(), page, failure, response };
}

function ofService(run: Run<ExaminedService>): Run<Examination> {
  return ({ service }, signal) =>
    service
      ? run(service, signal)
      : notChecked(l10n.t('Not checked, because no address is known.'));
}

type WithPage = ExaminedService & { readonly page: Page<Project> };

function ofList(run: Run<WithPage>): Run<Examination> {
  const why = () => l10n.t('Not checked, because the service gave no list.');
  return ofService(({ page, ...service }, signal) =>
    page ? run({ ...service, page }, signal) : notChecked(why()),
  );
}

function noAnswer(): CheckResult {
  return notChecked(l10n.t('Not checked, because no answer arrived.'));
}

function checkAddress({ service, from, problem }: Examination): CheckResult {
  const base = service?.address.base ?? '';
  if (problem !== undefined) {
    const used = l10n.t('The address used last is checked without a token: {0}.', base);
    const found = service ? `${problem} ${used}` : problem;
    return { verdict: 'failed', found, advice: unlock() };
  }
  const words = {
    signIn: l10n.t('Signed in to {0}.', base),
    sample: l10n.t('Sample data is shown, whose service runs on this machine: {0}.', base),
    typed: l10n.t('{0}, as you typed it. Nobody is signed in here, so no token is sent.', base),
  };
  return ok(words[from]);
}

function checkNetwork({ address, failure, route }: ExaminedService): CheckResult {
  const proxy = chooseProxy(new URL(address.base), settings.network, process.env);
  const facts = proxy ? [l10n.t('The proxy is set by {0}.', proxy.from)] : [];
  if (failure?.kind === 'network' && !failure.tls) return failedBy(failure, address.host, facts);
  const way = wayWords(route()?.sentBy ?? 'direct');
  return ok(l10n.t('Requests to {0} are sent {1}.', address.host, way), facts);
}

/** @param sentBy see `Origin`. */
function wayWords(sentBy: string): string {
  if (sentBy === 'direct') return l10n.t('directly');
  if (sentBy === 'editor') return l10n.t('through the editor');
  return l10n.t('through the proxy {0}', sentBy.replace('proxy ', ''));
}

/** A certificate that expires sooner is a warning. */
const SOON_MS = 14 * DAY_MS;

function checkCertificate(service: ExaminedService): CheckResult {
  const { failure, response, examinedAt } = service;
  const { base, host } = service.address;
  if (failure?.kind === 'network' && failure.tls) return failedBy(failure, host);
  if (failure && !response) return noAnswer();
  if (base.startsWith('http:')) return ok(l10n.t('{0} uses http, so nothing is encrypted.', host));
  const { issuer = '?', validUntil = Infinity } = service.route()?.certificate ?? {};
  // The same in every locale, because a report is read elsewhere.
  const until = validUntil === Infinity ? '' : new Date(validUntil).toISOString().slice(0, 10);
  const facts = until === '' ? [] : [l10n.t('Issued by {0}, valid until {1}.', issuer, until)];
  if (!settings.network.strictSSL) {
    return warning(
      l10n.t('The certificate of {0} is not verified.', host),
      l10n.t(
        'Turn http.proxyStrictSSL on again: without it, anybody on the network path can read your token.',
      ),
      facts,
    );
  }
  if (validUntil - examinedAt < SOON_MS) {
    const found = l10n.t('The certificate of {0} expires soon, on {1}.', host, until);
    return warning(found, l10n.t('Tell whoever runs the service to renew it.'), facts);
  }
  return ok(l10n.t('The certificate of {0} is verified.', host), facts);
}

function checkAnswer(service: ExaminedService): CheckResult {
  const { failure, hasToken, response } = service;
  const { host } = service.address;
  if (failure?.kind === 'network') return noAnswer();
  const type = displayText(response?.headers['content-type'] ?? '?', 60);
  const facts = response ? [l10n.t('Status {0}, content type {1}.', response.status, type)] : [];
  if (failure?.kind === 'auth' && !hasToken) {
    const found = l10n.t('{0} answers, and asks for a token ({1}).', host, failure.status);
    return { ...ok(found, facts), wantsSignIn: true };
  }
  if (failure) return failedBy(failure, host, facts);
  return ok(
    hasToken
      ? l10n.t('{0} answers with a list, and accepts the token.', host)
      : l10n.t('{0} answers with a list. No token was sent.', host),
    facts,
  );
}

function checkPage({ received, unreadable, totalResults }: Page<RowOfService>): CheckResult {
  const rows = formatNumber(received);
  if (unreadable > 0) {
    return warning(
      l10n.t('{0} of the first {1} rows cannot be read.', formatNumber(unreadable), rows),
      l10n.t('Tell whoever runs the service. Mintscope copes as far as it can.'),
    );
  }
  return ok(
    totalResults === undefined
      ? l10n.t(
          'The first rows can be read: {0}. The service does not say how many there are.',
          rows,
        )
      : l10n.t('The first rows can be read: {0} of {1}.', rows, formatNumber(totalResults)),
  );
}

async function checkStats({ calls, page }: WithPage, signal: AbortSignal) {
  const ref = page.rows.map(projectRef).find((one) => one !== undefined);
  if (!ref) return notChecked(l10n.t('Not checked, because there is no project with an id.'));
  await calls.stats(ref, signal);
  return ok(l10n.t('The counts of project {0} can be read.', describeRef(ref)));
}

async function checkCollections({ calls }: WithPage, signal: AbortSignal) {
  return checkPage(await calls.page(COLLECTIONS, FIRST_ROWS, signal));
}

async function checkStorage({ session, problem }: Examination): Promise<CheckResult> {
  // A secret storage that did not answer is not asked again. Its errors have words for the user.
  const messageOf = ({ message }: Error) => message;
  const secrets = problem ?? (await session.signIns.list().then(() => undefined, messageOf));
  const database = await session.data.check().then(() => undefined, withoutPath);
  const problems = secrets === undefined ? [] : [secrets];
  if (database !== undefined) {
    problems.push(l10n.t('Mintscope cannot write and read its database ({0}).', database));
  }
  if (problems.length === 0) {
    return ok(l10n.t('The editor’s secret storage answers, and the database can be written.'));
  }
  const advice =
    secrets === undefined
      ? l10n.t(
          'Check the free space, and who owns the folder of the editor’s data. Until then nothing is stored for the next time; everything else works.',
        )
      : unlock();
  return { verdict: 'failed', found: problems.join(' '), advice };
}

/** The message of an error of SQLite or the file system, without the path in it. */
function withoutPath(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, \w+ '[^]*$/, '');
}

function unlock(): string {
  return l10n.t(
    'Unlock or install the keyring of your system, reload the window, and sign in again if you are asked.',
  );
}
