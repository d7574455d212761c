import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  GAP_MS,
  LONGEST_WAIT_MS,
  PollPlan,
  SHORTEST_WAIT_MS,
} from '../../../src/core/watch/pollPlan.ts';

const key = (at: number) => `project/t/${at}`;

describe('the plan of polling', () => {
  /** Asks as the plan says until `end`; returns the starts as time and key. */
  function run(
    plan: PollPlan,
    time: { now: number },
    keys: readonly string[],
    end: number,
    outcome: (key: string) => Parameters<PollPlan['end']>[1],
    tookMs = 0,
  ) {
    const starts: { readonly at: number; readonly key: string }[] = [];
    for (;;) {
      const next = plan.next(keys.map((one) => ({ key: one, readAt: undefined })));
      if (!next || time.now + next.inMs > end) break;
      time.now += next.inMs;
      plan.begin(next.key);
      starts.push({ at: time.now, key: next.key });
      time.now += tookMs;
      plan.end(next.key, outcome(next.key));
    }
    time.now = end;
    return starts;
  }

  it('asks for no project more often than every 5 s, and for no two at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.infiniteStream(fc.constantFrom('moved', 'still', 'failed')),
        fc.integer({ min: 0, max: 3000 }),
        (count, outcomes, tookMs) => {
          const time = { now: 1_000_000 };
          const plan = new PollPlan(() => time.now);
          const keys = Array.from({ length: count }, (_, at) => key(at));
          const outcome = () => {
            const { value } = outcomes.next() as { value: string };
            return value === 'failed' ? ({ kind: 'internal' } as const) : (value as 'moved');
          };
          const starts = run(plan, time, keys, time.now + 300_000, outcome, tookMs);
          assert.deepEqual(
            new Set(starts.map((one) => one.key)),
            new Set(keys),
            'all are asked for',
          );
          for (const [at, start] of starts.entries()) {
            const before = starts[at - 1];
            if (before) assert.ok(start.at - before.at >= GAP_MS);
            const last = starts.slice(0, at).findLast((one) => one.key === start.key);
            if (last) assert.ok(start.at - last.at >= SHORTEST_WAIT_MS);
          }
        },
      ),
    );
  });

  const gaps = (starts: readonly { readonly at: number }[]) =>
    starts.slice(1).map(({ at }, index) => at - starts[index]!.at);

  it('asks every 5 s while counts change, and up to once a minute while they do not', () => {
    const time = { now: 0 };
    const plan = new PollPlan(() => time.now);
    const moved = run(plan, time, [key(1)], 20_000, () => 'moved');
    assert.deepEqual(gaps(moved), [5000, 5000, 5000, 5000]);
    const still = run(plan, time, [key(1)], 300_000, () => 'still');
    assert.deepEqual(gaps(still), [10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    assert.equal(gaps(still).at(-1), LONGEST_WAIT_MS);
  });

  it('waits for all projects as long as the service asks for', () => {
    const time = { now: 0 };
    const plan = new PollPlan(() => time.now);
    plan.begin(key(1));
    plan.end(key(1), { kind: 'rateLimited', retryAfterMs: 120_000 });
    plan.hurry();
    const next = plan.next([{ key: key(2), readAt: undefined }]);
    assert.deepEqual(next, { key: key(2), inMs: 120_000 });
  });

  it('waits for the longest that the service asks for, and for an hour at most', () => {
    const time = { now: 0 };
    const plan = new PollPlan(() => time.now);
    const answers = [600_000, 30_000, 3e9].map((retryAfterMs, at) => {
      plan.begin(key(at));
      plan.end(key(at), { kind: 'rateLimited', retryAfterMs });
      return plan.next([{ key: key(9), readAt: undefined }])?.inMs;
    });
    assert.deepEqual(answers, [600_000, 600_000, 3_600_000]);
  });

  it('asks 5 s after the last answer when a person comes back, and not sooner', () => {
    const time = { now: 0 };
    const plan = new PollPlan(() => time.now);
    run(plan, time, [key(1)], 200_000, () => 'still');
    plan.hurry();
    assert.equal(plan.next([{ key: key(1), readAt: undefined }])?.inMs, 0);
    assert.equal(plan.next([{ key: key(1), readAt: 199_000 }])?.inMs, 4000, 'read by a panel');
  });

  it('has at most four requests under way', () => {
    const plan = new PollPlan(() => 0);
    for (let at = 0; at < 4; at++) plan.begin(key(at));
    assert.equal(plan.next([{ key: key(9), readAt: undefined }]), undefined);
    plan.end(key(0), 'moved');
    assert.equal(plan.next([{ key: key(9), readAt: undefined }])?.key, key(9));
  });

  it('waits as long as another window was asked to, unless the clock was set back since', () => {
    const time = { now: 100_000 };
    const plan = new PollPlan(() => time.now);
    plan.heed({ at: 160_000, ms: 60_000 });
    assert.equal(plan.pause, undefined);
    plan.heed({ at: 70_000, ms: 60_000 });
    assert.equal(plan.next([{ key: key(1), readAt: undefined }])?.inMs, 30_000);
    plan.heed({ at: 80_000, ms: 10_000 });
    assert.deepEqual(plan.pause, { at: 70_000, ms: 60_000 });
    time.now = 130_000;
    assert.equal(plan.pause, undefined);
  });

  it('waits no longer than usual if the clock is set back', () => {
    const time = { now: 10_000_000 };
    const plan = new PollPlan(() => time.now);
    plan.begin(key(1));
    plan.end(key(1), 'moved');
    time.now = 0;
    assert.equal(plan.next([{ key: key(1), readAt: 10_000_000 }])?.inMs, SHORTEST_WAIT_MS);
  });
});
