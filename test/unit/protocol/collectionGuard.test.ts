import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type CollectionState, isToCollectionPanel } from '../../../src/protocol/collection.ts';

describe('isToCollectionPanel', () => {
  const facts = { details: [], further: [{ name: 'Royalty', value: '5' }] };
  const state: CollectionState = {
    ref: 'collection/9mBq',
    facts,
    gone: false,
    sample: false,
    preview: false,
    loadImages: 'onClick',
  };

  it('refuses a collection state with one wrong member', () => {
    assert.ok(isToCollectionPanel({ type: 'state', state }));
    for (const change of [
      { ref: 'project/t/1' },
      { ref: `collection/${'x'.repeat(200)}` },
      { gone: 1 },
      { facts: {} },
      { facts: { ...facts, further: [{ name: 'x' }] } },
      { facts: { ...facts, attributes: { columns: ['A'], rows: ['a'], more: 0 } } },
    ]) {
      const wrong = { type: 'state', state: { ...state, ...change } };
      assert.ok(!isToCollectionPanel(wrong), JSON.stringify(change));
    }
  });
});
