import assert from 'node:assert/strict';
import { readSavedStatsPanel } from '../../../src/protocol/stats.ts';
import { imageMark, readSaved, toSaved } from '../../../src/webview/kit/savedRow.ts';
import { bounded, describeProject } from '../../../src/webview/stats/project.ts';

const read = (value: unknown) => readSaved(value, readSavedStatsPanel);

describe("the stats panel's header", () => {
  it('shows the reference of a project if nothing else is known', () => {
    const header = describeProject('n/7012', undefined);
    assert.equal(header.heading, 'Project 7012 · non-transferable');
    assert.equal(header.known, false);
    assert.equal(header.id, '7012 · non-transferable');
    assert.equal(header.ref, 'n/7012');
  });

  it('treats blank members as missing', () => {
    const header = describeProject('t/1', { name: ' \n', symbol: '', description: '\t' });
    assert.equal(header.heading, 'Project 1 · transferable');
    assert.equal(header.symbol, undefined);
    assert.equal(header.description, undefined);
  });

  it('shortens megabytes of text', () => {
    const flood = 'x'.repeat(1_000_000);
    const header = describeProject('t/1', {
      name: flood,
      symbol: flood,
      status: flood,
      mintAddress: flood,
      description: flood,
    });
    assert.ok(JSON.stringify(header).length < 21_000);
    const facts = { name: flood, image: flood };
    assert.ok(JSON.stringify(bounded(facts)).length < 1_000);
  });
});

describe('the stored state of the stats panel', () => {
  it('is read back unchanged', () => {
    const facts = { name: 'A', image: 'https://images.example/1.png', asOf: 1_700_000_000_000 };
    const kept = toSaved({ ref: 't/1', facts }, 'mark');
    assert.deepEqual(read(structuredClone(kept)), { ref: 't/1', facts, shownImage: 'mark' });
  });

  it('has nothing of the project if nothing is to be kept', () => {
    const facts = { name: 'A' };
    assert.deepEqual(toSaved({ ref: 't/1', facts, forget: true }, undefined), { ref: 't/1' });
  });

  it('is ignored if it is invalid', () => {
    for (const value of [undefined, null, 'x', { shownImage: 'a' }]) {
      assert.equal(read(value), undefined);
    }
    assert.deepEqual(read({ ref: 't/1', shownImage: 5 }), { ref: 't/1' });
  });

  it('has another image mark each time a panel is opened', () => {
    assert.notEqual(imageMark('a', 'https://x/1'), imageMark('b', 'https://x/1'));
  });
});
