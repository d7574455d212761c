import assert from 'node:assert/strict';
import { type Arrangement, AS_LISTED } from '../../../src/core/arrange/arrangement.ts';
import {
  arrangementNotices,
  filterNotice,
  groupCoverage,
  groupTitle,
} from '../../../src/core/messages/arrangementMessages.ts';
import { listState } from '../../support/projects.ts';

const rows = Array.from({ length: 300 }, () => ({}));
const all = listState(rows);
const part = listState(rows, { total: 1204, hasMore: true });
const unknown = listState(rows, { total: undefined, hasMore: true });
const says = (change: Partial<Arrangement>, state = part, counted = state.rows.length) =>
  arrangementNotices({ ...AS_LISTED, ...change }, state, () => counted).join(' ');

const projects = (count: number, acknowledged = 0) =>
  Array.from({ length: count }, (_, at) => ({ acknowledged: at < acknowledged }));

describe('Messages of filter, sort and groups', () => {
  it('says how many matches are acknowledged', () => {
    const filter = { statuses: ['processing'], text: 'harbor' };
    const of = (count: number) =>
      arrangementNotices({ ...AS_LISTED, filter }, all, () => 0, projects(12, count)).at(-1);
    assert.deepEqual(
      [of(5), of(1), of(0)],
      ['5 matches are acknowledged.', '1 match is acknowledged.', 'Filter: processing, “harbor”.'],
    );
  });

  it('says of how many rows the order is while the list is incomplete', () => {
    const some = 'Only 300 of 1,204 are loaded; the other projects are not sorted in yet.';
    assert.equal(says({ sort: 'name' }), some);
    assert.equal(says({ sort: 'id', group: 'status' }), some);
    assert.equal(
      says({ sort: 'name' }, unknown),
      'Only 300 are loaded; the other projects are not sorted in yet.',
    );
    assert.equal(says({ sort: 'id', group: 'status' }, all), '');
  });

  it('joins statuses and kinds with “or”, and names only a few', () => {
    assert.equal(
      filterNotice({ statuses: ['a', null, 'c', 'd', 'e'], transferable: [true, null] }),
      'Filter: a, no status, c, or 2 more, transferable or kind not given.',
    );
    assert.equal(filterNotice({ statuses: ['a', 'b', 'c'] }), 'Filter: a, b, or c.');
    assert.equal(
      filterNotice({ states: ['unfinished', 'failedOrStalled'], statuses: ['a'] }),
      'Filter: unfinished or failed or stalled, a.',
    );
  });

  it('shows text of the service as plain text', () => {
    assert.equal(filterNotice({ statuses: ['a\u202eb\nc'] }), 'Filter: ab c.');
    assert.equal(groupTitle('status', 'a\u202eb'), 'ab');
  });

  it('names a group, and whether only loaded rows were counted', () => {
    assert.equal(groupCoverage(projects(12), part), '12 loaded');
    assert.equal(groupCoverage(projects(12, 5), all), '12, 5 acknowledged');
    assert.equal(groupTitle('status', undefined), 'No status');
    assert.equal(groupTitle('kind', undefined), 'Kind not given');
    assert.equal(groupTitle('attention', 'stalled'), 'Stalled');
    assert.equal(groupTitle('attention', undefined), 'Nothing needs attention');
    assert.equal(groupTitle('kind', false), 'Non-transferable');
  });
});
