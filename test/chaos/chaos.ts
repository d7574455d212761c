import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Policy, RequestPolicy } from '../../src/core/client/requestPolicy.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import { COLLECTIONS } from '../../src/lists/collections.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { createTransport } from '../support/client.ts';
import { Account } from './account.ts';
import { startFaultyService } from './faultyService.ts';
import { Random } from './random.ts';
import { ScaledClock } from './scaledClock.ts';
import { type Chaos, readStats, useList } from './surfaces.ts';

/** Deadlines and waits of the policy are shorter by this factor. */
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
  readonly facts: Readonly<Record<string, string>>;
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
  const service = await startFaultyService(random.fork(), clock.now);
  const end = new AbortController();
  const { signal } = end;
  const stop = () => {
    // Each surface has at most one listener; any more were left by requests that have ended.
    if (listenersOf(signal) > READERS + 2) violation('listeners are left on a signal');
    end.abort();
  };

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
      if (++sent === requests) stop();
      return undici.get(request).finally(() => {
        running.delete(request.signal);
        ended.add(request.signal);
      });
    },
    close: () => undici.close(),
  };
  const requestPolicy = new RequestPolicy(clock, random.fork().next);
  const { origin } = new URL(service.address);
  const forOrigin = requestPolicy.for(origin);
  const policy: Policy = (given, attempt) =>
    forOrigin(given, attempt).finally(() => {
      ended.add(given);
    });
  const account = new Account(service, transport, policy, clock.now);
  const chaos: Chaos = {
    account,
    signal,
    probe: () => {
      requestPolicy.probeNow(origin);
    },
    ends: [],
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
  // Some requests were under way or waited when the surfaces gave them up.
  if (clock.pending > 0) violation(`${clock.pending} timers are left`);
  if (most > AT_A_TIME) violation(`${most} requests at a time`);

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
        `a list cannot be read afterwards: ${JSON.stringify({ ...list.state, rows: rows.length })}`,
      );
  }
  if (clock.pending > 0) violation(`${clock.pending} timers are left afterwards`);

  account.close();
  await transport.close();
  const isOpen = () => process.getActiveResourcesInfo().includes('TCPSocketWrap');
  for (let waits = 0; isOpen() && waits < 200; waits++) await sleep(10);
  if (isOpen()) violation('sockets are left');
  const listening = [...ended].filter((one) => listenersOf(one) > 0);
  if (listening.length > 0) violation(`${listening.length} requests that have ended still listen`);
  await service.close();
  process.off('unhandledRejection', onUnhandled);

  return {
    violations: [...violations],
    facts: {
      sent: `${sent}, at most ${most} at a time`,
      served: counted(service.served),
      'seen by surfaces': counted(chaos.ends),
      seconds: ((performance.now() - started) / 1000).toFixed(1),
    },
  };
}

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

function counted(names: readonly string[]): string {
  const groups = [...Map.groupBy(names, (name) => name)];
  return groups.map(([name, all]) => `${name} ${all.length}`).join(', ');
}
