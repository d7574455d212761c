import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endAfterEach } from '../../../faults/support/ends.ts';
import { eventually } from '../../../support/fakeVscode/window.ts';
import { HALF, openPortfolio, statsAsked, windowWith } from '../../../support/portfolio.ts';

describe('the portfolio', () => {
  const atEnd = endAfterEach();

  async function start(...args: Parameters<typeof windowWith>) {
    const all = await windowWith(...args);
    atEnd(() => all.service.close());
    atEnd(() => all.window.close());
    return all;
  }

  it('reads all pages of the list, then the stats of each project once', async () => {
    const { window, service } = await start(230);
    const page = await openPortfolio(window);
    assert.deepEqual(
      statsAsked(service),
      Array.from({ length: 230 }, (_, at) => `t/${at + 1}`),
    );
    await eventually(() => page.rows.size, 230);
    await eventually(() => page.state?.coverage, 'stats of 230 of 230 projects, oldest just now');
    await eventually(() => page.row('t/230')?.counts, HALF);
    const { listed, withStats, progress, problem, sample } = page.state!;
    assert.deepEqual(
      [listed, withStats, progress, problem, sample],
      [230, 230, 1, undefined, false],
    );
  });
});
