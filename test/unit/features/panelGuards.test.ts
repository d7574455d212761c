import assert from 'node:assert/strict';
import { isFromStatsPanel } from '../../../src/features/stats/messages.ts';

const hostile: readonly unknown[] = [
  undefined,
  null,
  'ready',
  ['ready'],
  {},
  { type: 'constructor' },
  { type: { toString: () => 'ready' } },
  Object.create({ type: 'ready' }),
  JSON.parse('{"__proto__": {"type": "ready"}}'),
];

describe('Guards of the stats panel', () => {
  it('the editor accepts only the known messages of the stats panel', () => {
    for (const value of hostile) assert.equal(isFromStatsPanel(value), false);
    for (const what of [undefined, 'token', ['id']]) {
      assert.equal(isFromStatsPanel({ type: 'copy', what }), false);
    }
    for (const message of [{ type: 'ready' }, { type: 'copy', what: 'mintAddress' }]) {
      assert.equal(isFromStatsPanel(message), true);
    }
  });
});
