import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { keepFresh, RefreshSchedule } from '../../../src/features/autoRefresh/keepFresh.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage, numbered, type Row } from '../../support/pages.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVERY = 30 * SECOND;
const FAILED: Failure = { kind: 'http', status: 503 };

describe('keepFresh', () => {
  let desk: FakeDesk;
  let clock: FakeClock;
  let service: HeldReads;
  let list: PagedList<Row>;
  let shown: EventEmitter<unknown>;
  let view: { visible: boolean; onDidChangeVisibility: EventEmitter<unknown>['event'] };
  let statusChanged: EventEmitter<void>;
  let changed: EventEmitter<unknown>;
  let session: { current: object | undefined; refused: boolean };
  let start: () => { dispose(): void };
  let running: { dispose(): void };

  beforeEach(async () => {
    desk = new FakeDesk();
    useDesk(desk);
    desk.settings.set('mintscope.autoRefresh', 30);
    clock = new FakeClock();
    service = new HeldReads((request) => honestPage(numbered(35), request));
    list = new PagedList<Row>(service.read, { limit: () => 10, now: clock.now });
    [shown, changed] = [new EventEmitter(), new EventEmitter()];
    statusChanged = new EventEmitter();
    view = { visible: true, onDidChangeVisibility: shown.event };
    session = { current: {}, refused: false };
    const stub = Object.assign(session, {
      clock,
      onDidChange: changed.event,
      onDidChangeStatus: statusChanged.event,
    });
    const log = { error: (line: string) => assert.fail(line) };
    start = () => keepFresh(stub as never, [{ list, view }], log as never);
    running = start();
    await service.serve(list.open());
  });

  afterEach(() => {
    running.dispose();
    assert.equal(clock.pending, 0);
    assert.deepEqual(desk.shown, []);
  });

  /** Lets time pass, and responds to requests at once. */
  const pass = async (ms: number) => {
    await clock.advance(ms);
    while (service.waiting.length > 0) {
      service.waiting[0]!.respond();
      await clock.advance(0);
    }
  };
  /** Lets time pass, and returns how many requests were sent. */
  const requestsIn = async (ms: number) => {
    const before = service.requests.length;
    await pass(ms);
    return service.requests.length - before;
  };

  it('refetches the loaded pages after each interval', async () => {
    await service.serve(list.loadMore());
    assert.equal(await requestsIn(EVERY - 1), 0);
    assert.equal(await requestsIn(1), 2);
    assert.equal(await requestsIn(EVERY), 2);
    assert.equal(list.state.rows.length, 20);
  });

  it('waits a full interval after the automatic refresh was turned on, for a list that was opened', async () => {
    running.dispose();
    await clock.advance(10 * MINUTE);
    running = start();
    assert.equal(await requestsIn(EVERY - 1), 0);
    assert.equal(await requestsIn(1), 1);
    running.dispose();
    list.reset();
    running = start();
    assert.equal(await requestsIn(10 * MINUTE), 0);
  });

  it('pauses the refresh while view or window are not seen, and refreshes when they are', async () => {
    view.visible = false;
    shown.fire(undefined);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    view.visible = true;
    shown.fire(undefined);
    assert.equal(await requestsIn(0), 1);
    desk.focused = false;
    assert.equal(await requestsIn(10 * MINUTE), 0);
    desk.focused = true;
    assert.equal(await requestsIn(0), 1);
  });

  it('does not refresh a list that is being loaded', async () => {
    const loading = list.loadMore();
    await clock.advance(10 * MINUTE);
    assert.equal(service.waiting.length, 2, 'the last page and the next one');
    await service.serve(loading);
    assert.equal(await requestsIn(0), 2);
  });

  it('pauses the refresh while signed out, and until the next connection shows its rows', async () => {
    session.current = undefined;
    list.reset();
    changed.fire(undefined);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    session.current = {};
    changed.fire(undefined);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    await service.serve(list.open());
    assert.equal(await requestsIn(EVERY), 1);
  });

  it('pauses the refresh after the token is refused, until there is another', async () => {
    await clock.advance(EVERY);
    session.refused = true;
    service.waiting[0]!.fail({ kind: 'auth', status: 401 });
    statusChanged.fire();
    assert.equal(await requestsIn(60 * MINUTE), 0);
    session.refused = false;
    changed.fire(undefined);
    await service.serve(list.resume());
    assert.equal(await requestsIn(EVERY), 1);
  });

  it('refreshes less often while the service fails, without a message', async () => {
    await clock.advance(EVERY);
    service.waiting[0]!.fail();
    assert.equal(await requestsIn(MINUTE - 1), 0);
    assert.equal(await requestsIn(1), 1);
  });

  it('applies a changed mintscope.autoRefresh at once', async () => {
    desk.changeSetting('mintscope.autoRefresh', 0);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    desk.changeSetting('mintscope.autoRefresh', 5);
    assert.equal(await requestsIn(0), 1);
    assert.equal(await requestsIn(9_999), 0, 'ten seconds at the least');
  });

  it('starts no refresh in a closed window', () => {
    running.dispose();
    desk.changeSetting('mintscope.autoRefresh', 5);
    assert.equal(clock.pending, 0);
  });
});

describe('RefreshSchedule', () => {
  let clock: FakeClock;
  let schedule: RefreshSchedule;
  /** When each refresh began. */
  let at: number[];

  beforeEach(() => {
    clock = new FakeClock();
    at = [];
    schedule = new RefreshSchedule(clock, () => at.push(clock.now()));
    schedule.set(EVERY, true);
  });

  const refreshesAfter = async (ms: number) => {
    const before = at.length;
    await clock.advance(ms - 1);
    assert.equal(at.length, before);
    await clock.advance(1);
    assert.equal(at.length, before + 1);
  };

  it('waits with a refresh twenty times as long as the last load took, an hour at most', async () => {
    schedule.ended(4 * SECOND, undefined);
    await refreshesAfter(80 * SECOND);
    schedule.ended(1_000 * HOUR, undefined);
    await refreshesAfter(HOUR);
  });

  it('does not restart the refresh interval after a short interruption', async () => {
    schedule.ended(0, undefined);
    await clock.advance(EVERY / 2);
    schedule.set(EVERY, false);
    schedule.set(EVERY, true);
    await refreshesAfter(EVERY / 2);
  });

  it('waits longer after each failure, up to ten minutes, and as set after a success', async () => {
    const waits: number[] = [];
    for (let tries = 1; tries <= 6; tries++) {
      schedule.ended(0, FAILED);
      const from = clock.now();
      await clock.advance(20 * MINUTE);
      waits.push((at.at(-1)! - from) / SECOND);
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 600, 600]);
    schedule.ended(0, undefined);
    await refreshesAfter(EVERY);
  });

  it('never refreshes earlier because of a failure, or before the service allows, but within an hour', async () => {
    schedule.set(30 * MINUTE, true);
    schedule.ended(0, FAILED);
    await refreshesAfter(30 * MINUTE);
    schedule.set(EVERY, true);
    for (const retryAfterMs of [50 * MINUTE, Infinity]) {
      schedule.ended(0, { kind: 'rateLimited', retryAfterMs });
      await refreshesAfter(Math.min(retryAfterMs, HOUR));
    }
  });

  it('refreshes after the interval although the clock was set back', async () => {
    clock.set(100 * MINUTE);
    schedule.ended(0, undefined);
    clock.set(0);
    schedule.set(EVERY, true);
    await refreshesAfter(EVERY);
  });
});
