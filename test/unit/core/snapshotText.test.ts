import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberFormat } from '../../../src/core/base/numberFormat.ts';
import { comparison } from '../../../src/core/messages/snapshotText.ts';

const format = numberFormat('en');
const counts = { total: 10, confirmed: 4, processing: 6, pending: 0 };
/** A project and its stats, which may be a JSON text. */
type Snapshot = readonly [project: object, stats: object | string];
const compare = (...snapshots: readonly [Snapshot, Snapshot]) => {
  const [one, other] = snapshots.map(([project, stats]) => {
    const text = typeof stats === 'string' ? stats : JSON.stringify(stats);
    return { name: 'now', text: `{"project":${JSON.stringify(project)},"stats":${text}}` };
  });
  return comparison('Harbor', one!, other!, format);
};
const changed = (one: Snapshot, other: Snapshot) => compare(one, other).changed;

describe('Comparison of two snapshots', () => {
  it('finds a difference beyond the shown part of a long text', () => {
    const long = (end: string) => ({ description: 'x'.repeat(300) + end, links: { site: end } });
    const { text, changed: words } = compare([long('a'), counts], [long('b'), counts]);
    assert.equal(words, 'Changed: description, links.');
    assert.match(text, /\| changed \|/);
    assert.match(text, /\| links \| \{ "site"\\: "a" \} \|/, 'on one line');
  });

  it('distinguishes a missing member from an empty one and from null', () => {
    assert.equal(changed([{}, counts], [{ symbol: '' }, counts]), 'Changed: Symbol.');
    assert.equal(changed([{ symbol: null }, counts], [{ symbol: '' }, counts]), 'Changed: Symbol.');
  });

  it('a comparison finds differences in members of the stats that are no counts, and beyond 2^53', () => {
    const note = (text: string) => ({ ...counts, note: text });
    assert.equal(changed([{}, note('a')], [{}, note('b')]), 'Changed: note.');
    const big = (digits: string) => `{"total":${digits},"confirmed":1,"processing":0,"pending":0}`;
    const words = changed([{}, big('9007199254740993')], [{}, big('9007199254740994')]);
    assert.equal(words, 'Changed: Total.');
  });

  it('shows the status first, then counts with shares and changes, then other changed members', () => {
    const { text } = compare(
      [
        { name: 'a', same: 1, status: 'x' },
        { ...counts, total: 11, failed: 1, note: 'n' },
      ],
      [
        { name: 'b', same: 1, status: 'x' },
        { ...counts, total: 14, processing: 5, failed: 3, burned: 2, note: 'm' },
      ],
    );
    assert.deepEqual(text.split('\n').slice(6), [
      '| Status | x | x |  |',
      '| Confirmed | 4 (36%) | 4 (33%) |  |',
      '| Processing | 6 (55%) | 5 (42%) | −1 |',
      '| Pending | 0 (0%) | 0 (0%) |  |',
      '| Failed | 1 (9%) | 3 (25%) | +2 |',
      '| Burned | not given | 2 |  |',
      '| Total | 11 | 14 | +3 |',
      '| name | a | b |  |',
      '| note | n | m |  |',
      '',
    ]);
  });

  it('reports that nothing has changed', () => {
    assert.equal(changed([{ a: 1 }, counts], [{ a: 1 }, counts]), 'Nothing has changed.');
  });
});
