import assert from 'node:assert/strict';
import type { Outage } from '../../../../src/connection/serviceStatus.ts';
import type { Failure } from '../../../../src/core/model/serviceError.ts';
import { type Recoverable, Recovery } from '../../../../src/features/refresh/recovery.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { EventEmitter } from '../../../support/fakeVscode/values.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };

describe('Recovery', () => {
  withNewDesk();
  let clock: FakeClock;
  let status: EventEmitter<void>;
  let changed: EventEmitter<void>;
  let session: { outage: Outage | undefined; retryAt: number | undefined; refused: boolean };
  let begin: () => Recovery;
  let surfaces: Surface[];
  let recovery: Recovery;
  let works: boolean;
  let probes: number;

  /** A view or panel, whose requests are reported to the session as by a client. */
  class Surface implements Recoverable {
    failed = true;
    busy = false;
    visible = true;
    tries = 0;
    /** If true, it fails also when the service works, as stats of an unknown project do. */
    broken = false;

    retry(): Promise<void> {
      this.tries++;
      this.failed = !works || this.broken;
      if (this.failed) fail();
      else succeed();
      return Promise.resolve();
    }
  }

  function fail(failure: Failure = DOWN): void {
    const now = clock.now();
    session.outage = { failure, since: session.outage?.since ?? now, triedAt: now };
    status.fire();
  }
  function succeed(): void {
    if (!session.outage) return;
    session.outage = undefined;
    status.fire();
  }

  beforeEach(() => {
    clock = new FakeClock();
    [status, changed] = [new EventEmitter<void>(), new EventEmitter<void>()];
    session = { outage: undefined, retryAt: undefined, refused: false };
    surfaces = [];
    works = false;
    probes = 0;
    const events = { onDidChangeStatus: status.event, onDidChange: changed.event };
    const stub = Object.assign(session, { clock, probeNow: () => probes++, ...events });
    const log = { error: (line: string) => assert.fail(line) };
    begin = () => new Recovery(stub as never, () => surfaces, log as never);
    recovery = begin();
    surfaces = [new Surface(), new Surface()];
  });
  afterEach(() => {
    recovery.dispose();
    assert.equal(clock.pending, 0);
  });
  const tries = () => surfaces.reduce((sum, surface) => sum + surface.tries, 0);
  const triesIn = async (ms: number) => {
    const before = tries();
    await clock.advance(ms);
    return tries() - before;
  };

  it('retries a failed surface after 15 seconds, then after growing waits, one surface at a time', async () => {
    fail();
    for (const wait of [15, 30, 60, 60]) {
      assert.equal(session.retryAt, clock.now() + wait * SECOND);
      assert.equal(await triesIn(wait * SECOND - 1), 0);
      assert.equal(await triesIn(1), 1);
    }
    assert.equal(await triesIn(60 * MINUTE), 60, 'a minute at the most');
    assert.ok(surfaces.every((surface) => surface.tries > 5));
    assert.equal(probes, tries(), 'a pause that the user’s request began does not stop it');
  });

  const waits: readonly (readonly [why: string, Failure, ms: number])[] = [
    ['requests are paused', { kind: 'paused', retryAfterMs: 28_000, cause: DOWN }, 28_000],
    ['the pause ends now', { kind: 'paused', retryAfterMs: -5, cause: DOWN }, SECOND],
    [
      'the service asks for it',
      { kind: 'http', status: 503, retryAfterMs: 20 * MINUTE },
      20 * MINUTE,
    ],
    ['it asks for ever', { kind: 'http', status: 503, retryAfterMs: Infinity }, HOUR],
  ];
  for (const [why, failure, ms] of waits) {
    it(`retries after ${ms / SECOND} s where ${why}`, async () => {
      fail(failure);
      assert.equal(session.retryAt, ms);
      assert.equal(await triesIn(ms - 1), 0);
      assert.equal(await triesIn(1), 1);
    });
  }

  it('reloads every surface once as soon as one request succeeds, also hidden ones, in each outage', async () => {
    surfaces.push(new Surface());
    surfaces[2]!.visible = false;
    for (const outage of [1, 2, 3]) {
      for (const surface of surfaces) surface.failed = true;
      works = false;
      fail();
      works = true;
      await clock.advance(15 * SECOND);
      const all = surfaces.map((surface) => [surface.tries, surface.failed]);
      assert.deepEqual(all, [
        [outage, false],
        [outage, false],
        [outage, false],
      ]);
      assert.equal(session.retryAt, undefined);
      assert.equal(await triesIn(60 * MINUTE), 0);
    }
  });

  it('reloads surfaces if the outage began and ended before this code was loaded', () => {
    recovery.dispose();
    works = true;
    recovery = begin();
    assert.equal(tries(), 2);
  });

  it('reloads the other surfaces when the user retries one, unless they are loading', () => {
    surfaces.push(new Surface());
    fail();
    surfaces[0]!.failed = false;
    surfaces[1]!.busy = true;
    works = true;
    succeed();
    assert.deepEqual([surfaces[1]!.tries, surfaces[2]!.tries], [0, 1]);
    assert.equal(session.retryAt, undefined, 'the time of the planned retry is not shown any more');
  });

  it('does not reload a surface after each success if it keeps failing by itself', async () => {
    works = true;
    surfaces[1]!.broken = true;
    surfaces[0]!.failed = false;
    fail();
    for (let n = 0; n < 10; n++) {
      succeed();
      fail();
    }
    assert.equal(surfaces[1]!.tries, 1);
    assert.equal(await triesIn(15 * SECOND), 1, 'but when it is due');
  });

  for (const [what, hide, show] of [
    ['the window has no focus', () => (desk.focused = false), () => (desk.focused = true)],
    [
      'all surfaces are hidden',
      () => {
        for (const surface of surfaces) surface.visible = false;
      },
      () => (surfaces[1]!.visible = true),
    ],
  ] as const) {
    it(`sends no retry while ${what}, and one soon afterwards`, async () => {
      hide();
      fail();
      assert.equal(await triesIn(60 * MINUTE), 0);
      assert.equal(session.retryAt, undefined, 'a time would not be true');
      show();
      assert.equal(await triesIn(SECOND), 1);
    });
  }

  for (const [what, end] of [
    [
      'the service is back but refuses the token',
      () => {
        session.refused = true;
        succeed();
      },
    ],
    [
      'the connection has changed',
      () => {
        session.outage = session.retryAt = undefined;
        changed.fire();
      },
    ],
  ] as const) {
    it(`sends no retry after ${what}`, async () => {
      fail();
      end();
      assert.equal(await triesIn(60 * MINUTE), 0);
    });
  }

  it('retries all surfaces if a retry succeeds after the outage has ended', async () => {
    works = true;
    for (const surface of surfaces) surface.broken = true;
    fail();
    succeed();
    for (const surface of surfaces) surface.broken = false;
    fail();
    session.outage = undefined;
    status.fire();
    await clock.advance(2 * MINUTE);
    assert.ok(surfaces.every(({ failed }) => !failed));
  });
});
