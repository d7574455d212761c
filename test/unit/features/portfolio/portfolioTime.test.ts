import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { unseenProject } from '../../../../src/core/model/projectRef.ts';
import type { ToPortfolio } from '../../../../src/protocol/portfolio.ts';
import { PortfolioRows } from '../../../../src/features/portfolio/portfolioRows.ts';
import { type Clock, DAY_MS } from '../../../../src/core/base/clock.ts';
import { systemClock } from '../../../../src/editor/systemClock.ts';
import { skipTime } from '../../../support/skippedTime.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  isStats,
  openPortfolio,
  portfolioWindows,
  statsAsked,
} from '../../../support/portfolio.ts';

describe('PortfolioRows', () => {
  const reading = { failure: undefined, loading: false, watched: false, acknowledged: false };
  const pace = { perMinute: 5, basis: 60_000, doneAt: { low: 1, likely: 2, high: 3 } };
  const HOUR = 3_600_000;
  const moved = { at: HOUR, movedAt: HOUR, total: 9, confirmed: 4, processing: 1, pending: 4 };
  const rowOf = (status: string, movedAt = HOUR) => {
    const project = unseenProject({ kind: 't', id: '1' }, { status });
    const rows = new PortfolioRows('mint.example');
    rows.follow([project]);
    rows.learn(project.key, { ...moved, movedAt });
    return rows.row(project.key, { ...reading, pace });
  };

  it('gives a portfolio row a forecast unless it has failed or stalled', () => {
    const of = (row = rowOf('processing')) => [row?.minting, row?.pace];
    assert.deepEqual(of(), [true, pace]);
    assert.deepEqual(of(rowOf('failed')), [false, undefined]);
    assert.deepEqual(of(rowOf('processing', 0)), [false, undefined]);
  });
});

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

  it('updates the portfolio at once after the clock was set forward', async () => {
    const time = skipTime(atEnd);
    const clock = systemClock as { -readonly [name in keyof Clock]: Clock[name] };
    const { now, after } = clock;
    // Long waits end late, as they do when the machine has slept.
    clock.after = (ms, call) => (ms > 10_000 ? () => undefined : after(ms, call));
    const { page, stats } = await readTwice();
    // Waits until the portfolio has no other work than to update the age of its counts.
    let received = 0;
    await eventually(() => {
      const before = received;
      received = page.panel.received.length;
      time.skip(1_000);
      return before === received;
    }, true);
    clock.now = () => now() + DAY_MS;
    stats['t/2'] = { total: 100, confirmed: 90, processing: 10, pending: 0 };
    page.says({ type: 'refresh' });
    await eventually(() => page.row('t/2')?.counts?.confirmed, 90);
  });

  it('does not sum up the week while the portfolio is hidden, but when it is shown', async () => {
    const time = skipTime(atEnd);
    const { page } = await readTwice();
    const last = () => page.state?.week?.days.at(-1)?.words ?? '';
    await eventually(() => last().endsWith(' 30'), true);
    page.panel.setVisible(false);
    const before = page.panel.received.length;
    time.skip(DAY_MS);
    page.panel.setVisible(true);
    await eventually(() => last().endsWith(' not read'), true);
    const [first] = page.panel.received.slice(before) as unknown as ToPortfolio[];
    const shown = first?.type === 'state' ? first.state.week?.days.at(-1)?.words : undefined;
    assert.ok(shown?.endsWith(' 30'), shown);
  });

  it('does not show 0 confirmed while each project was read once', async () => {
    const { window } = await start(2);
    const page = await openPortfolio(window);
    await eventually(
      () => page.state?.week?.words,
      'What was confirmed is not known: that takes two readings of a project · Readings of 2 of 2 projects',
    );
    assert.match(page.state!.week!.days.at(-1)!.words, / not known$/);
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
