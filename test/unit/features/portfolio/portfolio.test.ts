import assert from 'node:assert/strict';
import type { ToPortfolio } from '../../../../src/features/portfolio/messages.ts';
import { eventually } from '../../../support/eventually.ts';
import { openLink } from '../../../support/openLink.ts';
import {
  HALF,
  isStats,
  openPortfolio,
  statsAsked,
  portfolioWindows,
} from '../../../support/portfolio.ts';

describe('Portfolio', () => {
  const { start } = portfolioWindows();

  it('loads all pages for the portfolio, then the stats of each project once', async () => {
    const { window, service, projects } = await start(130);
    projects[0]!.name = `\u202e${'x'.repeat(500)}`;
    const page = await openPortfolio(window);
    const all = Array.from({ length: 130 }, (_, at) => `t/${at + 1}`);
    assert.deepEqual(statsAsked(service).toSorted(), all.toSorted());
    await eventually(() => page.row('t/130')?.counts, HALF);
    assert.deepEqual(
      [...page.rows.keys()],
      all.map((ref) => `project/${ref}`),
    );
    const messages = page.panel.received as unknown as readonly ToPortfolio[];
    const done = messages.findIndex((one) => one.type === 'state' && one.state.phase === 'done');
    const before = messages.slice(0, done).flatMap((one) => (one.type === 'rows' ? one.rows : []));
    const read = new Set(before.filter(({ counts }) => counts).map(({ key }) => key));
    assert.equal(read.size, 130, 'the page hears that all is read after the last row');
    const { listed, problem, sample } = page.state!;
    assert.deepEqual([listed, problem, sample], [130, undefined, false]);
    assert.equal(page.coverage, 'All 130 projects read, the oldest just now');
    const { asOf = 0, movedAt, ...row } = page.row('t/1')!;
    assert.equal(movedAt, asOf, 'it was read once');
    assert.ok(Math.abs(Date.now() - asOf) < 60_000);
    assert.deepEqual(row, {
      // Shortened, and without its direction mark.
      ...{ key: 'project/t/1', ref: 't/1', name: `${'x'.repeat(200)}…`, symbol: 'P1' },
      ...{ status: 'processing', counts: HALF, concerns: [] },
      ...{ watched: false, acknowledged: false, minting: true },
      pace: { reason: 'early' },
    });
  });

  it('shows why the stats of a portfolio row failed, until they are read by Retry or for a panel', async () => {
    const { window, service, stats } = await start(5);
    delete stats['t/3'];
    const page = await openPortfolio(window);
    await eventually(
      () => page.row('t/3')?.failure,
      'The service has no stats of project 3 · transferable.',
    );
    assert.equal(page.reasons('t/3'), 'No stats');
    assert.equal(page.row('t/3')?.counts, undefined);
    assert.equal(page.coverage, '4 of 5 projects read, the oldest just now; 1 without stats');
    stats['t/3'] = HALF;
    service.hold(isStats);
    page.says({ type: 'retry', keys: ['project/t/3', 'project/t/99'] });
    await eventually(() => statsAsked(service).length, 6);
    service.release();
    await eventually(() => page.row('t/3')?.counts, HALF);
    const { failure, concerns } = page.row('t/3')!;
    assert.deepEqual([failure, concerns], [undefined, []]);
    assert.deepEqual(statsAsked(service).slice(5), ['t/3']);

    delete stats['t/3'];
    page.says({ type: 'retry', keys: ['project/t/3'] });
    await eventually(() => page.row('t/3')?.failure === undefined, false);
    stats['t/3'] = HALF;
    await openLink(window, '/projects/t/3');
    await eventually(() => page.row('t/3')?.failure, undefined);
  });

  it('keeps the earlier counts of a portfolio row that fails later, and refetches them when it is opened again', async () => {
    const { window, service } = await start(3);
    const page = await openPortfolio(window);
    service.fail((request) => (request.path.endsWith('t/2/stats') ? { status: 403 } : undefined));
    page.says({ type: 'refresh' });
    await eventually(() => page.reasons('t/2'), 'Could not be read');
    assert.deepEqual(page.row('t/2')?.counts, HALF);
    await eventually(
      () => page.coverage,
      '2 of 3 projects read, the oldest just now; 1 could not be read',
    );
    service.fail(undefined);
    await window.run('openPortfolio');
    await eventually(() => page.reasons('t/2'), '');
    assert.equal(statsAsked(service).length, 7);
  });

  it('shows why a portfolio row needs attention, also after a change of mintscope.stallMinutes', async () => {
    const { window, stats, projects } = await start(2);
    stats['t/1'] = { total: 100, confirmed: 88, processing: 0, pending: 0, failed: 12 };
    projects[1]!.status = 'Failed';
    const page = await openPortfolio(window);
    await eventually(
      () => [1, 2].map((id) => page.reasons(`t/${id}`)),
      ['Failed 12', 'Status failed'],
    );
    const before = page.batches.length;
    window.desk.changeSetting('mintscope.stallMinutes', 30);
    await eventually(() => page.batches.length > before, true);
    assert.equal(page.batches.at(-1), 2);
  });

  it('opens What Happened from the portfolio', async () => {
    const { window } = await start(1);
    const page = await openPortfolio(window);
    page.says({ type: 'whatHappened' });
    await eventually(() => window.desk.pick?.title, 'What happened since when?');
    window.desk.pick!.hide();
  });
});
