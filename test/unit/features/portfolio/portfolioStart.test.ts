import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { concernedOf } from '../../../../src/connection/concernedRows.ts';
import { forEachCount } from '../../../../src/core/model/counts.ts';
import type { ProjectRef } from '../../../../src/core/model/model.ts';
import { Portfolio, type PortfolioParts } from '../../../../src/features/portfolio/portfolio.ts';
import { portfolioRow } from '../../../../src/features/portfolio/portfolioRow.ts';
import type { Demand } from '../../../../src/stats/statsReader.ts';
import { eventually } from '../../../support/eventually.ts';
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
  let isSeen: boolean;
  let refusal: object | undefined;

  beforeEach(() => {
    useDesk(new FakeDesk());
    storage = makeFolder();
    service = new StatsService();
    opened = [];
    isSeen = true;
    refusal = undefined;
    list(2);
    window = open();
  });
  afterEach(async () => {
    for (const portfolio of opened) portfolio.dispose();
    await window.close();
  });

  const ref = (id: number): ProjectRef => ({ kind: 't', id: String(id) });
  const open = () => statsWindow(storage, source.clock, service);
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
  async function reopenWith(count: number) {
    list(count);
    await window.close();
    window = open();
  }
  function begin(): Portfolio {
    const { list: projects, clock } = source;
    const session = {
      clock,
      onDidChangeStatus: () => ({ dispose: () => undefined }),
      get refusal() {
        return refusal;
      },
      get waitUntil() {
        const { leftMs } = window.wait;
        return leftMs > 0 ? source.clock.now() + leftMs : undefined;
      },
    };
    const parts = { session, projects, isSeen: () => isSeen, onChange: () => undefined };
    const portfolio = new Portfolio(window.connection, parts as unknown as PortfolioParts);
    opened.push(portfolio);
    return portfolio;
  }
  async function beginToRead(): Promise<Portfolio> {
    const portfolio = begin();
    await serveList(portfolio);
    return portfolio;
  }
  async function serveList(portfolio: Portfolio) {
    while (portfolio.state.phase === 'list') {
      await turn();
      for (const page of source.service.waiting) page.respond();
    }
  }
  /** Responds to all requests for counts until all are read. */
  async function serveCounts(portfolio: Portfolio) {
    while (portfolio.state.phase === 'stats') await service.respond();
    assert.equal(portfolio.state.phase, 'done');
  }
  /** Resolves when these projects are being requested, in any order. */
  const areRequested = (...refs: readonly string[]) =>
    eventually(() => service.underWay.toSorted(), refs);
  const row = ({ projects, connection }: Portfolio, id: number) =>
    portfolioRow(connection, projects.get(`project/t/${id}`)!);
  const demand = (urgency: Demand['urgency'], maxAgeMs: number): Demand => ({
    ...{ urgency, maxAgeMs, signal: new AbortController().signal },
  });
  function store(id: number, minutesAgo: number, confirmed: number, processing = 0) {
    const at = source.clock.now() - minutesAgo * MINUTE;
    const counts = { total: 9, confirmed, processing, pending: 9 - confirmed - processing };
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
    await areRequested('t/1');
    await service.respond('t/1');
    assert.equal((await badge).confirmed, 1);
    await areRequested('t/2', 't/3', 't/4', 't/5');
    const click = window.reader.request(ref(9), demand('user', 0));
    await service.respond('t/2');
    await eventually(() => service.requested[5], 't/9');
    await serveCounts(portfolio);
    assert.equal((await click).stats.confirmed, 1);
    assert.equal(service.requested.length, 9);
    assert.equal(new Set(service.requested).size, 9);
  });

  it('requests projects that can still change before those that are over, and none with young counts', async () => {
    await reopenWith(8);
    for (const id of [1, 2, 3]) store(id, 30, 9);
    store(4, 30, 5);
    store(6, 4, 9);
    const portfolio = await beginToRead();
    await areRequested('t/4');
    assert.equal(portfolio.state.work, 'reading 0 of 7');
    await service.respond();
    await areRequested('t/5', 't/7', 't/8');
    await service.respond();
    await areRequested('t/1');
    assert.equal(portfolio.state.work, 'reading 4 of 7');
    await serveCounts(portfolio);
    assert.deepEqual(service.requested.slice(4).toSorted(), ['t/1', 't/2', 't/3']);
    assert.equal(portfolio.state.work, undefined);
  });

  it('Refresh reads again what can still change, whatever its age, and what is over only after ten minutes', async () => {
    await reopenWith(3);
    store(1, 4, 9);
    store(2, 1, 9);
    const portfolio = await beginToRead();
    await areRequested('t/3');
    await service.respond('t/3', 5);
    for (const [minutes, again] of [
      [1, ['t/3']],
      [6, ['t/3', 't/1']],
    ] as const) {
      await source.clock.advance(minutes * MINUTE);
      const before = service.requested.length;
      portfolio.refresh();
      await serveList(portfolio);
      while (portfolio.state.phase === 'stats') {
        await service.respond('t/3', 5);
        await service.respond('t/1', 9);
      }
      assert.deepEqual(service.requested.slice(before), again);
    }
  });

  it('reads a project that is minting once a minute while the portfolio is in front and the service works', async () => {
    store(1, 2, 4, 5);
    store(2, 2, 9);
    const portfolio = await beginToRead();
    await serveCounts(portfolio);
    assert.deepEqual(
      [1, 2].map((id) => row(portfolio, id).minting),
      [true, false],
    );
    const send = () => {
      portfolio.moving.add('project/t/1');
      portfolio.followMoving();
    };
    send();
    await source.clock.advance(0);
    await service.respond();
    send();
    await source.clock.advance(MINUTE);
    await service.respond();
    assert.deepEqual(service.requested, ['t/1', 't/1']);
    isSeen = false;
    portfolio.followMoving();
    await source.clock.advance(2 * MINUTE);
    assert.equal(service.requested.length, 2);
    send();
    isSeen = true;
    refusal = {};
    portfolio.followMoving();
    await source.clock.advance(2 * MINUTE);
    assert.equal(service.requested.length, 2);
    refusal = undefined;
    portfolio.followMoving();
    await source.clock.advance(0);
    assert.deepEqual(service.underWay, ['t/1']);
  });

  it('a project that moves is read each minute although its status says failed, one that has ended is not', async () => {
    store(1, 2, 4, 5);
    store(2, 2, 9);
    for (const project of source.all) Object.assign(project, { status: 'failed' });
    const portfolio = await beginToRead();
    for (const id of [1, 2]) {
      portfolio.noteMoving(`project/t/${id}`, row(portfolio, id).minting);
    }
    assert.deepEqual([...portfolio.moving], ['project/t/1']);
  });

  it('shows the pace of a portfolio row that moves', async () => {
    for (const minutesAgo of [30, 20, 10, 0]) store(1, minutesAgo, 4 - minutesAgo / 10);
    const portfolio = await beginToRead();
    assert.ok('perMinute' in row(portfolio, 1).pace!);
    assert.equal(row(portfolio, 2).pace, undefined);
    Object.assign(source.all[0]!, { status: 'failed' });
    assert.equal(row(portfolio, 1).pace, undefined);
  });

  it('shows in a row whether what it needs attention for was acknowledged', async () => {
    const portfolio = await beginToRead();
    const acknowledged = () => row(portfolio, 1).acknowledged;
    assert.equal(acknowledged(), false);
    portfolio.due.clear();
    const standing = { percent: 9, alarm: undefined, words: undefined, acknowledged: true };
    concernedOf(window.connection).set(new Map([['project/t/1', standing]]));
    assert.equal(acknowledged(), true);
    assert.deepEqual([...portfolio.due], ['project/t/1']);
  });

  it('sends no request during the wait that the service asked for, or after it once stopped', async () => {
    const portfolio = await beginToRead();
    await areRequested('t/1');
    await service.fail({ kind: 'notFound' }, 't/1');
    await areRequested('t/2');
    const until = source.clock.now() + 120_000;
    const refusal = { kind: 'rateLimited', retryAfterMs: 120_000 } as const;
    await service.fail(refusal, 't/2');
    assert.deepEqual([portfolio.state.phase, portfolio.state.waitUntil], ['stats', until]);
    const retried = portfolio.retry(['project/t/1']);
    portfolio.due.clear();
    await service.fail(refusal, 't/1');
    assert.match((await retried) ?? '', /^The service asks to send no requests until .+:15:20\.$/);
    assert.equal(portfolio.due.has('project/t/1'), true, 'the page gets it again');
    assert.equal(portfolio.state.phase, 'stats');
    portfolio.stop();
    assert.equal(portfolio.state.waitUntil, undefined, 'nothing waits');
    await source.clock.advance(120_000);
    assert.deepEqual([portfolio.state.phase, service.underWay], ['stopped', []]);
    portfolio.continue();
    await serveCounts(portfolio);
  });
});
