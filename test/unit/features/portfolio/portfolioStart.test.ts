import assert from 'node:assert/strict';
import { forEachCount } from '../../../../src/core/model/counts.ts';
import type { ProjectRef } from '../../../../src/core/model/model.ts';
import type { PortfolioState } from '../../../../src/features/portfolio/messages.ts';
import { PortfolioPanel } from '../../../../src/features/portfolio/portfolioPanel.ts';
import { portfolioRow } from '../../../../src/features/portfolio/portfolioRow.ts';
import { eventually } from '../../../support/eventually.ts';
import { desk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { FakePanel } from '../../../support/fakeVscode/panel.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { type HeldList, startList } from '../../../support/heldList.ts';
import { PORTFOLIO, PortfolioPage } from '../../../support/portfolio.ts';
import { project } from '../../../support/projects.ts';
import { StatsService, statsWindow } from '../../../support/statsWindow.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';
import { turn } from '../../../support/turn.ts';

const MINUTE = 60_000;

/** A portfolio whose state is known before the page gets it. */
class Portfolio extends PortfolioPanel {
  get state() {
    return this.drawn().state as PortfolioState;
  }
}

describe('Portfolio with a StatsReader', () => {
  const makeFolder = temporaryFolders();
  let storage: string;
  let source: HeldList;
  let service: StatsService;
  let window: ReturnType<typeof statsWindow>;
  let opened: FakePanel[];
  withNewDesk();
  let refusal: object | undefined;

  beforeEach(() => {
    storage = makeFolder();
    service = new StatsService();
    opened = [];
    refusal = undefined;
    list(2);
    window = open();
  });
  afterEach(async () => {
    for (const panel of opened) panel.dispose();
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
      current: window.connection,
      ready: () => Promise.resolve(),
      probeNow: () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
      get refusal() {
        return refusal;
      },
      get waitUntil() {
        const { leftMs } = window.wait;
        return leftMs > 0 ? source.clock.now() + leftMs : undefined;
      },
    };
    const own = { add: () => 0, remove: () => 0, update: () => 0, isOf: () => true };
    const panels = { ...own, session, extensionUri: Uri.file('/') };
    const panel = new FakePanel(PORTFOLIO, Uri.parse('mintscope:/a/Portfolio'));
    opened.push(panel);
    const tab = { panel, place: 'a', resource: { kind: 'portfolio' } };
    const portfolio = new Portfolio(panels as never, tab as never, projects as never);
    projects.onChange(() => {
      portfolio.followList();
    });
    window.reader.onDidChange((reading) => {
      portfolio.showReading(reading);
    });
    return portfolio;
  }
  const page = () => new PortfolioPage(opened.at(-1)!);
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
    while (portfolio.busy) await service.respond();
    assert.equal(portfolio.state.phase, 'done');
  }
  /** Resolves when these projects are being requested, in any order. */
  const areRequested = (...refs: readonly string[]) =>
    eventually(() => service.underWay.toSorted(), refs);
  const row = (portfolio: Portfolio, id: number) =>
    portfolioRow(window.connection, portfolio.projectsOf([`project/t/${id}`])[0]!);
  function store(id: number, minutesAgo: number, confirmed: number, processing = 0) {
    const at = source.clock.now() - minutesAgo * MINUTE;
    const counts = { total: 9, confirmed, processing, pending: 9 - confirmed - processing };
    window.reader.readings.add(ref(id), { at, ...forEachCount((name) => counts[name]) });
  }

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
      void portfolio.refresh();
      await eventually(() => portfolio.state.phase, 'list');
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
    for (const after of [1000, MINUTE]) {
      await source.clock.advance(after);
      await service.respond('t/1', 4, 5);
      await source.clock.advance(1000);
    }
    assert.deepEqual(service.requested, ['t/1', 't/1']);
    desk.focused = false;
    await source.clock.advance(2 * MINUTE);
    assert.equal(service.requested.length, 2);
    refusal = {};
    desk.focused = true;
    await source.clock.advance(2 * MINUTE);
    assert.equal(service.requested.length, 2);
    refusal = undefined;
    portfolio.followService();
    await source.clock.advance(1000);
    assert.deepEqual(service.underWay, ['t/1']);
  });

  it('a project that moves is read each minute although its status says failed, one that has ended is not', async () => {
    store(1, 2, 4, 5);
    store(2, 2, 9);
    for (const project of source.all) Object.assign(project, { status: 'failed' });
    await serveCounts(await beginToRead());
    await source.clock.advance(1000);
    assert.deepEqual(service.underWay, ['t/1']);
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
    await source.clock.advance(1000);
    await eventually(() => page().rows.size, 2);
    const before = page().batches.length;
    page().says({ type: 'retry', keys: ['project/t/1'] });
    await service.fail(refusal, 't/1');
    await eventually(() => page().said.length, 1);
    assert.match(page().said[0]!, /^The service asks to send no requests until .+:15:2\d\.$/);
    await source.clock.advance(1000);
    assert.ok(page().batches.length > before, 'the page gets it again');
    assert.equal(portfolio.state.phase, 'stats');
    page().says({ type: 'stop' });
    assert.equal(portfolio.state.waitUntil, undefined, 'nothing waits');
    await source.clock.advance(120_000);
    assert.deepEqual([portfolio.state.phase, service.underWay], ['stopped', []]);
    void portfolio.load();
    await serveCounts(portfolio);
  });
});
