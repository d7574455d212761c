import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { keepFresh } from '../../../src/features/autoRefresh/keepFresh.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { turn } from '../../support/turn.ts';
import { honestPage, numbered, type Row } from '../../support/pages.ts';

describe('the setting for refreshing by itself', () => {
  let desk: FakeDesk;
  let clock: FakeClock;
  let service: HeldReads;
  let list: PagedList<Row>;
  let refreshing: { dispose(): unknown } | undefined;
  const complaints: string[] = [];

  beforeEach(async () => {
    desk = new FakeDesk();
    useDesk(desk);
    clock = new FakeClock();
    service = new HeldReads((request) => honestPage(numbered(5), request));
    list = new PagedList<Row>(service.read, { limit: () => 10, now: clock.now });
    await service.serve(list.open());
  });
  afterEach(async () => {
    refreshing?.dispose();
    await turn();
    assert.equal(clock.pending, 0);
    assert.deepEqual(complaints, []);
  });

  const start = () => {
    const event = () => new EventEmitter<unknown>().event;
    const session = {
      clock,
      current: {},
      refused: false,
      onDidChange: event(),
      onDidChangeStatus: event(),
    };
    const view = { visible: true, onDidChangeVisibility: event() };
    const log = { error: (line: string) => complaints.push(line) };
    refreshing = keepFresh(session as never, [{ list, view }], log as never);
  };

  it('works from the start of the window', async () => {
    desk.settings.set('mintscope.autoRefresh', 30);
    start();
    await clock.advance(30_000);
    assert.equal(service.asked.length, 2);
  });

  it('starts when it is turned on, and stops when it is turned off', async () => {
    start();
    await turn();
    assert.equal(clock.pending, 0, 'off, as for most people');
    desk.changeSetting('mintscope.autoRefresh', 30);
    desk.changeSetting('mintscope.autoRefresh', 0);
    assert.equal(clock.pending, 0);
    desk.changeSetting('mintscope.autoRefresh', 60);
    assert.equal(clock.pending, 1);
  });

  it('stays off in a closed window', async () => {
    start();
    refreshing!.dispose();
    desk.changeSetting('mintscope.autoRefresh', 30);
    await turn();
    assert.equal(clock.pending, 0);
  });
});
