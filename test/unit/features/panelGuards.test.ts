import assert from 'node:assert/strict';
import { isFromCompare } from '../../../src/features/compare/messages.ts';
import {
  type CollectionState,
  isToCollectionPanel,
} from '../../../src/features/collections/messages.ts';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import {
  isFromStatsPanel,
  isToStatsPanel,
  readSavedStatsPanel,
} from '../../../src/features/stats/messages.ts';

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

const rowState = { sample: false, preview: false, loadImages: 'onClick' } as const;

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
    of: 2,
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
      assert.equal(isFromStatsPanel({ type: 'copy', what, ref: 't/1' }), false);
    }
    for (const ref of [undefined, '../1']) {
      assert.equal(isFromStatsPanel({ type: 'copy', what: 'id', ref }), false);
    }
    for (const message of [{ type: 'ready' }, { type: 'copy', what: 'mintAddress', ref: 'n/1' }]) {
      assert.equal(isFromStatsPanel(message), true);
    }
  });

  it('the stats panel accepts every state the editor can send, and no other message', () => {
    const least = { ref: 't/12', tone: 'underWay', loading: false, ...rowState };
    for (const one of [state, least]) {
      assert.equal(isToStatsPanel({ type: 'state', state: one }), true);
    }
    assert.equal(isToStatsPanel({ type: 'copied', what: 'id' }), true);
    assert.equal(isToStatsPanel({ type: 'copied', what: 'token' }), false);
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

  it('a restored stats panel keeps the valid members of what was saved', () => {
    const facts = { name: 'A' };
    const whole = { ref: 't/12', service: 'one', facts };
    const restored: readonly (readonly [what: string, saved: unknown, expected: unknown])[] = [
      ...hostile.map((saved) => ['nothing of what was not saved', saved, undefined] as const),
      ['no project without a valid reference', { ref: '../../12' }, undefined],
      ['its project, service and facts', whole, whole],
      ['no service that is no text', { ...whole, service: 7 }, { ref: 't/12', facts }],
      ['its project without invalid facts', { ref: 'n/7', facts: { name: 5 } }, { ref: 'n/7' }],
      ['that it is a preview', { ref: 't/12', preview: true }, { ref: 't/12', preview: true }],
      ['no other value for a preview', { ...whole, preview: 'yes' }, whole],
      ['no unknown member', { ...whole, token: 'x', facts: { ...facts, role: 'admin' } }, whole],
    ];
    for (const [what, saved, expected] of restored) {
      assert.deepEqual(readSavedStatsPanel(saved), expected, what);
    }
  });
});

describe('Guard of the collection panel', () => {
  it('the collection panel ignores a state with one wrong member', () => {
    const facts = { details: [], further: [{ name: 'Royalty', value: '5' }] };
    const collection: CollectionState = { ref: 'collection/9mBq', facts, gone: false, ...rowState };
    for (const ref of [collection.ref, 'collection/'.padEnd(200, 'x')]) {
      assert.ok(isToCollectionPanel({ type: 'state', state: { ...collection, ref } }));
    }
    for (const change of [
      { ref: 'project/t/1' },
      { ref: 'collection/'.padEnd(201, 'x') },
      { facts: {} },
      { facts: { ...facts, further: [{ name: 'x' }] } },
      { facts: { ...facts, attributes: { columns: ['A'], rows: ['a'], more: 0 } } },
    ]) {
      const wrong = { type: 'state', state: { ...collection, ...change } };
      assert.ok(!isToCollectionPanel(wrong), JSON.stringify(change));
    }
  });
});

describe('Guard of the panel that compares projects', () => {
  it('the editor accepts two to eight valid projects as one text', () => {
    const accepts = (ref: unknown) => isFromCompare({ type: 'axis', what: 'start', ref });
    const eight = Array.from({ length: 8 }, (_, at) => `n/${at}`);
    for (const ref of ['t/1,n/2', eight.join()]) assert.ok(accepts(ref));
    for (const ref of ['t/1', 't/1,x/2', `t/1,${eight.join()}`, ['t/1', 'n/2']]) {
      assert.ok(!accepts(ref), String(ref));
    }
  });
});
