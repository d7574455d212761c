import assert from 'node:assert/strict';
import { inLocale } from '../../support/inLocale.ts';
import { coverageWords } from '../../../src/core/messages/coverageMessages.ts';

const MINUTE = 60_000;

describe('Coverage of the portfolio', () => {
  inLocale('en-US', 'UTC');

  const whole = { listed: 1204, total: 1204, withStats: 310, failed: 0, oldest: 0 };
  const say = (change: Partial<Parameters<typeof coverageWords>[0]>, now = 4 * MINUTE) =>
    coverageWords({ ...whole, ...change }, now);

  it('shows how many projects have stats, and how old the oldest are', () => {
    assert.equal(say({}), '310 of 1,204 projects read, the oldest 4 min ago');
    assert.match(say({ oldest: MINUTE }, 0), /, the oldest just now$/);
    assert.equal(say({ withStats: 0, oldest: undefined }), '0 of 1,204 projects read');
    assert.equal(
      say({ listed: 1, total: 1, withStats: 1 }),
      '1 project read, the oldest 4 min ago',
    );
  });

  it('shows what is missing, and until when the service asks to wait', () => {
    assert.equal(
      say({ listed: 800, failed: 3, without: 2, shared: 4, waitUntil: 5 }),
      '310 of 1,204 projects read, the oldest 4 min ago; 3 could not be read; 2 without stats; ' +
        '4 left out, as they share an ID; 800 of 1,204 projects are loaded; waiting until 00:00:00, as the service asks',
    );
  });
});
