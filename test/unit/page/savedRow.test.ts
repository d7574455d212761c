import assert from 'node:assert/strict';
import { readSavedStatsPanel } from '../../../src/features/stats/messages.ts';
import { imageMark, toSaved } from '../../../src/page/savedRow.ts';

describe('Stored state of the stats panel', () => {
  it('reads a stored state back unchanged, and ignores an invalid one', () => {
    const facts = { name: 'A', image: 'https://images.example/1.png', asOf: 1_700_000_000_000 };
    const stored = toSaved({ ref: 't/1', facts }, 'mark');
    const read = { ref: 't/1', facts, shownImage: 'mark' };
    assert.deepEqual(readSavedStatsPanel(structuredClone(stored)), read);
    assert.equal(readSavedStatsPanel({ shownImage: 'a' }), undefined);
    assert.deepEqual(readSavedStatsPanel({ ref: 't/1', shownImage: 5 }), { ref: 't/1' });
  });

  it('stores no facts of the project if none are to be stored', () => {
    const facts = { name: 'A' };
    assert.deepEqual(toSaved({ ref: 't/1', facts, forget: true }, undefined), { ref: 't/1' });
  });

  it('each opened panel has another image mark', () => {
    assert.notEqual(imageMark('a', 'https://x/1'), imageMark('b', 'https://x/1'));
  });
});
