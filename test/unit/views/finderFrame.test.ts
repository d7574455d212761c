import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ListState } from '../../../src/core/lists/listState.ts';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { textItem } from '../../../src/editor/quickPick.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { finderFrame } from '../../../src/views/finder/finderFrame.ts';
import { foundItem, FoundRows, nothingItem } from '../../../src/views/finder/foundRows.ts';
import { bareLook } from '../../../src/views/rowLook.ts';
import { FakeQuickPick } from '../../support/fakeVscode/quickPick.ts';
import { listState } from '../../support/projects.ts';

const project = (source: JsonObject) => PROJECTS.decode({ results: [source] }).rows[0]!;
const collection = (source: JsonObject) => COLLECTIONS.decode({ results: [source] }).rows[0]!;

describe('finderFrame', () => {
  const FAILURE = { during: 'all', failure: { kind: 'notFound' }, at: 0 } as const;
  const failed = { hasMore: true, failure: FAILURE } as const;

  function frame(
    facts: readonly Partial<ListState<unknown>>[],
    own?: 'reading' | 'stopped',
    matches = 0,
    more: { readonly begun?: boolean; readonly ahead?: boolean; readonly asking?: string } = {},
  ) {
    const states = facts.map((one) => listState([{}], { total: 2, ...one }));
    const hits = { best: Array.from({ length: matches }, () => project({})), matches, searched: 1 };
    const work = { title: 'Find', reading: own, begun: true, ahead: false, host: 'a.example' };
    const { buttons, ...rest } = finderFrame(states, { ...work, ...more }, hits, 'x');
    return { ...rest, button: buttons.map(({ tooltip }) => tooltip).join() };
  }

  it('shows what was searched, and a stop button only while the finder itself reads pages', () => {
    assert.deepEqual(frame([{ hasMore: true, work: 'all' }, {}], 'reading', 1), {
      title: 'Find · 1 of 4 searched · 1 match',
      busy: true,
      button: 'Stop searching further pages',
      problem: undefined,
    });
    assert.equal(frame([{}], 'reading').busy, true, 'also between two pages');
    const { busy, button } = frame([{}, { hasMore: true, work: 'more' }]);
    assert.deepEqual([busy, button], [true, '']);
  });

  it('offers to search the rest and to load what was searched, and nothing once all are read', () => {
    const { busy, button, title } = frame([{}, { hasMore: true }], 'stopped');
    assert.deepEqual([busy, button], [false, 'Search the rest']);
    assert.equal(title, 'Find · 1 of 4 searched', 'no count of matches if there are none');
    const ahead = frame([{}, { hasMore: true }], 'stopped', 0, { ahead: true });
    assert.equal(ahead.button, 'Search the rest,Load all searched rows into the view');
    const whole = { title: 'Find · all 1 searched', busy: false, button: '', problem: undefined };
    assert.deepEqual(frame([{ total: 1 }]), whole);
  });

  it('shows the time of stored rows in the finder, and offers a refresh', () => {
    const at = new Date();
    at.setDate(at.getDate() - 1);
    at.setHours(18, 4, 0, 0);
    const stored = { restored: true, asOf: at.getTime(), total: 1 } as const;
    const before = frame([stored, { asOf: Date.now(), total: 1 }], undefined, 0, { begun: false });
    assert.deepEqual(
      [before.title, before.button],
      ['Find · as of yesterday 18:04 · all 1 searched', 'Refresh'],
    );
    const offline = frame([{ ...stored, failure: { ...FAILURE, during: 'refresh' } }]);
    assert.match(offline.title, /^Find · as of yesterday 18:04 · all 1 searched · .+\.$/);
    assert.equal(offline.button, 'Retry');
  });

  it('explains that typing searches the rest, until it has begun', () => {
    const rest = { hasMore: true } as const;
    const before = frame([{}, rest], undefined, 0, { begun: false });
    assert.deepEqual(
      [before.title, before.busy, before.button],
      ['Find · 1 of 4 searched; type to search all', false, 'Search the rest'],
    );
    // All is loaded, reading has failed, or a Load All is running.
    for (const other of [{}, { ...rest, failure: FAILURE }, { ...rest, work: 'all' }] as const)
      assert.doesNotMatch(frame([other], undefined, 0, { begun: false }).title, /type to/);
  });

  it('shows which project the finder requests', () => {
    const { title, busy } = frame([{}], undefined, 2, { asking: '12' });
    assert.deepEqual([title, busy], ['Find · Asking the service for project 12…', true]);
  });

  it('shows why a search failed, and what to do', () => {
    const reason = 'Nothing at this address of a.example (404).';
    const { title, button, problem } = frame([{}, failed], undefined, 2);
    assert.equal(title, `Find · 1 of 4 searched · 2 matches · ${reason}`);
    assert.deepEqual([button, problem?.reason], ['Retry', reason]);
    const refused = { ...FAILURE, failure: { kind: 'auth', status: 401 } } as const;
    assert.equal(frame([{ hasMore: true, failure: refused }]).button, 'Sign In…');
  });

  it('shows no earlier failure during a new search, after a stop, or once all rows are loaded', () => {
    for (const work of ['reading', 'stopped'] as const) {
      assert.equal(frame([failed], work).problem, undefined);
    }
    assert.equal(
      frame([{ ...failed, hasMore: false }]).problem,
      undefined,
      'nor for a list that is loaded whole',
    );
    const other = frame([failed, { hasMore: true, work: 'more' }]);
    assert.equal(other.problem, undefined, 'nor while another list is read');
  });
});

describe('foundItem', () => {
  const line = (row: Parameters<typeof foundItem>[0]) => {
    const { label, description, detail, alwaysShow, buttons } = foundItem(row, bareLook);
    assert.equal(alwaysShow, true);
    return [label, description, detail, buttons?.map(({ tooltip }) => tooltip).join()];
  };

  it('shows name, symbol, reference and mint address of a found project', () => {
    const all = { id: 1, transferable: true, name: 'A', symbol: 'S', mintAddress: 'Mint1' };
    const buttons = 'Copy Mint Address,Reveal in Projects';
    assert.deepEqual(line(project(all)), ['A', 'S', '1 · transferable · Mint1', buttons]);
    const unnamed = ['Project 1', '', '1', 'Reveal in Projects'];
    assert.deepEqual(line(project({ id: 1 })), unnamed);
  });

  it('shows a found collection and its owner', () => {
    const all = { name: 'C', mintAddress: 'Mint1', ownerAddress: 'OwnerAddress1234' };
    const buttons = 'Copy Mint Address,Reveal in Collections';
    const texts = ['C', 'owned by Owne…1234', 'Collection · Mint1'];
    assert.deepEqual(line(collection(all)), [...texts, buttons]);
  });

  it('explains why the finder has no rows', () => {
    const problem = { title: 't', reason: 'r', hint: 'Do $(this).', action: 'retry' } as const;
    const { iconPath, ...words } = nothingItem('Nothing.', problem);
    assert.deepEqual(words, { label: 'Nothing.', detail: 'Do $\u200b(this).', alwaysShow: true });
    assert.equal((iconPath as { id: string }).id, 'warning');
  });
});

describe('FoundRows', () => {
  const rows = [1, 2, 3, 4].map((id) => project({ id, transferable: true, name: `P ${id}` }));
  const [one, two, three, four] = rows as [Row, Row, Row, Row];
  type Row = ReturnType<typeof project>;
  const nothing = (detail?: string) => () =>
    textItem({ label: 'None.', alwaysShow: true, ...(detail !== undefined && { detail }) });
  const none = nothing();

  function start() {
    const pick = new FakeQuickPick();
    return { pick, found: new FoundRows(pick as never, bareLook) };
  }

  it('shows found rows by their rank, or why there are none, and sends them again only if they changed', () => {
    const { pick, found } = start();
    pick.type('p 3');
    found.show('p 3', [], [one, three], none);
    found.show('p 3', [], [one, three], none);
    assert.deepEqual([pick.drawn, pick.labels, found.typed], [1, ['P 1', 'P 3'], 'p 3']);
    found.show('p 3', [], [one, two], none);
    assert.deepEqual([pick.drawn, pick.labels], [2, ['P 1', 'P 2']]);
    found.show('p 3', [], [one], none);
    assert.deepEqual([pick.drawn, pick.labels], [3, ['P 1']]);
    for (const detail of [undefined, undefined, 'Try again.'])
      found.show('p 4', [], [], nothing(detail));
    assert.deepEqual(
      [pick.drawn, pick.labels, pick.items[0]?.detail],
      [5, ['None.'], 'Try again.'],
    );
  });

  it('keeps the item objects of found rows that stay, and starts at the top for another text', () => {
    const { pick, found } = start();
    found.show('', [], [one, two], none);
    const [, item] = pick.items;
    pick.moveTo(1);
    found.show('', [], [three, one, two], none);
    assert.deepEqual(pick.labels, ['P 1', 'P 2', 'P 3']);
    assert.equal(pick.items[1], item);
    assert.deepEqual([pick.activeItems, pick.keepScrollPosition], [[item], true]);
    found.show('x', [], [three, one, two], none);
    assert.deepEqual(pick.labels, ['P 3', 'P 1', 'P 2']);
    assert.deepEqual([pick.activeItems[0]?.label, pick.keepScrollPosition], ['P 3', false]);
  });

  it('lists found rows below fixed lines, and keeps the active one', () => {
    const { pick, found } = start();
    const ask = () => textItem({ label: 'Ask', alwaysShow: true });
    const active = () => pick.activeItems[0]?.label;
    found.show('7', [ask()], [one, two], none);
    assert.deepEqual(pick.labels, ['Ask', 'P 1', 'P 2']);
    found.show('7', [ask()], [three, one, two], none);
    assert.deepEqual(pick.labels, ['Ask', 'P 3', 'P 1', 'P 2']);
    assert.equal(active(), 'Ask');
    pick.moveTo(2);
    found.show('7', [], [four, three, one, two], none);
    assert.deepEqual(pick.labels, ['P 3', 'P 1', 'P 4', 'P 2']);
    assert.equal(active(), 'P 1');
    found.show('8', [ask()], [], none);
    assert.deepEqual(pick.labels, ['Ask'], 'without “None.”');
  });
});
