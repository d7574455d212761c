import { setTimeout as sleep } from 'node:timers/promises';
import { type Failure, failureCode, isServiceError } from '../../src/core/model/serviceError.ts';
import type { PagedList } from '../../src/core/lists/pagedList.ts';
import type { Account } from './account.ts';
import { PROJECTS_WITH_STATS } from './faultyService.ts';
import type { Random } from './random.ts';

/** What the surfaces of one run share. */
export interface Chaos {
  readonly account: Account;
  /** Aborted once enough requests were sent: all surfaces end, and cancel what is under way. */
  readonly signal: AbortSignal;
  /** Lets the next request through although requests are paused, as when the user retries. */
  readonly probe: () => void;
  /** How requests ended, as the surfaces saw it. */
  readonly ends: string[];
  readonly violation: (what: string) => void;
}

/** A user of one list, who does one thing after another and sometimes does not wait for it. */
export async function useList(
  chaos: Chaos,
  list: PagedList<{ readonly key: string }>,
  random: Random,
): Promise<void> {
  const started: Promise<void>[] = [];
  let lastFailure: object | undefined;
  list.onChange(() => {
    const { rows, failure } = list.state;
    if (new Set(rows.map(({ key }) => key)).size < rows.length) chaos.violation('a row twice');
    if (failure && failure !== lastFailure) note(chaos, 'list', failure.failure);
    lastFailure = failure;
  });
  chaos.account.onSignIn(() => {
    if (!chaos.signal.aborted) started.push(list.resume());
  });
  chaos.signal.addEventListener('abort', () => {
    list.cancel();
  });
  while (!chaos.signal.aborted) {
    const action = random.pick({
      open: 2,
      loadMore: 6,
      loadAll: 4,
      refresh: 3,
      cancel: 3,
      reset: 0.5,
      resume: 0.5,
      wait: 6,
    });
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
export async function readStats(chaos: Chaos, random: Random): Promise<void> {
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
      const stats = await chaos.account.client.stats({ kind: 't', id: String(id) }, signal);
      chaos.ends.push('stats');
      if (stats.total !== id) chaos.violation(`stats of ${stats.total} for ${id}`);
    } catch (error) {
      if (!isServiceError(error)) chaos.violation(`stats rejected: ${String(error)}`);
      else note(chaos, 'stats', error.failure);
    }
    await sleep(random.below(10));
  }
}

function note({ ends, violation }: Chaos, surface: string, failure: Failure): void {
  ends.push(`${surface}: ${failureCode(failure)}`);
  if (failure.kind === 'internal') violation(`${surface}: a fault of our own`);
}
