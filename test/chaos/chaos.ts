import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken } from '../../src/core/client/accessToken.ts';
import { OriginPause } from '../../src/core/client/originPause.ts';
import { type Policy, requestPolicy } from '../../src/core/client/requestPolicy.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import { isServiceError } from '../../src/core/model/serviceError.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { addressOf } from '../support/address.ts';
import { createTransport } from '../support/client.ts';
import { PROJECTS_WITH_STATS, startFaultyService } from './faultyService.ts';
import { Random } from './random.ts';
import { ScaledClock } from './scaledClock.ts';

/** Deadlines and waits of the policy are shorter by this factor. */
const SCALE = 50;
const READERS = 20;
const AT_A_TIME = 4;

type List = PagedList<{ readonly key: string }>;

/** What the surfaces of one run share. */
interface Chaos {
  readonly client: ServiceClient;
  /** Aborted once enough requests were sent: all surfaces end, and cancel what is under way. */
  readonly signal: AbortSignal;
  /** Lets the next request through although requests are paused, as when the user retries. */
  readonly probe: () => void;
  readonly violation: (what: string) => void;
}

/**
 * Lets several surfaces use the client as it ships, with a faulty service. At the end, no request,
 * timer or listener may be left, and all surfaces must work again.
 * @returns what went wrong for a user; empty if nothing did.
 */
export async function runChaos(requests: number, seed: number): Promise<readonly string[]> {
  const violations = new Set<string>();
  const violation = (what: string) => violations.add(what);
  const onUnhandled = (reason: unknown) => violation(`unhandled rejection: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);

  const random = new Random(seed);
  const clock = new ScaledClock(SCALE);
  const service = await startFaultyService(random.fork());
  const end = new AbortController();
  const { signal } = end;

  /** The signals of requests that have ended. */
  const ended = new Set<AbortSignal>();
  const running = new Set<AbortSignal>();
  let sent = 0;
  let most = 0;
  const undici = createTransport();
  const transport: Transport = {
    get: (request) => {
      running.add(request.signal);
      most = Math.max(most, [...running].filter(({ aborted }) => !aborted).length);
      if (++sent === requests) end.abort();
      return undici.get(request).finally(() => {
        running.delete(request.signal);
        ended.add(request.signal);
      });
    },
    close: () => undici.close(),
  };
  const pause = new OriginPause(clock);
  const own = requestPolicy(clock, random.fork().next, pause);
  const policy: Policy = (given, attempt) =>
    own(given, attempt).finally(() => {
      // That of all surfaces is followed by each.
      if (given !== signal) ended.add(given);
    });
  const address = addressOf(service.address);
  const token = new AccessToken(service.token, address.origin);
  const parts = { address, token, transport, policy, now: clock.now, events: {} };
  const client = new ServiceClient(parts);
  const probe = () => {
    pause.probeNow();
  };
  const chaos: Chaos = { client, signal, probe, violation };
  const list: List = new PagedList((page, cancel) => client.page(PROJECTS, page, cancel), {
    limit: () => 20,
    now: clock.now,
  });
  await Promise.all([
    useList(chaos, list, random.fork()),
    ...Array.from({ length: READERS }, () => readStats(chaos, random.fork())),
  ]);
  // Some requests were under way or waited when the surfaces gave them up. The last response may have
  // been a refusal, whose wait has a timer until a request succeeds.
  pause.ended(undefined, clock.uptime());
  if (clock.pending > 0) violation(`${clock.pending} timers are left`);
  if (most > AT_A_TIME) violation(`${most} requests at a time`);

  // Once the service works again, everything can be read.
  service.calm();
  clock.slowDown();
  list.reset();
  probe();
  await list.loadAll();
  const { rows, failure, drifted, short } = list.state;
  const ids = (all: readonly object[]) => all.map((one) => /\d+/.exec(JSON.stringify(one))![0]);
  const isRead = ids(rows).join() === ids(service.projects).join() && !failure;
  if (!isRead || drifted || short) {
    const state = JSON.stringify({ ...list.state, rows: rows.length });
    violation(`the list cannot be read afterwards: ${state}`);
  }
  if (clock.pending > 0) violation(`${clock.pending} timers are left afterwards`);

  await transport.close();
  const isOpen = () => process.getActiveResourcesInfo().includes('TCPSocketWrap');
  for (let waits = 0; isOpen() && waits < 200; waits++) await sleep(10);
  if (isOpen()) violation('sockets are left');
  const listening = [...ended].filter((one) => getEventListeners(one, 'abort').length > 0);
  if (listening.length > 0) violation(`${listening.length} requests that have ended still listen`);
  await service.close();
  process.off('unhandledRejection', onUnhandled);

  return [...violations];
}

/** A user of the list, who does one thing after another and sometimes does not wait for it. */
async function useList(chaos: Chaos, list: List, random: Random): Promise<void> {
  const started: Promise<void>[] = [];
  list.onChange(() => {
    const { rows, failure } = list.state;
    if (new Set(rows.map(({ key }) => key)).size < rows.length) chaos.violation('a row twice');
    if (failure?.failure.kind === 'internal') chaos.violation('a fault of our own');
  });
  chaos.signal.addEventListener('abort', () => {
    list.cancel();
  });
  const actions = { open: 2, loadMore: 6, loadAll: 4, refresh: 3, cancel: 3, reset: 0.5, wait: 6 };
  while (!chaos.signal.aborted) {
    const action = random.pick(actions);
    if (action === 'wait') await sleep(random.below(30));
    else if (action === 'cancel' || action === 'reset') list[action]();
    else {
      if (action === 'refresh') chaos.probe();
      const done = list[action]();
      started.push(done);
      if (random.chance(0.6)) await Promise.race([done, sleep(random.below(400))]);
    }
    await sleep(random.below(3));
  }
  for (const end of await Promise.allSettled(started)) {
    if (end.status === 'rejected') chaos.violation(`a list rejected: ${String(end.reason)}`);
  }
}

/** A surface that reads the stats of one project after another, and sometimes cancels. */
async function readStats(chaos: Chaos, random: Random): Promise<void> {
  while (!chaos.signal.aborted) {
    const id = random.below(PROJECTS_WITH_STATS);
    const caller = new AbortController();
    const givesUp = random.chance(0.15);
    const signal = givesUp ? AbortSignal.any([chaos.signal, caller.signal]) : chaos.signal;
    if (givesUp) {
      setTimeout(() => {
        caller.abort();
      }, random.below(40));
    }
    try {
      const stats = await chaos.client.stats(`t/${id}`, signal);
      if (stats.total !== id) chaos.violation(`stats of ${stats.total} for ${id}`);
    } catch (error) {
      if (!isServiceError(error)) chaos.violation(`stats rejected: ${String(error)}`);
      else if (error.failure.kind === 'internal') chaos.violation('a fault of our own');
    }
    await sleep(random.below(10));
  }
}
