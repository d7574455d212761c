import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { type CheckedService, tryStorage } from '../../connection/checkedService.ts';
import { switchableSignIns } from '../../connection/connectionChanges.ts';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import {
  type FirstRequest,
  judgeResponse,
  judgeClock,
  judgeSpeed,
  judgeToken,
  type SeenResponse,
  whyNoList,
} from '../../core/doctor/responseCheck.ts';
import {
  type Check,
  type Checked,
  type CheckResult,
  failedBy,
  notChecked,
  ok,
} from '../../core/doctor/check.ts';
import { judgeTls, type NetworkProbe } from '../../core/doctor/connectionCheck.ts';
import { judgePages } from '../../core/doctor/pagesCheck.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { formatNumber } from '../../editor/locale.ts';
import { PROJECTS } from '../../lists/projects.ts';
import type { Found } from './findService.ts';
import { judgeProxy, judgeSecrets, judgeStorage, proxyFacts, versions } from './machineWords.ts';

/** The longest wait for a name lookup or a connection. */
const LONGEST_MS = 10_000;

/** All checks, in their order. */
export function checksOf(session: Session, { service, address }: Found): readonly Check[] {
  return [
    { id: 'address', run: () => address },
    ...(service ? serviceChecks(service, session.clock) : serviceChecksWithoutAddress()),
    { id: 'secretStorage', run: () => judgeSecrets(switchableSignIns(session)) },
    {
      id: 'files',
      run: () => judgeStorage(tryStorage(session)),
    },
    { id: 'versions', run: versions },
  ];
}

/**
 * The checks of a service. Those up to `connection` send no HTTP request to it and no token; the
 * requests of the others go through the same policy and transport as all requests.
 */
function serviceChecks(service: CheckedService, clock: Clock): readonly Check[] {
  const { probe, hasToken, route } = service;
  const { host } = service.address;
  const requests = requestsTo(service, clock);
  /** The request of `answer`; a failure until that check has begun. */
  let first: Promise<FirstRequest> = Promise.resolve({
    failure: { kind: 'aborted' },
    response: undefined,
  });
  const withList = async (run: () => Promise<CheckResult>) => {
    const why = whyNoList(await first, hasToken);
    return why === undefined ? run() : notChecked(why);
  };
  return [
    { id: 'proxy', run: async () => judgeProxy((await probe()).route, host) },
    {
      id: 'nameLookup',
      run: async (signal) => {
        const found = await probe();
        // If a proxy fails, name the host that requests through it are for.
        const named = found.route.kind === 'proxy' ? host : found.hostname;
        return inTime(clock, signal, named, () => lookUp(found));
      },
    },
    {
      id: 'connection',
      run: (signal) =>
        inTime(clock, signal, host, async (ended) => {
          const { connect, strictSSL } = await probe();
          return judgeTls(await connect(ended), host, strictSSL, clock.now());
        }),
    },
    {
      id: 'answer',
      run: async (signal) => {
        first = requests.first(signal);
        const { facts = [], ...result } = judgeResponse(await first, host);
        return { ...result, facts: [...facts, transportUsed(route())] };
      },
    },
    { id: 'token', run: async () => judgeToken(await first, host, hasToken) },
    { id: 'speed', run: (signal) => withList(() => requests.time(signal)) },
    { id: 'pages', run: (signal) => withList(() => requests.compare(signal)) },
    { id: 'clock', run: () => judgeClock(requests.last(), formatNumber) },
  ];
}

/** The results in place of `serviceChecks` if no address is known. */
function serviceChecksWithoutAddress(): readonly Check[] {
  const ids = ['nameLookup', 'connection', 'answer', 'token', 'speed', 'pages', 'clock'] as const;
  const why = l10n.t('Not checked, because no address is known.');
  return [
    { id: 'proxy', run: () => notChecked(why, proxyFacts()) },
    ...ids.map((id) => ({ id, run: () => notChecked(why) })),
  ];
}

/**
 * The results if the editor sends the requests. It looks up names and connects in its own way, so a
 * failure of `nameLookup` or `connection`, which Mintscope makes itself, becomes a warning. Call it
 * after all checks: often only then is it known what sends the requests.
 */
export function asEditorConnects(checks: readonly Checked[]): readonly Checked[] {
  const advice = l10n.t('Nothing needs to be done: the editor knows another way, and it is used.');
  return checks.map((check) =>
    check.verdict === 'failed' && (check.id === 'nameLookup' || check.id === 'connection')
      ? { ...check, verdict: 'warning', advice }
      : check,
  );
}

/** Turns a failure of the network, or a timeout, into a result. Rejects if `signal` aborts. */
async function inTime(
  clock: Clock,
  signal: AbortSignal,
  host: string,
  run: (signal: AbortSignal) => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await withDeadline(clock, LONGEST_MS, signal, run);
  } catch (error) {
    if (!isServiceError(error) || signal.aborted) throw error;
    return failedBy(error.failure, host);
  }
}

async function lookUp({ hostname, route, lookUp: addresses }: NetworkProbe): Promise<CheckResult> {
  if (isIP(hostname) !== 0) {
    return ok(l10n.t('{0} is an IP address, so no name is looked up.', hostname));
  }
  const found = (await addresses()).join(', ');
  return ok(
    route.kind === 'proxy'
      ? l10n.t(
          'The proxy {0} is at {1}. It looks up the name of the service itself.',
          hostname,
          found,
        )
      : l10n.t('{0} is at {1}.', hostname, found),
  );
}

/** A sentence on what sent the requests so far. */
function transportUsed(route: string | undefined): string {
  return route === 'editor'
    ? l10n.t(
        'Requests are sent by the editor, because Mintscope’s own HTTP client could not connect.',
      )
    : l10n.t('Requests are sent by Mintscope’s own HTTP client.');
}

/** The longest wait for the first request, and for each later one, with their tries. */
const LONGEST_FIRST_MS = 15_000;
const LONGEST_NEXT_MS = 8000;
/** At most so many requests are timed, and none is sent after this time. */
const TIMED = 5;
const LONGEST_TIMING_MS = 10_000;
/** Rows per page when two pages are compared. */
const LIMIT = 5;

/**
 * The requests of the checks: `first`, whose result several checks use; `time`, up to five, until
 * one fails; `compare`, the first two pages. `last` is the last response to any of them.
 */
export function requestsTo({ address: { host }, client }: CheckedService, clock: Clock) {
  /** The last response to the tries of the request sent last. */
  let response: SeenResponse | undefined;
  let last: SeenResponse | undefined;
  const calls = client(({ status, headers }) => {
    last = response = { status, headers, at: clock.now() };
  });

  /** Resolves also if the service fails. @throws if `signal` aborts. */
  const send = async (
    signal: AbortSignal,
    { page = 1, limit = 1 } = {},
    longest = LONGEST_NEXT_MS,
  ) => {
    response = undefined;
    try {
      const read = await withDeadline(clock, longest, signal, (bounded) =>
        calls.page(PROJECTS, { page, limit }, bounded),
      );
      return { failure: undefined, page: read, response };
    } catch (error) {
      if (!isServiceError(error) || signal.aborted) throw error;
      return { failure: whyLate(error.failure, response), page: undefined, response };
    }
  };

  return {
    last: () => last,
    first: (signal: AbortSignal): Promise<FirstRequest> => send(signal, {}, LONGEST_FIRST_MS),

    /** Sends the requests one after another, so that each time is that of a single request. */
    time: async (signal: AbortSignal) => {
      const times: number[] = [];
      const { now } = clock;
      const began = now();
      let failure: Failure | undefined;
      let tried = 0;
      while (tried < TIMED && !failure && now() - began < LONGEST_TIMING_MS) {
        const sent = now();
        tried++;
        ({ failure } = await send(signal));
        if (!failure) times.push(now() - sent);
      }
      return judgeSpeed(times, tried, failure, host);
    },

    compare: async (signal: AbortSignal) => {
      const first = await send(signal, { limit: LIMIT });
      const second = first.failure ? first : await send(signal, { page: 2, limit: LIMIT });
      return first.page && second.page
        ? judgePages(first.page, second.page, { limit: LIMIT, format: formatNumber })
        : failedBy(second.failure ?? { kind: 'internal' }, host);
    },
  };
}

/**
 * The failure to report. If a request timed out after a 429, it waited because the service asked it
 * to, so the rate limit is reported.
 */
function whyLate(failure: Failure, response: SeenResponse | undefined): Failure {
  const isLimited = failure.kind === 'timeout' && response?.status === 429;
  return isLimited ? { kind: 'rateLimited' } : failure;
}
