import assert from 'node:assert/strict';
import { PagedList } from '../../../../src/core/lists/pagedList.ts';
import { keepFresh } from '../../../../src/features/refresh/autoRefresh.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { EventEmitter } from '../../../support/fakeVscode/values.ts';
import { HeldReads } from '../../../support/heldReads.ts';
import { honestPage, numbered, type Row } from '../../../support/pages.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const EVERY = 30 * SECOND;

describe('keepFresh', () => {
  withNewDesk();
  let clock: FakeClock;
  let service: HeldReads;
  let list: PagedList<Row>;
  let shown: EventEmitter<unknown>;
  let view: { visible: boolean; onDidChangeVisibility: EventEmitter<unknown>['event'] };
  let statusChanged: EventEmitter<void>;
  let changed: EventEmitter<unknown>;
  let session: {
    current: object | undefined;
    refusal?: object | undefined;
    outage?: object | undefined;
    waitUntil?: number | undefined;
  };
  let start: () => { dispose(): void };
  let running: { dispose(): void };

  beforeEach(async () => {
    desk.settings.set('mintscope.autoRefresh', 30);
    clock = new FakeClock();
    service = new HeldReads((request) => honestPage(numbered(35), request));
    list = new PagedList<Row>(service.read, { limit: () => 10, now: clock.now });
    [shown, changed] = [new EventEmitter(), new EventEmitter()];
    statusChanged = new EventEmitter();
    view = { visible: true, onDidChangeVisibility: shown.event };
    session = { current: {} };
    const stub = Object.assign(session, {
      clock,
      onDidChange: changed.event,
      onDidChangeStatus: statusChanged.event,
    });
    const log = { error: (line: string) => assert.fail(line) };
    Object.assign(view, { rows: { list } });
    start = () => keepFresh(stub as never, view as never, log as never);
    running = start();
    await service.serve(list.open());
  });

  afterEach(() => {
    running.dispose();
    assert.equal(clock.pending, 0);
    assert.deepEqual(desk.shown, []);
  });

  const pass = async (ms: number) => {
    await clock.advance(ms);
    while (service.waiting.length > 0) {
      service.waiting[0]!.respond();
      await clock.advance(0);
    }
  };
  const requestsIn = async (ms: number) => {
    const before = service.requests.length;
    await pass(ms);
    return service.requests.length - before;
  };

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

  it('pauses the refresh while the token is refused, in an outage and during a wait', async () => {
    for (const why of [
      { refusal: {} },
      { outage: { failure: { kind: 'network', code: 'x' } } },
      { waitUntil: 1 },
    ]) {
      Object.assign(session, why);
      statusChanged.fire();
      assert.equal(await requestsIn(60 * MINUTE), 0);
      Object.assign(session, { refusal: undefined, outage: undefined, waitUntil: undefined });
      statusChanged.fire();
      assert.equal(await requestsIn(0), 1);
    }
  });

  it('rests twenty times as long as the last load took', async () => {
    await clock.advance(EVERY);
    await clock.advance(4 * SECOND);
    service.waiting[0]!.respond();
    assert.equal(await requestsIn(80 * SECOND - 1), 0);
    assert.equal(await requestsIn(1), 1);
  });

  it('applies a changed mintscope.autoRefresh at once', async () => {
    desk.changeSetting('mintscope.autoRefresh', 0);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    desk.changeSetting('mintscope.autoRefresh', 5);
    assert.equal(await requestsIn(0), 1);
    assert.equal(await requestsIn(9_999), 0, 'ten seconds at the least');
  });

  it('refreshes after the interval although the clock was set back or the window was left for a moment', async () => {
    clock.set(-100 * MINUTE);
    desk.focused = false;
    desk.focused = true;
    assert.equal(await requestsIn(EVERY - 1), 0);
    assert.equal(await requestsIn(1), 1);
  });
});
