import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import {
  isFiltering,
  matcher,
  narrows,
  type ProjectFilter,
  readFilter,
  type Standing,
  type Standings,
} from '../../../src/core/arrange/projectFilter.ts';
import { RowSearch } from '../../../src/core/search/rowSearch.ts';
import { projectText } from '../../../src/core/search/searchText.ts';
import { searchTextOf } from '../../../src/lists/index.ts';
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
  matcher(filter, standings)({ row, text: () => projectText(row) });

describe('Project filter', () => {
  const finds: readonly (readonly [string, ProjectFilter])[] = [
    ['a part of the name', { text: 'arbor' }],
    ['the symbol in another case', { text: 'hld' }],
    ['the id', { text: '12' }],
    ['the reference', { text: 't/12' }],
    ['a part of the mint address', { text: 'KXBC' }],
    ['the status', { text: 'process' }],
    ['words of several of these, in any order', { text: ' hld  harbor ' }],
    ['blanks only, which filter nothing', { text: '   ' }],
    ['its status among others', { statuses: ['failed', 'Processing'] }],
    ['its kind', { transferable: [true] }],
    ['all of these at once', { text: 'lights', statuses: ['Processing'], transferable: [true] }],
  ];
  for (const [what, filter] of finds) {
    it(`finds a project by ${what}`, () => {
      assert.equal(matches(filter, lamp), true);
    });
  }

  const misses: readonly (readonly [string, ProjectFilter])[] = [
    ['one of the words does not occur in it', { text: 'harbor ember' }],
    ['a word would have to go across two members', { text: 'lightshld' }],
    ['it has another status', { statuses: ['processing'] }],
    ['it has a status and none is asked for', { statuses: [null] }],
    ['it is of the other kind', { transferable: [false] }],
    ['only its text matches', { text: 'harbor', statuses: ['failed'] }],
    ['the other kind’s reference is asked for', { text: 'n/12' }],
  ];
  for (const [what, filter] of misses) {
    it(`excludes a project if ${what}`, () => {
      assert.equal(matches(filter, lamp), false);
    });
  }

  it('finds projects without a status or kind if the user chooses that', () => {
    assert.equal(matches({ statuses: [null] }, bare), true);
    assert.equal(matches({ transferable: [null] }, bare), true);
    assert.equal(matches({ text: 'x' }, bare), false);
  });

  it('finds what is unfinished or stuck by its counts, and by its status if they are not known', () => {
    const states = (row: Project, standing?: Partial<Standing>) => {
      const known = standing && { percent: undefined, alarm: undefined, ...standing };
      const standings = new Map(known ? [[row.key, known]] : []);
      return (['unfinished', 'stuck'] as const)
        .filter((state) => matches({ states: [state] }, row, standings))
        .join();
    };
    const of = (status: string) => project('1', { status });
    assert.equal(states(of('processing')), 'unfinished');
    assert.equal(states(of('confirmed')), '');
    assert.equal(states(of('failed')), 'unfinished,stuck');
    assert.equal(states(of('processing'), { percent: 100 }), '');
    assert.equal(states(of('confirmed'), { percent: 99.9 }), 'unfinished');
    assert.equal(states(of('processing'), { percent: 5, alarm: 'stalled' }), 'unfinished,stuck');
    assert.equal(states(of('processing'), { percent: 5, alarm: 'notMoving' }), 'unfinished,stuck');
    assert.equal(states(of('processing'), { percent: 5, alarm: 'sum' }), 'unfinished');
    const acknowledged = { percent: 5, alarm: 'stalled', isAcknowledged: true } as const;
    assert.equal(states(of('processing'), acknowledged), 'unfinished,stuck');
    assert.ok(matches({ states: ['unfinished', 'stuck'] }, of('processing')), 'one of both');
  });

  it('finds projects by why they need attention, as Find does', () => {
    const row = project('1', { name: 'Lamp', status: 'processing' });
    const standing = { percent: 5, alarm: 'failed', words: 'Failed 38 · Stalled 16 min' } as const;
    const standings = new Map([[row.key, standing]]);
    assert.ok(matches({ text: 'lamp failed' }, row, standings));
    assert.ok(matches({ text: '38' }, row, standings));
    assert.equal(matches({ text: 'failed' }, row), false);
    const acknowledged = new Map([
      [row.key, { ...standing, words: undefined, isAcknowledged: true }],
    ]);
    assert.equal(matches({ text: 'failed' }, row, acknowledged), false);
  });

  it('finds a letter with an accent in composed and decomposed form', () => {
    assert.equal(matches({ text: 'cafe\u0301' }, project('1', { name: 'CAF\u00c9' })), true);
  });

  it('matches what Find matches, except matches of scattered letters', async () => {
    const rows = [
      project('7', { name: 'Café Lights', symbol: 'CL', transferable: true }),
      project('70', { name: `${'x'.repeat(210)}beyond`, mintAddress: 'Mint007', status: 'Lost' }),
    ];
    const slice = { now: () => 0, pause: () => Promise.resolve() };
    const search = new RowSearch([() => rows], slice, searchTextOf);
    const ids = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key).sort();
    const cases: readonly (readonly [text: string, keys: readonly string[]])[] = [
      ['cafe', ['project/7']],
      ['CAFÉ light', ['project/7']],
      ['007', ['project/7', 'project/70']],
      ['T/007', ['project/7']],
      ['lost 0070', ['project/70']],
      ['beyond', []],
      ['x'.repeat(200), ['project/70']],
    ];
    for (const [text, keys] of cases) {
      assert.deepEqual(ids(rows.filter((row) => matches({ text }, row))), keys, text);
      assert.deepEqual(ids((await search.find(text))!.best), keys, text);
    }
  });

  it('a filter is active if it can hide a row', () => {
    assert.equal(isFiltering({}), false);
    assert.equal(isFiltering({ text: ' ' }), false);
    assert.equal(isFiltering({ text: 'x' }), true);
    assert.equal(isFiltering({ transferable: [true, false] }), true);
    assert.equal(isFiltering({ statuses: ['failed'] }), true);
  });

  const pairs: readonly (readonly [next: ProjectFilter, before: ProjectFilter])[] = [
    [{ text: 'harbor' }, { text: 'har' }],
    [{ text: 'har light' }, { text: 'har' }],
    [{ text: '007 har' }, { text: '007' }],
    [{ statuses: ['a'] }, { statuses: ['a', null] }],
    [{ statuses: ['a'] }, {}],
    [{ transferable: [true] }, { transferable: [true, false] }],
    [{}, {}],
  ];
  for (const [next, before] of pairs) {
    it(`narrows: ${JSON.stringify(next)} is within ${JSON.stringify(before)}`, () => {
      assert.equal(narrows(next, before), true);
    });
  }

  it('narrows never calls a filter narrower that matches a project which the other does not', () => {
    const word = fc.constantFrom('har', 'harbör', 'light', 'h', '0', '07', '7', 't/7', '');
    const filter: fc.Arbitrary<ProjectFilter> = fc.record(
      {
        text: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
        statuses: fc.uniqueArray(fc.constantFrom('Processing', 'failed', null), { minLength: 1 }),
        transferable: fc.uniqueArray(fc.constantFrom(true, false, null), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    const row = fc.record({
      name: fc.constantFrom('Harbor Lights', 'Hazel 07', undefined),
      status: fc.constantFrom('Processing', 'failed', undefined),
      transferable: fc.constantFrom(true, false, undefined),
    });
    fc.assert(
      fc.property(filter, filter, row, (next, before, facts) => {
        fc.pre(narrows(next, before));
        const one = project('7', facts);
        assert.ok(!matches(next, one) || matches(before, one));
      }),
    );
  });
});

describe('Stored project filter', () => {
  it('reads a stored filter back unchanged', () => {
    const filter = {
      text: 'harbor',
      statuses: ['failed', null],
      transferable: [false, null],
      states: ['stuck'],
    };
    assert.deepEqual(readFilter(JSON.parse(JSON.stringify(filter))), filter);
  });

  for (const junk of [undefined, null, 7, 'text', [], { text: 7, statuses: 'failed' }]) {
    it(`ignores a stored filter that is ${JSON.stringify(junk)}`, () => {
      assert.deepEqual(readFilter(junk), {});
    });
  }

  it('keeps the valid members of a stored filter and drops the others', () => {
    const mixed = {
      text: ' a ',
      statuses: [1, 'failed', {}, 'failed'],
      transferable: [],
      states: ['lost'],
      more: 1,
    };
    assert.deepEqual(readFilter(mixed), { text: 'a', statuses: ['failed'] });
  });

  it('a stored filter without a valid choice hides no rows', () => {
    assert.equal(isFiltering(readFilter({ statuses: [], transferable: ['yes'] })), false);
  });

  it('reads any JSON as a filter without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.ok((readFilter(value).text ?? '').length <= 200);
      }),
    );
  });
});
