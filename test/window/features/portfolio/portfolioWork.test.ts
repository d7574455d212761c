import assert from 'node:assert/strict';
import { eventually } from '../../../support/eventually.ts';
import type { RecordedRequest } from '../../../support/minimalService.ts';
import {
  isStats,
  openPortfolio,
  statsAsked,
  portfolioWindows,
} from '../../../support/portfolio.ts';

const isFurther = ({ path, query }: RecordedRequest) =>
  path === '/v2/projects' && query.page !== '1';

describe('Portfolio work', () => {
  const { start } = portfolioWindows();

  /** A portfolio with the stats of the first projects, while the service holds the others. */
  async function partlyRead(count: number, known: number) {
    const { window, service } = await start(count);
    const idIn = ({ path }: RecordedRequest) => Number(/(\d+)\/stats$/.exec(path)?.[1]);
    service.hold((request) => isStats(request) && idIn(request) > known);
    const page = await openPortfolio(window, 'stats');
    await eventually(() => page.withStats, known);
    return { window, service, page };
  }

  it('does not stop the user’s Load All when the portfolio is stopped', async () => {
    const { window, service } = await start(250);
    window.projects.show();
    await eventually(() => window.projects.painted.length > 0, true);
    service.hold(isFurther);
    const loading = window.run('projects.loadAll');
    const page = await openPortfolio(window, 'list');
    page.says({ type: 'stop' });
    await eventually(() => page.phase, 'stopped');
    service.release();
    await loading;
    await eventually(() => page.state?.listed, 250);
    assert.deepEqual([page.phase, statsAsked(service)], ['stopped', []]);
  });

  it('stops the portfolio with one problem in an outage, and continues once the service works again', async () => {
    const { window, service, page } = await partlyRead(60, 9);
    window.projects.show();
    await eventually(() => window.projects.painted.length > 0, true);
    await service.stop();
    service.release();
    await eventually(() => page.phase, 'stopped');
    const problem = page.state?.problem;
    assert.deepEqual([problem?.action, page.withStats], ['retry', 9]);
    assert.match(problem!.message, /^Could not reach .+ \(connection refused\)\.$/);
    assert.match(problem!.title!, /^Unreachable since \d\d:\d\d/);
    assert.equal([...page.rows.values()].filter(({ failure }) => failure).length, 0);
    // From then on, the window checks for the end of the outage.
    const plans = () =>
      window.desk.statusItems.some(({ tooltip }) => JSON.stringify(tooltip).includes('Next try'));
    await eventually(plans, true);
    await service.start();
    await window.run('projects.refresh');
    await eventually(() => page.phase, 'done');
    assert.equal(page.state?.problem, undefined);
    assert.equal(page.withStats, 60);
  });

  it('shows the refused token instead of an empty portfolio', async () => {
    const { window, service } = await start(3);
    service.setToken('another');
    const page = await openPortfolio(window, 'stopped');
    await eventually(() => page.state?.problem?.title?.startsWith('Token refused'), true);
    assert.equal(page.state?.problem?.action, 'signIn');
    assert.notEqual(page.phase, 'done', 'the page does not say that there are none');
  });

  /** A portfolio that refetches its list, of which the second page is held back. */
  async function refreshing() {
    const { window, service, projects } = await start(250);
    const page = await openPortfolio(window);
    projects[6]!.status = 'confirmed';
    service.hold(isFurther);
    page.says({ type: 'refresh' });
    await eventually(() => page.state?.work, 'refreshing');
    return { window, service, page };
  }

  it('Stop does not cancel a Refresh that the user started in the view', async () => {
    const { window, service, page } = await refreshing();
    const held = () => service.requests.filter(isFurther).length;
    const before = held();
    const refreshed = window.run('projects.refresh');
    await eventually(() => held() > before, true);
    page.says({ type: 'stop' });
    await eventually(() => page.phase, 'stopped');
    service.release();
    await refreshed;
    await eventually(() => page.row('t/7')?.status, 'confirmed');
  });

  it('refetches the list on Retry after a page of the portfolio’s refresh failed', async () => {
    const { service, page } = await refreshing();
    service.fail((request) => (isFurther(request) ? { status: 400 } : undefined));
    service.release();
    await eventually(() => page.phase, 'stopped');
    assert.equal(page.state?.problem?.action, 'retry');
    service.fail(undefined);
    page.says({ type: 'continue' });
    await eventually(() => page.row('t/7')?.status, 'confirmed');
    await eventually(() => page.phase, 'done');
    assert.equal(statsAsked(service).length, 500);
  });

  it('shows the progress of a portfolio refresh, and continues it when it is opened again after Stop', async () => {
    const { window, service } = await start(30);
    const page = await openPortfolio(window);
    service.hold((request) => isStats(request) && !/\/[1-6]\/stats$/.test(request.path));
    page.says({ type: 'refresh' });
    await eventually(() => page.state?.work, 'reading 6 of 30');
    page.says({ type: 'stop' });
    await eventually(() => page.state?.work, 'stopped');
    service.release();
    const sent = statsAsked(service).length;
    await window.run('openPortfolio');
    await eventually(() => page.phase, 'done');
    assert.equal(statsAsked(service).length, sent + 24, 'what was read stays');
    assert.equal(page.coverage, 'All 30 projects read, just now unless minted or ended');
    assert.equal(page.state?.work, undefined);
  });

  it('ends the portfolio when its tab is closed', async () => {
    const { window, service } = await start(30);
    service.hold(isStats);
    const page = await openPortfolio(window, 'stats');
    await eventually(() => statsAsked(service).length, 1);
    page.panel.dispose();
    service.release();
    service.fail(undefined);
    const next = await openPortfolio(window);
    await eventually(() => next.withStats, 30);
    const again = statsAsked(service).slice(1);
    assert.deepEqual([again.length, new Set(again).size], [30, 30]);
  });
});
