import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type Arrangement, AS_LISTED } from '../../../src/core/arrange/arrangement.ts';
import {
  arrangementNotices,
  filterWords,
  groupCoverage,
  groupTitle,
  matchCoverage,
} from '../../../src/core/messages/arrangementMessages.ts';
import { listState } from '../../support/projects.ts';

const format = (count: number) => count.toLocaleString('en-US');
const rows = Array.from({ length: 300 }, () => ({}));
const all = listState(rows);
const part = listState(rows, { total: 1204, hasMore: true });
const unknown = listState(rows, { total: undefined, hasMore: true });
const says = (change: Partial<Arrangement>, count: number, state = part) =>
  arrangementNotices({ ...AS_LISTED, ...change }, count, state, format).join(' ');

describe('the words for the filter, sort and groups of a view', () => {
  const filter = { statuses: ['processing'], text: 'harbor' };

  it('name the filter, the number of matches and the rows searched', () => {
    assert.equal(
      says({ filter }, 12),
      'Filter: processing, “harbor”: 12 match among 300 loaded of 1,204.',
    );
    assert.equal(says({ filter }, 12, all), 'Filter: processing, “harbor”: 12 of 300 match.');
    assert.equal(
      says({ filter }, 1, unknown),
      'Filter: processing, “harbor”: 1 matches among 300 loaded so far.',
    );
    assert.equal(
      says({ filter }, 0),
      'Filter: processing, “harbor”: none match among 300 loaded of 1,204.',
    );
  });

  it('say how many rows are sorted and grouped while the list is incomplete', () => {
    assert.equal(says({ sort: 'name' }, 300), 'Sorted by name among 300 loaded of 1,204.');
    assert.equal(
      says({ sort: 'id', group: 'status' }, 300),
      'Grouped by status and sorted by ID among 300 loaded of 1,204.',
    );
    assert.equal(says({ sort: 'id', group: 'status' }, 300, all), '');
  });

  it('say only once how many rows the filter and the sort cover', () => {
    assert.equal(
      says({ filter, group: 'kind' }, 12),
      'Filter: processing, “harbor”: 12 match among 300 loaded of 1,204. Grouped by kind.',
    );
  });

  it('are empty without filter, sort and groups', () => {
    assert.equal(says({}, 300), '');
  });

  it('are short beside the name of the view', () => {
    assert.equal(matchCoverage(12, part, format), '12 match · 300 of 1,204');
    assert.equal(matchCoverage(12, all, format), '12 of 300 match');
  });

  it('join statuses and kinds with “or”, and name only a few', () => {
    assert.equal(
      filterWords({ statuses: ['a', null, 'c', 'd', 'e'], transferable: [true, null] }),
      'a or no status or c or 2 more, transferable or kind not given',
    );
    assert.equal(filterWords({ statuses: ['a', 'b', 'c'] }), 'a or b or c');
  });

  it('show text of the service as plain text', () => {
    assert.equal(filterWords({ statuses: ['a\u202eb\nc'] }), 'ab c');
    assert.equal(groupTitle('status', 'a\u202eb'), 'ab');
  });

  it('say for a group whether only loaded rows were counted', () => {
    assert.equal(groupCoverage(12, part, format), '12 loaded');
    assert.equal(groupCoverage(1200, all, format), '1,200');
    assert.equal(groupTitle('status', undefined), 'No status');
    assert.equal(groupTitle('kind', undefined), 'Kind not given');
    assert.equal(groupTitle('kind', true), 'Transferable');
    assert.equal(groupTitle('kind', false), 'Non-transferable');
  });
});
