import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { DAY_MS } from '../../../../src/core/base/clock.ts';
import { skipTime } from '../../../support/skippedTime.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  isStats,
  openPortfolio,
  portfolioWindows,
  statsAsked,
} from '../../../support/portfolio.ts';

describe('Portfolio over time', () => {
  const { atEnd, start } = portfolioWindows();

  /** A portfolio of three projects, read twice: `t/1` has 30 more confirmed then. */
  async function readTwice() {
    const all = await start(3);
    const page = await openPortfolio(all.window);
    all.stats['t/1'] = { total: 100, confirmed: 80, processing: 20, pending: 0 };
    page.says({ type: 'refresh' });
    await eventually(() => page.row('t/1')?.counts?.confirmed, 80);
    await eventually(() => page.phase, 'done');
    return { ...all, page };
  }

  it('shows what happened in the last seven days, and how many projects that covers or are gone', async () => {
    const { page, projects } = await readTwice();
    await eventually(
      () => page.state?.week?.words,
      '30 NFTs confirmed · Readings of 3 of 3 projects',
    );
    const { days } = page.state!.week!;
    assert.deepEqual(
      days.map(({ confirmed, known }) => [confirmed, known]),
      [...Array.from({ length: 6 }, () => [0, 0]), [30, 3]],
    );
    // Named by the extension, because the page may be in another time zone.
    const today = new Date().toLocaleDateString('en', { weekday: 'short' });
    assert.equal(days.at(-1)?.words, `${today} 30`);
    assert.match(days[0]!.words, /^\w{3} not read$/);
    projects.pop();
    page.says({ type: 'refresh' });
    await eventually(
      () => page.state?.week?.words,
      '30 NFTs confirmed · Readings of 2 of 2 projects · 1 gone',
    );
  });

  it('shows the next day past midnight in an open portfolio', async () => {
    const time = skipTime(atEnd);
    const { page } = await readTwice();
    const last = () => page.state?.week?.days.at(-1)?.words;
    const nameIn = (days: number) =>
      new Date(Date.now() + days * DAY_MS).toLocaleDateString('en', { weekday: 'short' });
    await eventually(last, `${nameIn(0)} 30`);
    const tomorrow = nameIn(1);
    time.skip(DAY_MS);
    await eventually(last, `${tomorrow} not read`);
    assert.match(page.state?.week?.days.at(-2)?.words ?? '', / 30$/);
  });

  it('shows no days in the portfolio before the first reading', async () => {
    const { window, service } = await start(1);
    service.hold(isStats);
    const page = await openPortfolio(window, 'stats');
    assert.equal(page.state?.week, undefined);
  });

  it('sends trends of the portfolio rows in sight, without a request', async () => {
    const { page, service } = await readTwice();
    const sent = statsAsked(service).length;
    page.says({ type: 'trends', keys: ['project/t/1', 'project/t/2', 'project/t/77'] });
    await eventually(
      () => page.trends.map(({ key, points }) => [key, points.map(({ confirmed }) => confirmed)]),
      [
        ['project/t/1', [50, 80]],
        ['project/t/2', [50, 50]],
      ],
    );
    assert.equal(statsAsked(service).length, sent);
  });

  it('opens What Happened from the portfolio', async () => {
    const { page, window } = await readTwice();
    page.says({ type: 'whatHappened' });
    await eventually(() => window.desk.shown.at(-1)?.text.includes('30 NFTs confirmed'), true);
  });
});
