import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

const MINUTE = 60_000;

describe('HTTP', () => {
  const open = openers();

  /** A service that responds with 429 and this `Retry-After` to its first `times` requests. */
  const busy = async (retryAfter: () => string | undefined, times = Infinity) => {
    const service = await open.service();
    const arrivals: number[] = [];
    const rig = open.rig(service.address);
    service.fail(() => {
      arrivals.push(rig.clock.now());
      if (arrivals.length > times) return undefined;
      const value = retryAfter();
      return { status: 429, headers: value === undefined ? {} : { 'retry-after': value } };
    });
    return { service, rig, arrivals };
  };
  const between = ([first = NaN, second = NaN]: readonly number[]) => second - first;

  fault('429 with Retry-After: 8, then 200: repeated after 8 seconds', async () => {
    const { service, rig, arrivals } = await busy(() => '8', 1);
    await rig.projects.open();
    assert.ok(between(arrivals) >= 7_950, String(between(arrivals)));
    return outcome(rig.sees(), service.requests.length, { sees: '1', requests: 2 });
  });

  fault('429 with a date as Retry-After, then 200: repeated after that date', async () => {
    let until = 0;
    const { service, rig, arrivals } = await busy(() => {
      // A date has whole seconds, so it is rounded up.
      until = Math.ceil((rig.clock.now() + 4_000) / 1000) * 1000;
      return new Date(until).toUTCString();
    }, 1);
    await rig.projects.open();
    // A timer may fire a millisecond early, which is 20 ms of this clock.
    assert.ok((arrivals[1] ?? 0) >= until - 50);
    return outcome(rig.sees(), service.requests.length, { sees: '1', requests: 2 });
  });

  for (const [what, retryAfter] of [
    ['no Retry-After', undefined],
    ['an invalid Retry-After', 'soon'],
  ] as const) {
    fault(`429 with ${what}, to every request: it is sent three times`, async () => {
      const { service, rig } = await busy(() => retryAfter);
      await rig.projects.open();
      return outcome(rig.sees(), service.requests.length, {
        sees: 'The service asks for fewer requests (429). Try again in a while. [retry]',
        requests: 3,
      });
    });
  }

  fault('429 with Retry-After: an hour: not repeated, and the time is shown', async () => {
    const { service, rig } = await busy(() => '3600');
    await rig.projects.open();
    const failedAt = rig.projects.state.failure?.at ?? NaN;
    const then = new Date(failedAt + 60 * MINUTE).toISOString().slice(11, 19);
    return outcome(rig.sees(), service.requests.length, {
      sees: `The service asks for fewer requests (429). Try again after ${then}. [retry]`,
      requests: 1,
    });
  });

  fault('429 with Retry-After: an hour, then Refresh: the request is sent at once', async () => {
    const { service, rig } = await busy(() => '3600', 1);
    await rig.projects.open();
    await rig.projects.refresh();
    return outcome(rig.sees(), service.requests.length, { sees: '1', requests: 2 });
  });
});
