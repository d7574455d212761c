import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import { describeFailure } from '../../../src/core/messages/failureMessages.ts';
import type { Row } from '../../../src/views/treeNodes.ts';
import { type RowContext, treeItem } from '../../../src/views/treeItems.ts';
import { listState } from '../../support/projects.ts';
import { collection, project } from '../../support/searchedRows.ts';
import type { MarkdownString, ThemeIcon } from '../../support/fakeVscode/values.ts';

/** How a row looks, given what of its surroundings matters to a test. */
const drawn = (row: Row, context: Partial<RowContext> = {}) => {
  const item = treeItem(row, {
    state: listState([]),
    now: 0,
    problem: undefined,
    mark: undefined,
    arranger: undefined,
    range: undefined,
    ...context,
  });
  const icon = item.iconPath as ThemeIcon | undefined;
  return {
    label: item.label,
    description: item.description,
    id: item.id,
    command: item.command,
    contextValue: item.contextValue,
    collapsibleState: item.collapsibleState,
    accessibilityInformation: item.accessibilityInformation,
    icon: [icon?.id, icon?.color?.id].filter((part) => part !== undefined).join(' '),
    tooltip: (item.tooltip as MarkdownString | undefined)?.plain,
  };
};

describe('how a Project looks', () => {
  it('is its name, symbol and status; a click opens its stats', () => {
    const row = project('7', { name: 'Lamp', symbol: 'L', status: 'confirmed' });
    const { label, description, id, command, icon } = drawn(row);
    assert.deepEqual([label, description, id], ['Lamp', 'L · confirmed', 'project/7']);
    assert.deepEqual(command, {
      command: 'mintscope.openRow',
      title: 'Open Stats',
      arguments: [row],
    });
    assert.equal(icon, 'pass-filled charts.green');
  });

  it('is as much as the service gave', () => {
    for (const [facts, label, description] of [
      [{}, 'Unnamed project', ''],
      [{ name: ' \u202e ' }, 'Unnamed project', ''],
      [{ symbol: 'L' }, 'Unnamed project', 'L'],
      [{ name: 'Lamp', status: 'lost' }, 'Lamp', 'lost'],
    ] as const) {
      const item = drawn(project('7', facts));
      assert.deepEqual([item.label, item.description], [label, description]);
    }
  });

  it('is one line that ends, whatever the service calls it', () => {
    const { description } = drawn(
      project('7', { symbol: 's'.repeat(99), status: 't\n'.repeat(99) }),
    );
    assert.equal(description, `${'s'.repeat(40)}… · ${'t '.repeat(20)}…`);
  });

  it('tells apart by its icon how far it is', () => {
    const icons = ['processing', 'pending', 'failed', 'other', undefined].map(
      (status) => drawn(project('7', { status })).icon,
    );
    assert.deepEqual(icons, [
      'record charts.yellow',
      'clock charts.blue',
      'error charts.red',
      'circle-outline',
      'circle-outline',
    ]);
  });

  it('offers in its menu what it has', () => {
    for (const [facts, words] of [
      [{}, 'project'],
      [{ mintAddress: 'm' }, 'project mint'],
      [{ image: 'https://a.example/1.png' }, 'project image'],
      [{ image: 'http://a.example/1.png', animationUrl: 'ipfs://x' }, 'project'],
      [
        { mintAddress: 'm', image: 'HTTPS://a.example/', animationUrl: 'https://a.example/2' },
        'project mint image animation',
      ],
    ] as const) {
      assert.equal(drawn(project('7', facts)).contextValue, words);
    }
  });
});

describe('how a Collection looks', () => {
  it('is its name and mint address, and offers its metadata', () => {
    const row = collection('Harbor', {
      mintAddress: 'Mint1111111111111111111111111',
      uri: 'https://a.example/1.json',
    });
    const { label, description, id, command, icon, contextValue } = drawn(row);
    assert.deepEqual([label, id, icon], ['Harbor', 'collection/Harbor', 'library']);
    assert.match(String(description), /^Mint.*….*1111$/);
    assert.equal(contextValue, 'collection mint metadata');
    assert.equal(command, undefined, 'there are no stats to open');
  });

  it('is as much as the service gave', () => {
    const item = drawn(collection('x', { name: undefined, image: 'https://a.example/1.png' }));
    assert.deepEqual(
      [item.label, item.description, item.contextValue],
      ['Unnamed collection', undefined, 'collection image'],
    );
  });
});

describe('the mark of a row that a refresh found', () => {
  const fresh: ChangeMark = { kind: 'new' };

  it('stands out in the label and is said in words, after those of the row', () => {
    const { label, description } = drawn(project('7', { name: 'Lamp', symbol: 'L' }), {
      mark: { kind: 'changed', was: 'pending' },
    });
    assert.deepEqual(label, { label: 'Lamp', highlights: [[0, 4]] });
    assert.equal(description, 'L · was pending');
  });

  it('is all there is to say of a row that says nothing else', () => {
    assert.equal(drawn(collection('Harbor'), { mark: fresh }).description, 'new');
    assert.equal(drawn(project('7'), { mark: fresh }).description, 'new');
  });
});

describe('the row that a list goes on with', () => {
  const row = { kind: 'loadMore', key: 'loadMore', list: 'collections' } as const;
  const more = { hasMore: true, total: 120 };

  it('loads the next page', () => {
    const { label, description, command, contextValue, icon, tooltip } = drawn(row, {
      state: listState([1, 2], more),
    });
    assert.deepEqual([label, description], ['Load more', '2 of 120 shown']);
    assert.deepEqual(command, { command: 'mintscope.collections.loadMore', title: 'Load more' });
    assert.deepEqual([contextValue, icon], ['loadMore', 'ellipsis']);
    assert.equal(tooltip, 'Loads the next page.');
  });

  it('speaks of what is loaded while a filter hides some of it', () => {
    const state = listState([1, 2], more);
    const arranger = { matching: 0 } as never;
    assert.equal(drawn(row, { state, arranger }).description, '2 of 120 loaded');
    const unfiltered = { matching: undefined } as never;
    assert.equal(drawn(row, { state, arranger: unfiltered }).description, '2 of 120 shown');
  });

  it('turns while it loads, and a click does nothing then', () => {
    const state = listState([1, 2], { ...more, work: 'more' });
    const { label, command, contextValue, icon, tooltip } = drawn(row, { state });
    assert.deepEqual([label, contextValue, icon], ['Loading more…', 'loading', 'loading~spin']);
    assert.equal(command, undefined);
    assert.equal(tooltip, '2 of 120 shown');
  });

  it('says what went wrong and tries again', () => {
    const failure = { kind: 'http', status: 404 } as const;
    const state = listState([1, 2], { ...more, failure: { during: 'more', failure, at: 0 } });
    const problem = describeFailure(failure, 'api.example.com');
    const { description, command, icon, tooltip, contextValue } = drawn(row, { state, problem });
    const { reason, hint } = problem;
    assert.equal(description, `2 of 120 shown · ${reason}`);
    assert.equal(command?.command, 'mintscope.collections.loadMore');
    assert.deepEqual([icon, contextValue], ['warning charts.yellow', 'loadMore']);
    assert.equal(tooltip?.replaceAll('\\', ''), `${reason} ${hint}`);
  });

  it('leads to a sign-in where the token was refused', () => {
    const failure = { kind: 'auth', status: 401 } as const;
    const state = listState([1, 2], { ...more, failure: { during: 'more', failure, at: 0 } });
    const problem = describeFailure(failure, 'api.example.com');
    assert.deepEqual(drawn(row, { state, problem }).command, {
      command: 'mintscope.signIn',
      title: 'Sign In',
    });
  });
});

describe('what stands in the place of rows', () => {
  const remedy = { kind: 'remedy', list: 'projects' } as const;
  const retry = { reason: 'No answer.', hint: 'Wait a while.', action: 'retry' } as const;
  const signIn = { reason: 'Refused.', hint: 'Sign in again.', action: 'signIn' } as const;

  it('is a way out that a click takes; the reason is in its tooltip', () => {
    const out = drawn(remedy, { problem: retry });
    assert.deepEqual([out.label, out.description, out.icon], ['Retry', undefined, 'refresh']);
    assert.equal(out.tooltip, 'No answer. Wait a while.');
    assert.deepEqual(out.command, { command: 'mintscope.projects.refresh', title: 'Retry' });
    assert.equal(out.contextValue, 'remedy', 'which offers the log');
  });

  it('tells screen readers the reason with it, but no hint that changes each second', () => {
    const spoken = (facts: Partial<RowContext>) =>
      drawn(remedy, facts).accessibilityInformation?.label;
    assert.equal(spoken({ problem: retry }), 'Retry, No answer. Wait a while.');
    assert.equal(spoken({ problem: signIn }), 'Sign In…, Refused. Sign in again.');
    const failure = { kind: 'rateLimited', retryAfterMs: 5000 } as const;
    const state = listState([], { failure: { during: 'first', failure, at: 0 } });
    assert.equal(spoken({ problem: retry, state }), 'Retry, No answer.');
    assert.equal(spoken({ problem: retry, state, now: 5000 }), 'Retry, No answer. Wait a while.');
  });

  it('is a sign-in where that helps', () => {
    const out = drawn(remedy, { problem: signIn });
    assert.deepEqual([out.label, out.icon], ['Sign In…', 'key']);
    assert.deepEqual(out.command, { command: 'mintscope.signIn', title: 'Sign In' });
  });

  it('stays a way out once the reason is gone', () => {
    const out = drawn(remedy);
    assert.deepEqual([out.label, out.tooltip], ['Retry', '']);
    assert.equal(out.accessibilityInformation?.label, 'Retry');
    assert.equal(out.command?.command, 'mintscope.projects.refresh');
  });

  it('is nothing to read where what arranged the rows is gone', () => {
    assert.equal(drawn({ kind: 'noMatch', part: 'words' }).label, '');
  });
});

describe('how a range of rows looks', () => {
  const range = { kind: 'range', key: 'range/1', at: 1, group: undefined } as const;
  const words = (rows: readonly Row[], marks: readonly (readonly [string, ChangeMark])[] = []) =>
    drawn(range, { range: { bounds: [1001, 2000], rows, marks: new Map(marks) } });

  it('is the places of its rows, what was found there, and its first and last name', () => {
    const rows = [project('1', { name: 'First' }), project('2'), project('3', { name: 'Last' })];
    const { label, description, id, contextValue, accessibilityInformation, collapsibleState } =
      words(rows, [['project/2', { kind: 'new' }]]);
    assert.deepEqual([label, id, contextValue], ['1,001–2,000', 'range/1', 'range']);
    assert.equal(description, '1 new · First … Last');
    assert.equal(collapsibleState, 1);
    const spoken = 'Rows 1,001 to 2,000, 1 new · First … Last';
    assert.equal(accessibilityInformation?.label, spoken);
  });

  it('is named after Collections as well', () => {
    assert.equal(words([collection('A'), collection('B')]).description, 'A … B');
  });

  it('is its places alone where its ends have no name of a service', () => {
    assert.equal(words([{ kind: 'noMatch', part: 'words' }]).description, '');
    assert.equal(words([]).description, '');
  });
});
