import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { Page } from '../../../src/core/model/decode.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { unseenProject } from '../../../src/core/model/projectRef.ts';
import { Attention } from '../../../src/features/attention/attention.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { turn, turns } from '../../support/turn.ts';

const MINUTE = 60_000;

describe('Reading all projects for Needs Attention', () => {
  const makeFolder = temporaryFolders();
  const closing = closeAfterEach();
  let clock: FakeClock;
  let service: StatsService;
  let isSeen: boolean;

  beforeEach(() => {
    clock = new FakeClock(1_700_000_000_000);
    service = new StatsService();
    isSeen = true;
    const desk = new FakeDesk();
    desk.settings.set('mintscope.showProgress', 'visible');
    useDesk(desk);
  });

  /** @param lie what the service sends instead of honest totals and rows. */
  async function open(
    count: number,
    lie: {
      readonly hasNoTotals?: boolean;
      readonly unreadable?: number;
      readonly isUnopened?: boolean;
      readonly session?: object;
    } = {},
  ) {
    const { hasNoTotals, unreadable = 0 } = lie;
    const { connection: current } = closing(statsWindow(makeFolder(), clock, service));
    const rows = Array.from({ length: count }, (_, at) =>
      unseenProject(`t/${at + 1}`, { name: `Tide ${at + 1}` }),
    );
    const read = ({ page, limit }: { page: number; limit: number }): Promise<Page<Project>> => {
      const sent = rows.slice((page - 1) * limit, page * limit);
      const totalPages = hasNoTotals ? undefined : Math.ceil(count / limit);
      const totals = { page, limit, totalPages, totalResults: hasNoTotals ? undefined : count };
      const received = sent.length;
      // The last rows cannot be read.
      const some = sent.filter((row) => rows.indexOf(row) < count - unreadable);
      const notRead = received - some.length;
      return Promise.resolve({ rows: some, received, unreadable: notRead, ...totals });
    };
    const projects = new PagedList<Project>(read, { limit: () => 2, now: clock.now });
    if (!lie.isUnopened) await projects.open();
    const { event: none } = new vscode.EventEmitter<never>();
    const session = { onDidChangeStatus: none, ...lie.session };
    const whole = new Attention(current, {
      ...{ session: session as never, projects, unlisted: () => [] },
      ...{ isSeen: () => isSeen, onChange: () => undefined },
    });
    closing({
      close: () => {
        whole.dispose();
      },
    });
    return { projects, whole, rows };
  }

  /** Lets the time pass, and responds to all requests: all nine of `t/1` are confirmed. */
  const pass = async (ms: number) => {
    await clock.advance(ms);
    for (let idle = 0; idle < 20; idle++) {
      await turn();
      if (service.underWay.length > 0) idle = 0;
      for (const key of service.underWay) await service.respond(key, key === 't/1' ? 9 : 3);
    }
  };

  it('reads what is not minted again when it is ten minutes old, and what is minted once', async () => {
    const { whole } = await open(5);
    await pass(1_000);
    assert.deepEqual(service.requested.toSorted(), ['t/1', 't/2', 't/3', 't/4', 't/5']);
    await pass(9 * MINUTE);
    assert.equal(service.requested.length, 5);
    await pass(2 * MINUTE);
    assert.deepEqual(service.requested.slice(5).toSorted(), ['t/2', 't/3', 't/4', 't/5']);
    assert.equal(whole.isReading, false);
  });

  it('sends nothing while nobody looks, and stops when the view is hidden', async () => {
    isSeen = false;
    const { whole } = await open(5);
    await pass(MINUTE);
    assert.equal(service.requested.length, 0);
    isSeen = true;
    whole.look();
    await clock.advance(1_000);
    await turns();
    assert.equal(whole.isReading, true);
    isSeen = false;
    whole.look();
    await turns();
    assert.deepEqual([whole.isReading, service.underWay.length], [false, 0]);
  });

  it('reads more than 500 projects only when asked to, and a project without stats counts as tried', async () => {
    const { whole } = await open(501);
    await pass(MINUTE);
    assert.equal(service.requested.length, 0);
    const reading = whole.readAll();
    for (let turns = 0; service.underWay.length === 0 && turns < 2_000; turns++) await turn();
    await service.fail({ kind: 'notFound' }, 't/1');
    await pass(1_000);
    assert.equal(whole.covered.read, 501);
    whole.stop();
    await reading;
    assert.equal(whole.isReading, false);
  });

  it('reads all of a small service, and the list stays as it is', async () => {
    const late = { outage: { failure: { kind: 'timeout', ref: 't/1' }, since: 0, triedAt: 0 } };
    for (const [what, lie, all] of [
      ['without totals', { hasNoTotals: true }, 5],
      ['that no view has opened', { isUnopened: true }, 5],
      ['of which one project times out', { session: late }, 5],
      ['of which some cannot be read as a row', { unreadable: 2 }, 3],
    ] as const) {
      service = new StatsService();
      const { whole, projects } = await open(5, lie);
      await pass(2_000);
      await pass(2_000);
      const { read, of, isMore } = whole.covered;
      assert.deepEqual([service.requested.length, read, of, isMore], [all, all, all, false], what);
      assert.equal(projects.state.rows.length, 2, what);
      whole.dispose();
    }
  });

  it('reads a service without totals up to 500 rows, and then by Read All', async () => {
    const { whole } = await open(520, { hasNoTotals: true });
    await pass(MINUTE);
    assert.equal(service.requested.length, 0);
    const { of, isMore } = whole.covered;
    assert.deepEqual([whole.isReading, of > 500 && of < 520, isMore], [false, true, true]);
  });

  it('a project that a refresh of the whole list does not find is gone', async () => {
    const { whole, projects, rows } = await open(5, { hasNoTotals: true });
    rows[4] = unseenProject('t/5', { name: 'Tide 5', status: 'failed' });
    const names = () => whole.found.map(({ project }) => project.name);
    await pass(1_000);
    await pass(1_000);
    assert.deepEqual(names(), ['Tide 5']);
    await projects.loadAll();
    rows.pop();
    await projects.refresh();
    await pass(2_000);
    assert.deepEqual(names(), []);
  });

  it('reads a project again whose counts have a time in the future, because the clock was set back', async () => {
    await open(5);
    await pass(1_000);
    clock.set(clock.now() - 60 * MINUTE);
    await pass(11 * MINUTE);
    assert.equal(service.requested.length, 10);
  });

  it('while all are read the rows that are shown keep their places, and then the worst comes first', async () => {
    const { whole } = await open(3);
    const found = async () => {
      await clock.advance(1_000);
      await turns();
      return whole.found.map(({ project }) => project.name).join();
    };
    await clock.advance(1_000);
    await turns();
    await service.fail({ kind: 'http', status: 501 }, 't/1');
    await turns();
    assert.equal(await found(), 'Tide 1');
    await service.respond('t/2', 10, 0);
    assert.equal(await found(), 'Tide 1,Tide 2');
    await service.respond('t/3', 3);
    assert.equal(await found(), 'Tide 2,Tide 1');
  });

  it('what the user has stopped begins again by Read All or a Refresh, not by itself', async () => {
    const { whole } = await open(5);
    await clock.advance(1_000);
    await turn();
    whole.stop();
    await pass(5 * MINUTE);
    const { length } = service.requested;
    await pass(20 * MINUTE);
    assert.equal(service.requested.length, length);
    const reading = whole.readAll();
    await pass(0);
    await reading;
    assert.deepEqual(new Set(service.requested), new Set(['t/1', 't/2', 't/3', 't/4', 't/5']));
    whole.stop();
    await pass(20 * MINUTE);
    const { length: before } = service.requested;
    whole.goOn();
    await pass(1_000);
    assert.equal(service.requested.length - before, 4, 'all but the one that is minted');
  });
});
