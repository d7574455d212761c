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
    assert.equal(session.retryAt, 15 * SECOND);
    assert.equal(await triesIn(15 * SECOND - 1), 0);
    assert.equal(await triesIn(1), 1);
    assert.equal(session.retryAt, 45 * SECOND);
    assert.equal(await triesIn(30 * SECOND), 1);
    assert.equal(await triesIn(MINUTE), 1);
    assert.equal(await triesIn(60 * MINUTE), 60, 'a minute at the most');
    assert.ok(surfaces.every((surface) => surface.tries > 5));
  });

  it('does not retry a surface before the pause or the service allows, but within an hour', async () => {
    fail({ kind: 'paused', retryAfterMs: 28 * SECOND, cause: DOWN });
    assert.equal(session.retryAt, 28 * SECOND);
    assert.equal(await triesIn(28 * SECOND - 1), 0);
    assert.equal(await triesIn(1), 1);
    assert.equal(session.retryAt, clock.now() + 30 * SECOND);
    fail({ kind: 'paused', retryAfterMs: 12 * SECOND, cause: DOWN });
    assert.equal(session.retryAt, clock.now() + 12 * SECOND, 'nothing was sent');
    fail({ kind: 'paused', retryAfterMs: -5, cause: DOWN });
    assert.equal(session.retryAt, clock.now() + SECOND, 'not constantly');
    fail({ kind: 'http', status: 503, retryAfterMs: 20 * MINUTE });
    assert.equal(await triesIn(20 * MINUTE - 1), 0);
    fail({ kind: 'http', status: 503, retryAfterMs: Infinity });
    assert.equal(await triesIn(HOUR - 1), 0);
    assert.equal(await triesIn(1), 1);
  });

  it('does not postpone the automatic retry when the user retries and fails', async () => {
    fail();
    await clock.advance(10 * SECOND);
    fail();
    fail({ kind: 'paused', retryAfterMs: 30 * SECOND, cause: DOWN });
    assert.equal(session.retryAt, 15 * SECOND);
    assert.equal(await triesIn(5 * SECOND), 1);
    assert.equal(probes, 1, 'the pause that the user’s request began does not stop it');
    fail({ kind: 'http', status: 503, retryAfterMs: 5 * MINUTE });
    assert.equal(session.retryAt, clock.now() + 5 * MINUTE, 'unless the service asks for it');
    const then = session.retryAt;
    fail({ kind: 'paused', retryAfterMs: 30 * SECOND, cause: DOWN });
    assert.equal(session.retryAt, then);
  });

  it('reloads every surface once as soon as one request succeeds, also hidden ones, in each outage', async () => {
    surfaces.push(new Surface());
    surfaces[2]!.visible = false;
    fail();
    assert.equal(session.retryAt, 15 * SECOND);
    works = true;
    await clock.advance(15 * SECOND);
    assert.deepEqual(
      surfaces.map((surface) => [surface.tries, surface.failed]),
      surfaces.map(() => [1, false]),
    );
    assert.equal(session.retryAt, undefined);
    assert.equal(await triesIn(60 * MINUTE), 0);
    for (const outage of [2, 3]) {
      for (const surface of surfaces) surface.failed = true;
      fail();
      succeed();
      await clock.advance(0);
      assert.ok(surfaces.every((surface) => surface.tries === outage));
    }
  });

  it('does not reload surfaces when the service is back but refuses the token', async () => {
    fail();
    session.refused = true;
    succeed();
    assert.equal(await triesIn(60 * MINUTE), 0);
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

  it('sends no retry without the focus, and retries when the focus returns', async () => {
    desk.focused = false;
    fail();
    assert.equal(await triesIn(60 * MINUTE), 0);
    assert.equal(session.retryAt, undefined, 'a time would not be true');
    desk.focused = true;
    assert.equal(tries(), 1);
  });

  it('sends no retry while all surfaces are hidden, and retries when one is shown', async () => {
    for (const surface of surfaces) surface.visible = false;
    fail();
    assert.equal(await triesIn(60 * MINUTE), 0);
    surfaces[1]!.visible = true;
    await clock.advance(SECOND);
    assert.deepEqual([surfaces[0]!.tries, surfaces[1]!.tries], [0, 1]);
  });

  it('sends no retry after the connection has changed', async () => {
    fail();
    session.outage = session.retryAt = undefined;
    changed.fire();
    assert.equal(await triesIn(60 * MINUTE), 0);
  });

  it('retries all surfaces if a retry succeeds after the outage has ended', async () => {
    works = true;
    for (const surface of surfaces) surface.broken = true;
    fail();
    succeed();
    for (const surface of surfaces) surface.broken = false;
    fail();
    session.outage = undefined;
    status.fire();
    await clock.advance(MINUTE);
    assert.ok(surfaces.every(({ failed }) => !failed));
  });
});
