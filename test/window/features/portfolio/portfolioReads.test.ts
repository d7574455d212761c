import assert from 'node:assert/strict';
import { estimateWords } from '../../../../src/core/messages/forecastMessages.ts';
import { paceAt } from '../../../../src/core/messages/projectColumns.ts';
import { eventually } from '../../../support/eventually.ts';
import { openLink } from '../../../support/openLink.ts';
import { turns } from '../../../support/turn.ts';
import {
  HALF,
  isStats,
  openPortfolio,
  statsAsked,
  portfolioWindows,
  type ToPortfolio,
} from '../../../support/portfolio.ts';

describe('Counts of the portfolio', () => {
  const { skippableTime, start } = portfolioWindows();
  const MINTED = { total: 9, confirmed: 9, processing: 0, pending: 0 };

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
    assert.equal(page.coverage, 'All 130 projects read, just now unless minted or ended');
    const { asOf = 0, movedAt, isUnmoved, ...row } = page.row('t/1')!;
    assert.equal(movedAt, asOf, 'it was read once');
    assert.equal(isUnmoved, true);
    assert.ok(Math.abs(Date.now() - asOf) < 60_000);
    assert.deepEqual(row, {
      // Shortened, and without its direction mark.
      ...{ key: 'project/t/1', ref: 't/1', name: `${'x'.repeat(200)}…`, symbol: 'P1' },
      ...{ status: 'processing', counts: HALF, concerns: [] },
      ...{ watched: false, acknowledged: false, minting: true },
      pace: { reason: 'early' },
    });
  });

  it('shows why the stats of a portfolio row failed, until they are read by Refresh or for a panel', async () => {
    const { window, service, stats } = await start(5);
    delete stats['t/3'];
    const page = await openPortfolio(window);
    await eventually(
      () => page.row('t/3')?.failure,
      'The service has no stats of project 3 · transferable.',
    );
    assert.equal(page.reasons('t/3'), 'No stats');
    assert.equal(page.row('t/3')?.counts, undefined);
    assert.equal(
      page.coverage,
      '4 of 5 projects read, just now unless minted or ended; 1 without stats',
    );
    stats['t/3'] = HALF;
    await openLink(window, '/projects/t/3');
    await eventually(() => page.row('t/3')?.counts, HALF);
    const { failure, concerns } = page.row('t/3')!;
    assert.deepEqual([failure, concerns], [undefined, []]);
    assert.deepEqual(statsAsked(service).slice(5), ['t/3']);

    delete stats['t/3'];
    page.says({ type: 'refresh' });
    await eventually(() => page.row('t/3')?.failure === undefined, false);
    await eventually(() => page.phase, 'done');
    stats['t/3'] = HALF;
    page.says({ type: 'refresh' });
    await eventually(() => page.row('t/3')?.failure, undefined);
  });

  it('says why a project that is being minted and could not be read has no estimate', async () => {
    const { service, window } = await start(1);
    service.fail((request) => (isStats(request) ? { status: 404 } : undefined));
    const page = await openPortfolio(window);
    const words = estimateWords(paceAt(page.row('t/1')!, Date.now()), Date.now());
    assert.equal(words, 'could not be read');
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
      '2 of 3 projects read, just now unless minted or ended; 1 could not be read',
    );
    await eventually(() => page.phase, 'done');
    service.fail(undefined);
    await window.run('openPortfolio');
    await eventually(() => page.reasons('t/2'), '');
    assert.equal(statsAsked(service).length, 7);
  });

  /** Two minted projects and two that can still change, of which the last has failed by its status. */
  async function mixed() {
    const time = skippableTime();
    const { window, service, stats, projects } = await start(4);
    for (const ref of ['t/1', 't/2']) stats[ref] = MINTED;
    projects[3]!.status = 'failed';
    const page = await openPortfolio(window);
    const asked = () => statsAsked(service);
    const since = (before: number) => asked().slice(before).toSorted();
    return { window, service, stats, page, time, asked, since };
  }

  it('requests what can still change unless its counts are young, and what is over only until it is known', async () => {
    const { window, page, time, asked, since } = await mixed();
    page.panel.dispose();
    const again = await openPortfolio(window);
    assert.equal(asked().length, 4, 'all counts are young');
    again.panel.dispose();
    time.skip(30 * 60_000);
    await openPortfolio(window);
    assert.deepEqual(since(4), ['t/3', 't/4']);
  });

  it('Refresh reads again what can still change, whatever its age, and what is over only after ten minutes', async () => {
    const { window, page, time, asked, since } = await mixed();
    assert.deepEqual(
      ['t/3', 't/4'].map((ref) => page.row(ref)?.pace),
      [{ reason: 'early' }, undefined],
      'what has failed has no pace',
    );
    window.desk.focused = false;
    for (const [minutes, again] of [
      [1, ['t/3', 't/4']],
      [10, ['t/1', 't/2', 't/3', 't/4']],
    ] as const) {
      time.skip(minutes * 60_000);
      const before = asked().length;
      page.says({ type: 'refresh' });
      await eventually(() => since(before), [...again]);
      await eventually(() => page.phase, 'done');
    }
  });

  it('reads a project that moves once a minute while the portfolio is in front, whatever its status says', async () => {
    const { window, stats, page, time, asked, since } = await mixed();
    const move = (confirmed: number) => {
      for (const ref of ['t/3', 't/4']) stats[ref] = { ...HALF, confirmed };
      time.skip(61_000);
    };
    window.desk.focused = false;
    move(51);
    await turns();
    assert.equal(asked().length, 4, 'the window is not in front');
    page.says({ type: 'refresh' });
    await eventually(() => since(4), ['t/3', 't/4']);
    await eventually(() => page.phase, 'done');
    window.desk.focused = true;
    for (const confirmed of [52, 53]) {
      const before = asked().length;
      move(confirmed);
      await eventually(() => [...new Set(since(before))], ['t/3', 't/4']);
      await eventually(() => page.row('t/4')?.counts?.confirmed, confirmed);
    }
  });

  it('says until when the service asks to wait, sends nothing meanwhile, and nothing after Stop', async () => {
    const time = skippableTime();
    const { window, service } = await start(3);
    const wait = { status: 429, headers: { 'retry-after': '30' } };
    service.fail((request) => (isStats(request) ? wait : undefined));
    const page = await openPortfolio(window, 'stats');
    await eventually(() => page.state?.waitUntil !== undefined, true);
    service.fail(undefined);
    page.says({ type: 'stop' });
    await eventually(() => page.phase, 'stopped');
    assert.equal(page.state?.waitUntil, undefined, 'nothing waits');
    const sent = statsAsked(service).length;
    time.skip(30_000);
    await turns();
    assert.equal(statsAsked(service).length, sent);
    await window.run('openPortfolio');
    await eventually(() => page.phase, 'done');
  });
});
