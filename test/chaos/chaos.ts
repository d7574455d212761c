import { setTimeout as sleep } from 'node:timers/promises';
import { type Policy, RequestPolicy } from '../../src/core/client/requestPolicy.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import { COLLECTIONS } from '../../src/lists/collections.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { createTransport } from '../../src/net/undiciTransport.ts';
import { DIRECT } from '../support/client.ts';
import { openAccount } from './account.ts';
import { FaultyService } from './faultyService.ts';
import { Random } from './random.ts';
import { ScaledClock } from './scaledClock.ts';
import { listenersOf, SignalWatch } from './signalWatch.ts';
import { type Chaos, readStats, useList } from './surfaces.ts';
import { Tally } from './tally.ts';
import { WatchedTransport } from './watchedTransport.ts';

/** By this factor, waits of the policy are shorter. */
const SCALE = 50;
const READERS = 20;
const AT_A_TIME = 4;

export interface ChaosOptions {
  readonly requests: number;
  readonly seed: number;
}

export interface ChaosReport {
  /** What went wrong for a user; empty if nothing did. */
  readonly violations: readonly string[];
  /** The counts of the run, by name. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

interface Row {
  readonly key: string;
}

/**
 * Lets several surfaces use the client as it ships, with a faulty service. At the end, no request,
 * timer or listener may be left, and all surfaces must work again.
 */
export async function runChaos({ requests, seed }: ChaosOptions): Promise<ChaosReport> {
  const started = performance.now();
  const violations = new Set<string>();
  const violation = (what: string) => violations.add(what);
  const onUnhandled = (reason: unknown) => violation(`unhandled rejection: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);

  const random = new Random(seed);
  const clock = new ScaledClock(SCALE);
  const service = await FaultyService.start(random.fork(), clock.now);
  const transport = new WatchedTransport(createTransport(DIRECT));
  const requestPolicy = new RequestPolicy(clock, random.fork().next);
  const signals = new SignalWatch();
  const { origin } = new URL(service.address);
  const forOrigin = requestPolicy.for(origin);
  const policy: Policy = (given, attempt) =>
    forOrigin(given, attempt).finally(() => {
      signals.ended(given);
    });
  const account = openAccount(service, transport, policy, clock.now);
  const end = new AbortController();
  const { signal } = end;
  const chaos: Chaos = {
    account,
    signal,
    goesOn: () => {
      if (service.requests < requests) return true;
      if (signal.aborted) return false;
      // Each surface has one listener; all others belong to requests that have ended.
      if (listenersOf(signal) > READERS + 2) violation('listeners are left on a signal');
      end.abort();
      // Some requests were under way or waited. None of them may leave a timer.
      setImmediate(() => {
        if (clock.pending > 0) violation(`${clock.pending} timers are left by requests given up`);
      });
      return false;
    },
    probe: () => {
      requestPolicy.probeNow(origin);
    },
    ends: new Tally(),
    violation,
  };
  const paging = { limit: () => 20, now: clock.now };
  const projects = new PagedList<Row>((r, s) => account.client.page(PROJECTS, r, s), paging);
  const collections = new PagedList<Row>((r, s) => account.client.page(COLLECTIONS, r, s), paging);
  await Promise.all([
    useList(chaos, projects, random.fork()),
    useList(chaos, collections, random.fork()),
    ...Array.from({ length: READERS }, () => readStats(chaos, random.fork())),
  ]);
  const requested = service.requests;

  if (clock.pending > 0) violation(`${clock.pending} timers are left`);
  if (transport.most > AT_A_TIME) violation(`${transport.most} requests at a time`);

  // Once the service works again, everything can be read.
  service.calm();
  clock.slowDown();
  account.signInNow();
  for (const [list, items] of [
    [projects, service.lists.projects],
    [collections, service.lists.collections],
  ] as const) {
    list.reset();
    chaos.probe();
    await list.loadAll();
    const { rows, failure, drifted, short } = list.state;
    const ids = (all: readonly object[]) => all.map((one) => /\d+/.exec(JSON.stringify(one))![0]);
    const isRead = ids(rows).join() === ids(items).join() && !failure && !drifted && !short;
    if (!isRead)
      violation(
        `cannot be read afterwards: ${JSON.stringify({ ...list.state, rows: rows.length })}`,
      );
  }
  if (clock.pending > 0) violation(`${clock.pending} timers are left afterwards`);

  account.close();
  await transport.close();
  const isOpen = () => process.getActiveResourcesInfo().includes('TCPSocketWrap');
  for (let waits = 0; isOpen() && waits < 200; waits++) await sleep(10);
  if (isOpen()) violation('sockets are left');
  const listening = transport.signals.left + signals.left;
  if (listening > 0) violation(`${listening} requests that have ended still listen`);
  await service.close();
  process.off('unhandledRejection', onUnhandled);

  return {
    violations: [...violations],
    facts: [
      ['seed', String(seed)],
      ['requests', `${requested}, at most ${transport.most} at a time`],
      ['sign-ins', String(account.signIns)],
      ['served', service.served.toString()],
      ['seen by surfaces', chaos.ends.toString()],
      [
        'left behind',
        violations.size === 0 ? 'no timer, socket, listener or rejection' : 'see below',
      ],
      ['seconds', ((performance.now() - started) / 1000).toFixed(1)],
    ],
  };
}
