import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  type PortfolioPage,
  PortfolioSender,
} from '../../../../src/features/portfolio/portfolioSender.ts';
import type { Portfolio } from '../../../../src/features/portfolio/portfolio.ts';
import type { PortfolioState, ToPortfolio } from '../../../../src/features/portfolio/messages.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { eventually } from '../../../support/eventually.ts';

describe('PortfolioSender', () => {
  it('says that all is read only after the last row, also if that is read while others are sent', async () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    let phase = 'stats';
    let changed = ['a'];
    const page = {
      visible: true,
      show: (state: PortfolioState) => sent.push(state.phase),
      notify(message: ToPortfolio) {
        if (message.type !== 'rows') return;
        sent.push(...message.rows.map(({ key }) => key));
        if (phase === 'done') return;
        phase = 'done';
        changed = ['b'];
      },
    };
    const portfolio = {
      rows: { takeChanged: () => ({ keys: changed.splice(0), all: false }) },
      row: (key: string) => ({ key }),
      followMoving: () => undefined,
    };
    const state = () => ({ phase }) as PortfolioState;
    const sender = new PortfolioSender(page as unknown as PortfolioPage, clock, state);
    sender.portfolio = portfolio as unknown as Portfolio;
    sender.sendSoon();
    await clock.advance(0);
    await eventually(() => sent.length, 2);
    await clock.advance(250);
    await eventually(() => sent.length, 4);
    sender.end();
    assert.deepEqual(sent, ['a', 'stats', 'b', 'done']);
  });
});
