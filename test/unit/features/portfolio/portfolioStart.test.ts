import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { concernedOf } from '../../../../src/connection/concernedRows.ts';
import { forEachCount } from '../../../../src/core/model/counts.ts';
import type { Project, ProjectRef } from '../../../../src/core/model/model.ts';
import { Portfolio, type PortfolioParts } from '../../../../src/features/portfolio/portfolio.ts';
import type { Demand } from '../../../../src/stats/statsReader.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { type HeldList, startList } from '../../../support/heldList.ts';
import { project } from '../../../support/projects.ts';
import { StatsService, statsWindow } from '../../../support/statsWindow.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';
import { turn, turns } from '../../../support/turn.ts';

const MINUTE = 60_000;

describe('Portfolio with a StatsReader', () => {
  const makeFolder = temporaryFolders();
  let storage: string;
  let source: HeldList;
  let service: StatsService;
  let window: ReturnType<typeof statsWindow>;
  let opened: Portfolio[];
  let changes: number;

  beforeEach(() => {
    useDesk(new FakeDesk());
    storage = makeFolder();
    service = new StatsService();
    opened = [];
    changes = 0;
    list(2);
    window = open();
  });
  afterEach(async () => {
    for (const portfolio of opened) portfolio.dispose();
    await window.close();
  });

  const ref = (id: number): ProjectRef => ({ kind: 't', id: String(id) });
  const open = () => statsWindow(storage, source.clock, service);
  /** The list at the service, of the projects `t/1` and so on. */
  function list(count: number) {
    source = startList({ count, limit: () => 100 });
    source.clock.set(1_700_000_000_000);
    for (const [at, row] of source.all.entries()) {
      Object.assign(
        row,
        project(ref(at + 1).id, { key: `project/t/${at + 1}`, transferable: true }),
      );
    }
  }
  /** Opens the window again, with this many projects at the service. */
  async function reopenWith(count: number) {
    list(count);
    await window.close();
    window = open();
  }
  function begin(): Portfolio {
    const { list: projects, clock } = source;
    const session = { clock, onDidChangeStatus: () => ({ dispose: () => undefined }) };
    const onChange = () => changes++;
    const parts = { session, projects, onChange };
    const portfolio = new Portfolio(window.connection, parts as unknown as PortfolioParts);
    opened.push(portfolio);
    return portfolio;
  }
  /** Begins to read, and lets the service list its projects. */
  async function beginToRead(): Promise<Portfolio> {
    const portfolio = begin();
    while (portfolio.phase === 'list') {
      await turn();
      for (const page of source.service.waiting) page.respond();
    }
    return portfolio;
  }
  const demand = (urgency: Demand['urgency'], maxAgeMs: number): Demand => ({
    ...{ urgency, maxAgeMs, signal: new AbortController().signal },
  });
  /** Stores an earlier reading of 9 NFTs. */
  function store(id: number, minutesAgo: number, confirmed: number) {
    const at = source.clock.now() - minutesAgo * MINUTE;
    const counts = { total: 9, confirmed, processing: 0, pending: 9 - confirmed };
    window.reader.readings.add(ref(id), { at, ...forEachCount((name) => counts[name]) });
  }

  it('sends no request if the portfolio was closed before it began', async () => {
    const portfolio = begin();
    assert.equal(portfolio.state.work, undefined, 'it is no refresh');
    portfolio.dispose();
    await turns();
    assert.deepEqual(source.service.pages, []);
  });

  it('requests a project that the user opens next, and none that another surface requests', async () => {
    await reopenWith(9);
    const badge = window.reader.read(ref(1), demand('visible', MINUTE));
    const portfolio = await beginToRead();
    assert.deepEqual(service.underWay.toSorted(), ['t/1', 't/2', 't/3', 't/4']);
    const click = window.reader.request(ref(9), demand('user', 0));
    await service.respond('t/1');
    assert.equal((await badge).confirmed, 1);
    assert.equal(service.requested[4], 't/9');
    while (service.underWay.length > 0) await service.respond();
    assert.equal((await click).stats.confirmed, 1);
    assert.equal(portfolio.phase, 'done');
    assert.equal(service.requested.length, 9);
    assert.equal(new Set(service.requested).size, 9);
  });

  it('requests projects that may have changed before those that were complete twice', async () => {
    await reopenWith(8);
    for (const minutesAgo of [60, 30]) {
      for (const id of [1, 2, 3]) store(id, minutesAgo, 9);
      store(4, minutesAgo, 5);
    }
    store(5, 30, 9);
    store(6, 1, 9);
    const portfolio = await beginToRead();
    assert.equal(
      portfolio.state.work,
      'reading 0 of 4 that may have changed, then 3 that are complete',
    );
    await service.respond();
    assert.deepEqual(service.requested.slice(0, 4).sort(), ['t/4', 't/5', 't/7', 't/8']);
    assert.equal(
      portfolio.state.work,
      '4 of 4 that may have changed are read; reading 0 of 3 that are complete',
    );
    assert.equal(portfolio.state.progress, 4 / 7);
    await service.respond('t/1');
    assert.equal(portfolio.state.progress, 5 / 7);
    await service.respond();
    assert.deepEqual(service.requested.slice(4).sort(), ['t/1', 't/2', 't/3']);
    assert.deepEqual([portfolio.phase, portfolio.state.work], ['done', undefined]);
    assert.equal(portfolio.row('project/t/6')?.counts?.confirmed, 9, 'as stored, a minute ago');
  });

  it('shows the pace of a portfolio row that moves', async () => {
    for (const minutesAgo of [30, 20, 10, 0]) store(1, minutesAgo, 4 - minutesAgo / 10);
    const portfolio = await beginToRead();
    assert.notEqual(portfolio.row('project/t/1')?.pace, undefined);
    assert.equal(portfolio.row('project/t/2')?.pace, undefined);
  });

  it('shows in a row whether what it needs attention for was acknowledged', () => {
    const portfolio = begin();
    portfolio.rows.follow(source.all as unknown as Project[]);
    const acknowledged = () => portfolio.row('project/t/1')?.acknowledged;
    assert.equal(acknowledged(), false);
    portfolio.rows.takeChanged();
    portfolio.week.isDue = false;
    const standing = { percent: 9, alarm: undefined, words: undefined, acknowledged: true };
    concernedOf(window.connection).set(new Map([['project/t/1', standing]]));
    assert.equal(acknowledged(), true);
    assert.deepEqual(portfolio.rows.takeChanged().keys, ['project/t/1']);
    assert.equal(portfolio.week.isDue, true, 'not all counts were read yet');
  });

  it('sends no request during the wait that the service asked for, or after it while paused', async () => {
    const portfolio = await beginToRead();
    await service.fail({ kind: 'notFound' }, 't/1');
    const until = source.clock.now() + 120_000;
    await service.fail({ kind: 'rateLimited', retryAfterMs: 120_000 }, 't/2');
    assert.deepEqual([portfolio.phase, portfolio.state.waitUntil], ['stats', until]);
    portfolio.retry(['project/t/1']);
    await turn();
    const { failure, loading } = portfolio.row('project/t/1')!;
    assert.match(failure ?? '', /^The service asks to send no requests until .+:15:20\.$/);
    assert.equal(loading, false);
    portfolio.pause();
    assert.equal(portfolio.state.waitUntil, undefined, 'nothing waits');
    const before = changes;
    await source.clock.advance(120_000);
    assert.equal(changes, before + 1, 'the end of the wait is shown');
    assert.deepEqual([portfolio.phase, service.underWay], ['paused', []]);
    portfolio.resume();
    await service.respond();
    assert.deepEqual([portfolio.phase, portfolio.state.waitUntil], ['done', undefined]);
  });
});
