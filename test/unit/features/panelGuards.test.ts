import assert from 'node:assert/strict';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import { isFromStatsPanel, isToStatsPanel } from '../../../src/features/stats/messages.ts';

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

const rowState = { sample: false, loadImages: 'onClick' } as const;

const state: StatsState = {
  ref: 't/12',
  facts: { name: 'Harbor Lights', image: 'https://images.example/1.png' },
  counts: { total: 3, confirmed: 1, failed: 2 },
  asOf: 1_700_000_000_000,
  timeLine: {
    readings: [
      { at: 1_699_999_000_000, total: 3 },
      { at: 1_700_000_000_000, confirmed: 1, failed: 2 },
    ],
    pace: ['75 a minute'],
    done: { at: 0, low: 1, likely: 2, high: 3 },
    ended: 1_700_000_000_000,
  },
  tone: 'underWay',
  loading: false,
  problem: { message: 'No answer.', action: 'retry' },
  ...rowState,
};

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

  it('the stats panel accepts every state the editor can send, and no other message', () => {
    const least = { ref: 't/12', tone: 'underWay', loading: false, ...rowState };
    for (const one of [state, least]) {
      assert.equal(isToStatsPanel({ type: 'state', state: one }), true);
    }
    assert.equal(isToStatsPanel({ type: 'done', what: 'id' }), true);
    assert.equal(isToStatsPanel({ type: 'done', what: 'token' }), false);
    for (const value of hostile) {
      assert.equal(isToStatsPanel(value), false);
      assert.equal(isToStatsPanel({ type: 'state', state: value }), false);
    }
  });

  it('the stats panel ignores a state with one wrong member', () => {
    const wrong: readonly object[] = [
      { ref: 'x/12' },
      { ref: `t/${'9'.repeat(41)}` },
      { facts: { name: 5 } },
      { counts: { total: Infinity } },
      { counts: { notCounts: ['a'] } },
      { asOf: '2026' },
      { timeLine: { ...state.timeLine, readings: [{ at: 1, confirmed: '1' }] } },
      { loading: undefined },
      { problem: { message: 'x', action: 'format' } },
      { loadImages: 'sometimes' },
    ];
    for (const change of wrong) {
      const message = { type: 'state', state: { ...state, ...change } };
      assert.equal(isToStatsPanel(message), false, JSON.stringify(change));
    }
  });
});
