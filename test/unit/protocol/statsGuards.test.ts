import assert from 'node:assert/strict';
import type { StatsState } from '../../../src/protocol/stats.ts';
import {
  isFromStatsPanel,
  isToStatsPanel,
  readSavedStatsPanel,
} from '../../../src/protocol/stats.ts';

const hostile: readonly unknown[] = [
  undefined,
  null,
  0,
  NaN,
  '',
  'ready',
  true,
  Symbol('ready'),
  () => 'ready',
  [],
  ['ready'],
  {},
  { type: undefined },
  { type: 'constructor' },
  { type: '__proto__' },
  { type: ['ready'] },
  { type: { toString: () => 'ready' } },
  Object.create({ type: 'ready' }),
  JSON.parse('{"__proto__": {"type": "ready"}}'),
];

const state: StatsState = {
  ref: 't/12',
  facts: { name: 'Harbor Lights', image: 'https://images.example/1.png' },
  counts: { total: 3, confirmed: 1, further: [{ name: 'failed', count: 2 }] },
  asOf: 1_700_000_000_000,
  timeLine: {
    readings: [
      { at: 1_699_999_000_000, total: 3 },
      { at: 1_700_000_000_000, confirmed: 1, failed: 2 },
    ],
    of: 2,
    pace: ['75 a minute'],
    done: { low: 1, likely: 2, high: 3 },
    ended: 1_700_000_000_000,
  },
  tone: 'underWay',
  loading: false,
  problem: { message: 'No answer.', action: 'retry' },
  sample: false,
  preview: false,
  loadImages: 'onClick',
};

const messageWith = (changes: object) => ({ type: 'state', state: { ...state, ...changes } });

describe('Guards of the stats panel', () => {
  it('the editor accepts only the five known messages', () => {
    for (const value of hostile) assert.equal(isFromStatsPanel(value), false);
    for (const what of [undefined, 'token', 'toString', 1, ['id']]) {
      assert.equal(isFromStatsPanel({ type: 'copy', what, ref: 't/1' }), false);
    }
    for (const ref of [undefined, '', 't/', '../1', 1]) {
      assert.equal(isFromStatsPanel({ type: 'copy', what: 'id', ref }), false);
      assert.equal(isFromStatsPanel({ type: 'keepOpen', ref }), false);
    }
    for (const message of [
      { type: 'ready' },
      { type: 'refresh' },
      { type: 'signIn' },
      { type: 'showLog' },
      { type: 'keepOpen', ref: 't/1' },
      { type: 'copy', what: 'id', ref: 't/1' },
      { type: 'copy', what: 'mintAddress', ref: 'n/1' },
    ]) {
      assert.equal(isFromStatsPanel(message), true);
    }
  });

  it('the panel accepts every state the editor can send', () => {
    assert.equal(isToStatsPanel({ type: 'state', state }), true);
    const { ref, tone, loading, sample, preview, loadImages } = state;
    assert.equal(
      isToStatsPanel({
        type: 'state',
        state: { ref, tone, loading, sample, preview, loadImages },
      }),
      true,
    );
    assert.equal(isToStatsPanel(messageWith({ facts: undefined, counts: { further: [] } })), true);
    assert.equal(isToStatsPanel({ type: 'copied', what: 'id' }), true);
  });

  it('the panel ignores messages of other scripts', () => {
    for (const value of hostile) {
      assert.equal(isToStatsPanel(value), false);
      assert.equal(isToStatsPanel({ type: 'state', state: value }), false);
    }
    assert.equal(isToStatsPanel({ type: 'copied', what: 'token' }), false);
  });

  it('the panel ignores a state with one wrong member', () => {
    const wrong: readonly object[] = [
      { ref: 'x/12' },
      { ref: 't/1.5' },
      { ref: 't/-1' },
      { ref: 't/' },
      { ref: `t/${'9'.repeat(41)}` },
      { ref: 't/12\n' },
      { facts: null },
      { facts: [] },
      { facts: { name: 5 } },
      { facts: { image: {} } },
      { counts: {} },
      { counts: { further: {} } },
      { counts: { total: '5', further: [] } },
      { counts: { total: Infinity, further: [] } },
      { counts: { confirmed: NaN, further: [] } },
      { counts: { further: [{ name: 'a' }] } },
      { counts: { further: [null] } },
      { asOf: '2026' },
      { timeLine: [] },
      { timeLine: { readings: [] } },
      { timeLine: { readings: [{ confirmed: 1 }], of: 1, pace: '' } },
      { timeLine: { readings: [{ at: 1, confirmed: '1' }], of: 1, pace: '' } },
      { timeLine: { readings: [], of: Infinity, pace: '' } },
      { timeLine: { readings: [], of: 0, pace: {} } },
      { loading: 'yes' },
      { loading: undefined },
      { problem: { message: 'x', action: 'format' } },
      { problem: { action: 'retry' } },
      { sample: 1 },
      { preview: undefined },
      { loadImages: 'sometimes' },
    ];
    for (const change of wrong) {
      assert.equal(isToStatsPanel(messageWith(change)), false, JSON.stringify(change));
    }
  });

  const facts = { name: 'A' };
  const whole = { ref: 't/12', service: 'one', facts };
  const restored: readonly (readonly [what: string, saved: unknown, expected: unknown])[] = [
    ...hostile.map((saved) => ['nothing of what was not saved', saved, undefined] as const),
    ['no project without a valid reference', { ref: '../../12' }, undefined],
    ['its project, service and facts', whole, whole],
    ['its service without facts', { ref: 't/12', service: 'one' }, { ref: 't/12', service: 'one' }],
    ['no service that is no text', { ...whole, service: 7 }, { ref: 't/12', facts }],
    ['its project without invalid facts', { ref: 'n/7', facts: { name: 5 } }, { ref: 'n/7' }],
    ['its project without facts that are a text', { ref: 'n/7', facts: 'x' }, { ref: 'n/7' }],
    ['that it is a preview', { ref: 't/12', preview: true }, { ref: 't/12', preview: true }],
    ['no other value for a preview', { ...whole, preview: 'yes' }, whole],
    [
      'the known members only',
      { ref: 't/12', token: 'secret', facts: { name: 'A', symbol: undefined, role: 'admin' } },
      { ref: 't/12', facts },
    ],
  ];
  it('a restored panel keeps the valid members of what was saved', () => {
    for (const [what, saved, expected] of restored) {
      assert.deepEqual(readSavedStatsPanel(saved), expected, what);
    }
  });
});
