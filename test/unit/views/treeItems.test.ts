import assert from 'node:assert/strict';
import type { Project } from '../../../src/core/model/model.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import { type ListProblem, listProblem } from '../../../src/core/messages/failureMessages.ts';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { lookOf } from '../../../src/views/countedLook.ts';
import type { KnownOfRow, RowLook } from '../../../src/views/tree/rowItems.ts';
import { isOfService, type Row } from '../../../src/views/tree/rows.ts';
import { type KnownRows, serviceItem, treeItem } from '../../../src/views/tree/treeItems.ts';
import { listState, collection, project } from '../../support/projects.ts';
import type { MarkdownString, ThemeIcon } from '../../support/fakeVscode/values.ts';

interface Known extends Partial<Pick<KnownRows, 'changesOnly' | 'shown'>> {
  readonly state?: ListState<unknown>;
  readonly arranger?: unknown;
  readonly problem?: ListProblem | undefined;
}

/** A row as it is drawn. @param known the facts that matter to a test. */
const drawn = (row: Row, known: KnownOfRow & Known = {}) => {
  const { state = listState([]), arranger, changesOnly = false, shown = 0, problem, mark } = known;
  const marks = new Map(mark && 'key' in row ? [[row.key, mark]] : []);
  const own = { arranged: arranger, changesOnly, shown, problem, marks };
  const rows = { list: { state }, ...own };
  const item = isOfService(row) ? serviceItem(row, known) : treeItem(row, rows as KnownRows);
  const icon = item.iconPath as ThemeIcon | undefined;
  return Object.assign(item, {
    icon: [icon?.id, icon?.color?.id].filter((part) => part !== undefined).join(' '),
    plain: (item.tooltip as MarkdownString | undefined)?.plain,
  });
};

describe('treeItem of a row', () => {
  it('shows name, symbol and status of a Project, and opens its stats on a click', () => {
    const row = project('7', { name: 'Lamp', symbol: 'L', status: 'confirmed' });
    const { label, description, id, command, icon } = drawn(row);
    assert.deepEqual([label, description, id], ['Lamp', 'confirmed · L', 'project/7']);
    assert.deepEqual(command, {
      command: 'mintscope.projects.openRow',
      title: 'Open Stats',
    });
    assert.equal(icon, 'pass-filled charts.green');
    const { description: beside } = drawn(row, { isStatusSaid: true });
    assert.equal(beside, 'L', 'its group has the status');
  });

  it('shows the id or the address of a row whose name cannot be seen', () => {
    for (const name of ['\u200b', '\u3164', '\u2800\u2800', '\u00ad', ' \u202e ']) {
      const { label, description } = drawn(project('7', { name, symbol: 'L' }));
      assert.deepEqual([label, description], ['Project 7', 'L'], encodeURIComponent(name));
      const row = collection('MintAddress123456', { name, mintAddress: 'MintAddress123456' });
      const gone = { kind: 'gone', key: row.key, list: 'collections', name } as const;
      assert.equal(drawn(row).label, 'Mint…3456');
      assert.equal(drawn(row).description, '');
      assert.equal(drawn(gone).label, 'Mint…3456');
    }
  });

  it('keeps the description of a row short and on one line', () => {
    const { description } = drawn(
      project('7', { symbol: 's'.repeat(99), status: 't\n'.repeat(99) }),
    );
    assert.equal(description, `${'t '.repeat(20)}… · ${'s'.repeat(40)}…`);
  });

  it('shows the status of a Project by its icon', () => {
    const icons = ['processing', 'pending', 'failed', undefined].map(
      (status) => drawn(project('7', { status })).icon,
    );
    const [underWay, waiting] = ['record charts.blue', 'clock charts.purple'];
    assert.deepEqual(icons, [underWay, waiting, 'error mintscope.failed', 'circle-outline']);
  });

  it('offers only the links of a row in its menu', () => {
    const wordsOf = (facts: Partial<Project>) => drawn(project('7', facts)).contextValue;
    const unsafe = { image: 'http://a.example/1.png', animationUrl: 'ipfs://x' };
    assert.equal(wordsOf(unsafe), 'project');
    const links = { image: 'HTTPS://a.example/', animationUrl: 'https://a.example/2' };
    assert.equal(wordsOf({ mintAddress: 'm', ...links }), 'project mint image animation');
  });

  it('shows name and mint address of a Collection, and offers its metadata', () => {
    const row = collection('Harbor', {
      mintAddress: 'Mint1111111111111111111111111',
      uri: 'https://a.example/1.json',
    });
    const { label, description, id, command, icon, contextValue } = drawn(row);
    assert.deepEqual([label, id, icon], ['Harbor', 'collection/Harbor', 'library']);
    assert.match(String(description), /^Mint.*….*1111$/);
    assert.equal(contextValue, 'collection mint metadata');
    assert.deepEqual(command, {
      command: 'mintscope.collections.openRow',
      title: 'Open Collection',
    });
  });

  it('says a status once to a screen reader, where how far the project is says it too', () => {
    const spoken = (status: string, look: Partial<RowLook>, mark?: ChangeMark) =>
      drawn(project('7', { name: 'Lamp', status }), {
        mark,
        look: { tone: 'done', words: '', spoken: [], chips: '', context: [], ...look },
      }).accessibilityInformation?.label;
    assert.equal(spoken('confirmed', { spoken: ['100% confirmed'] }), 'Lamp, 100% confirmed');
    const failed = { tone: 'failed', spoken: ['needs attention: Status failed'] } as const;
    assert.equal(spoken('failed', failed), 'Lamp, needs attention: Status failed');
    assert.equal(spoken('rejected', failed), 'Lamp, needs attention: Status failed, rejected');
    const done = { spoken: ['100% confirmed'] };
    assert.equal(spoken('confirmed', done, { kind: 'new' }), 'Lamp, new, 100% confirmed');
    const was = { name: 'Lamp', status: 'pending' };
    const words = 'Lamp, was pending, needs attention: Status failed';
    assert.equal(spoken('failed', failed, { kind: 'changed', was }), words);
  });

  it('shows why a Project needs attention before how old its counts are, because a narrow view cuts the end', () => {
    const counts = { total: 100, confirmed: 63, processing: 0, pending: 34, failed: 3 };
    const known = { ...counts, at: 0, movedAt: 0 };
    const look = lookOf({ status: undefined }, known, [{ kind: 'failed', count: 3 }], {
      age: '14 min ago',
    });
    assert.equal(look.words, '63% · Failed 3 · 14 min ago');
  });

  it('shows how far a Project is after its change, and what needs attention to a screen reader', () => {
    const row = project('7', { name: 'Lamp', symbol: 'L', status: 'failed' });
    const look: RowLook = {
      tone: 'warning',
      words: '63% · Failed 3',
      spoken: ['needs attention: Failed 3', '63% confirmed'],
      chips: 'Failed 3',
      context: ['watched'],
    };
    const plain = drawn(row, { look });
    assert.equal(plain.description, '63% · Failed 3 · failed · L');
    const spoken = 'Lamp, needs attention: Failed 3, 63% confirmed, failed · L';
    assert.equal(plain.accessibilityInformation?.label, spoken);
    assert.deepEqual(
      [plain.icon, plain.contextValue],
      ['warning mintscope.warning', 'project watched'],
    );
    const mark = { kind: 'changed', was: { name: 'Lamp', status: 'pending' } } as const;
    const changed = drawn(row, { look, mark });
    assert.equal(changed.description, '→ failed · 63% · Failed 3 · was pending · L');
    assert.match(
      changed.accessibilityInformation!.label,
      /^Lamp, was pending, now failed, L, needs/,
    );
  });
});

describe('treeItem of Load more', () => {
  const row = { kind: 'loadMore', list: 'collections' } as const;
  const more = { hasMore: true, total: 120 };

  it('loads the next page on a click on Load more', () => {
    const { label, description, command, contextValue, icon, plain } = drawn(row, {
      state: listState([1, 2], more),
    });
    assert.deepEqual([label, description], ['Load more', '2 of 120 shown']);
    assert.deepEqual(command, { command: 'mintscope.collections.loadMore', title: 'Load more' });
    assert.deepEqual([contextValue, icon], ['loadMore', 'ellipsis']);
    assert.equal(plain, 'Loads the next page.');
    const filtered = { state: listState([1, 2], more), arranger: { matching: 0 } as never };
    assert.equal(drawn(row, filtered).description, '2 of 120 loaded');
  });

  it('shows a spinner while more is loaded, how far Load All is, and stops it on a click', () => {
    for (const [work, words] of [
      ['more', ['Loading more…', '']],
      ['all', ['Loading all…', '2 of 120']],
    ] as const) {
      const state = listState([1, 2], { ...more, work });
      const { label, description, command, contextValue, icon, plain } = drawn(row, { state });
      assert.deepEqual([label, description], words);
      assert.deepEqual([contextValue, icon], ['loading', 'loading~spin']);
      assert.deepEqual(
        [command?.command, plain],
        ['mintscope.collections.openRow', 'Click to stop.'],
      );
    }
  });

  it('the last row says how many of the loaded rows are shown, and offers to filter or find', () => {
    const limit = { kind: 'limit', list: 'projects' } as const;
    const state = listState(Array<number>(12_000), { hasMore: true, total: 14_300 });
    const { label, command, plain = '' } = drawn(limit, { state, shown: 10_000 });
    assert.equal(label, '10,000 shown of 12,000 loaded, 14,300 in all');
    assert.ok(plain.startsWith(`${label}. Filter, Find and Portfolio cover`), plain);
    assert.equal(command?.command, 'mintscope.filterProjects');
    const arranger = { matching: 11_000 } as never;
    const filtered = drawn({ kind: 'limit', list: 'collections' }, { state, arranger, shown: 1e4 });
    assert.equal(filtered.label, '10,000 shown of 11,000 loaded, 14,300 in all');
    assert.equal(filtered.command?.command, 'mintscope.find');
  });

  it('shows in Load more why the page failed, and retries on a click or opens Sign In', () => {
    const after = (failure: Failure, during: 'more' | 'refresh' = 'more') => {
      const state = listState([1, 2], { ...more, failure: { during, failure, at: 0 } });
      return drawn(row, { state, problem: listProblem(state, 'api.example.com', String)! });
    };
    const failed = after({ kind: 'http', status: 404 });
    const reason = 'The service answered in an unexpected way (404).';
    assert.equal(failed.description, `2 of 120 shown · ${reason}`);
    assert.ok(failed.plain?.replaceAll('\\', '').startsWith(`${reason} `));
    assert.equal(failed.command?.command, 'mintscope.collections.loadMore');
    assert.deepEqual([failed.icon, failed.contextValue], ['warning mintscope.warning', 'loadMore']);
    const refreshed = after({ kind: 'http', status: 404 }, 'refresh');
    assert.equal(refreshed.plain, 'Loads the next page.', 'the problem row has that failure');
    const refused = after({ kind: 'auth', status: 401 });
    assert.deepEqual(refused.command, { command: 'mintscope.signIn', title: 'Sign In' });
  });
});

describe('treeItem of the problem row', () => {
  const row = { kind: 'problem', list: 'projects' } as const;
  const retry = {
    title: 'Connection refused',
    reason: 'Nothing answers.',
    hint: 'Check it.',
    action: 'retry',
    code: 'network ECONNREFUSED',
    whole: 'Nothing answers. Check it. These rows are from 14:02.',
    beside: 'from 14:02 · next try 14:03',
  } as const;
  const signIn = { ...retry, title: 'Token refused', action: 'signIn', whole: 'Refused.' } as const;
  const empty = listState([], { asOf: undefined });
  const loaded = listState([project('1')]);

  it('shows above the rows what failed, with all of it in the tooltip, and retries on a click', () => {
    const out = drawn(row, { problem: retry, state: loaded });
    assert.deepEqual([out.label, out.icon], ['Connection refused', 'warning mintscope.warning']);
    assert.equal(out.description, 'from 14:02 · next try 14:03');
    assert.equal(out.plain?.replaceAll('\\', ''), `${retry.whole} · network ECONNREFUSED`);
    assert.equal(out.accessibilityInformation?.label, `Connection refused: ${retry.whole}`);
    assert.deepEqual(out.command, { command: 'mintscope.projects.refresh', title: 'Retry' });
    assert.equal(out.contextValue, 'problem');
  });

  it('shows only the action of a problem without rows, and opens Sign In after a refused token', () => {
    const out = drawn(row, { problem: retry, state: empty });
    assert.deepEqual([out.label, out.description], ['Retry', undefined]);
    const refused = drawn(row, { problem: signIn, state: empty });
    assert.equal(refused.label, 'Sign In…');
    assert.equal(refused.accessibilityInformation?.label, 'Sign In…: Refused.');
    assert.deepEqual(refused.command, { command: 'mintscope.signIn', title: 'Sign In' });
    assert.equal(refused.contextValue, 'signInProblem');
    const gone = drawn(row, { state: empty });
    assert.deepEqual([gone.id, gone.label], ['problem', 'Retry'], 'after the problem has gone');
  });
});
