import assert from 'node:assert/strict';
import type { Project } from '../../../src/core/model/model.ts';
import {
  isFiltering,
  matcher,
  type ProjectFilter,
  readFilter,
  type Standing,
  type Standings,
} from '../../../src/core/arrange/projectFilter.ts';
import { project } from '../../support/projects.ts';

const lamp = project('12', {
  name: 'Harbor Lights',
  symbol: 'HLD',
  mintAddress: '7xKXbc9fQa',
  transferable: true,
  status: 'Processing',
});
const bare = project('7', { id: undefined });

const matches = (filter: ProjectFilter, row: Project, standings?: Standings) =>
  matcher(filter, standings)(row);

describe('Project filter', () => {
  const cases: readonly (readonly [what: string, filter: ProjectFilter, finds: boolean])[] = [
    ['words of all its texts, in any order', { text: ' hld  t/012 kxbc process harbor' }, true],
    ['a word that does not occur in it', { text: 'harbor ember' }, false],
    ['a word that goes across two of its texts', { text: 'lightshld' }, false],
    ['the reference of the other kind', { text: 'n/12' }, false],
    ['blanks only, which filter nothing', { text: '   ' }, true],
    ['another status', { statuses: ['processing'] }, false],
    ['the other kind', { transferable: [false] }, false],
    [
      'its text, status and kind at once',
      { text: 'lights', statuses: ['failed', 'Processing'], transferable: [true] },
      true,
    ],
  ];
  it('finds a project by its texts, status and kind', () => {
    for (const [what, filter, finds] of cases) {
      assert.equal(matches(filter, lamp), finds, what);
    }
  });

  it('finds projects without a status or kind if the user chooses that', () => {
    assert.equal(matches({ statuses: [null] }, bare), true);
    assert.equal(matches({ transferable: [null] }, bare), true);
  });

  it('finds what is unfinished or stuck by its counts, and by its status if they are not known', () => {
    const states = (row: Project, standing?: Partial<Standing>) => {
      const known = standing && { percent: undefined, alarm: undefined, ...standing };
      const standings = new Map(known ? [[row.key, known]] : []);
      return (['unfinished', 'failedOrStalled'] as const)
        .filter((state) => matches({ states: [state] }, row, standings))
        .join();
    };
    const of = (status: string) => project('1', { status });
    assert.equal(states(of('processing')), 'unfinished');
    assert.equal(states(of('confirmed')), '');
    assert.equal(states(of('failed')), 'unfinished,failedOrStalled');
    assert.equal(states(of('processing'), { percent: 100 }), '');
    assert.equal(states(of('confirmed'), { percent: 99.9 }), 'unfinished');
    assert.equal(
      states(of('processing'), { percent: 5, alarm: 'stalled' }),
      'unfinished,failedOrStalled',
    );
    assert.equal(states(of('processing'), { percent: 5, alarm: 'missing' }), 'unfinished');
    const acknowledged = { percent: 5, alarm: 'stalled', acknowledged: true } as const;
    assert.equal(states(of('processing'), acknowledged), 'unfinished,failedOrStalled');
    assert.ok(
      matches({ states: ['unfinished', 'failedOrStalled'] }, of('processing')),
      'one of both',
    );
  });

  it('a filter is active if it can hide a row', () => {
    assert.equal(isFiltering({ text: ' ' }), false);
    assert.equal(isFiltering({ text: 'x' }), true);
    assert.equal(isFiltering({ statuses: ['failed'] }), true);
  });
});

describe('Stored project filter', () => {
  it('reads a stored filter back unchanged', () => {
    const filter = {
      text: 'harbor',
      statuses: ['failed', null],
      transferable: [false, null],
      states: ['failedOrStalled'],
    };
    assert.deepEqual(readFilter(JSON.parse(JSON.stringify(filter))), filter);
  });

  it('keeps the valid members of a stored filter and drops the others', () => {
    const mixed = {
      text: ' a ',
      statuses: [1, 'failed', {}, 'failed'],
      transferable: [],
      states: ['lost'],
      more: 1,
    };
    assert.deepEqual(readFilter(mixed), { text: 'a', statuses: ['failed'] });
    assert.equal(readFilter({ text: 'x'.repeat(300) }).text?.length, 200);
  });
});
