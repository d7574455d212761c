import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import { ListMarks } from '../../../src/core/lists/listMarks.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { ListView } from '../../../src/views/tree/listView.ts';
import { revealRow } from '../../../src/views/tree/rowFocus.ts';
import { rowTooltip } from '../../../src/views/tooltips.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import type { FakeTree } from '../../support/fakeVscode/tree.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { turns } from '../../support/turn.ts';
import { honestPage } from '../../support/pages.ts';
import { project } from '../../support/projects.ts';

/** A view alone: the test ends the requests of its list, and advances the clock. */
describe('ListView', () => {
  let tree: FakeTree;
  let service: HeldReads;
  let list: PagedList<Project>;
  let view: ListView;
  let marks: ListMarks;
  let all: Project[];
  let session: { current: object | undefined; retryAt?: number };
  let connected: EventEmitter<{ readonly sameAccount: boolean; readonly sameService: boolean }>;
  let changedStatus: EventEmitter<void>;
  let rearranged: EventEmitter<void>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
    const desk = new FakeDesk();
    useDesk(desk);
    all = Array.from({ length: 65 }, (_, at) => project(`${at + 1}`, { name: `Lamp ${at + 1}` }));
    service = new HeldReads((request) => honestPage(all, request));
    list = new PagedList<Project>(service.read as never, { limit: () => 30, now: Date.now });
    connected = new EventEmitter();
    changedStatus = new EventEmitter<void>();
    rearranged = new EventEmitter<void>();
    session = { current: {} };
    marks = new ListMarks(list);
    const arranger = { isOn: false, onDidChange: rearranged.event };
    view = new ListView(
      'projects',
      list,
      Object.assign(session, {
        ...{ clock: systemClock, host: 'api.example.com', ready: () => Promise.resolve() },
        onDidChange: connected.event,
        onDidChangeStatus: changedStatus.event,
      }) as never,
      { restore: () => false, marks: { projects: marks, collections: marks } },
      () => Promise.resolve({ rowTooltip, addressesOf: () => [] }),
      arranger as never,
    );
    tree = desk.trees.get('mintscope.projects')!;
  });
  afterEach(() => {
    view.dispose();
    list.reset();
    mock.timers.reset();
    assert.deepEqual(tree.complaints, []);
  });

  const answer = async () => {
    service.waiting[0]!.respond();
    await turns(5);
  };
  const refreshed = async () => {
    void list.refresh();
    await turns(5);
    while (service.waiting.length > 0) await answer();
  };
  /** A view with its first page in sight. */
  const opened = async () => {
    tree.show();
    await turns(5);
    await answer();
    assert.equal(tree.labels.length, 31);
  };

  it('requests the first page when the view becomes visible, and paints once', async () => {
    await turns(5);
    assert.equal(service.requests.length, 0);
    await opened();
    assert.deepEqual([service.pages, tree.paints], [['1/30'], 1]);
  });

  it('shortens the long name of a row, but not for a screen reader', async () => {
    const name = 'The Complete Harbor Lights of 2026, Second Edition';
    all[0] = project('1', { name, status: 'late' });
    await opened();
    const { label, accessibilityInformation } = tree.painted[0]!.item;
    assert.deepEqual(
      [label, accessibilityInformation?.label],
      ['The Complete Ha…Edition', `${name}, late`],
    );
  });

  it('reveals only a row in the list, and shows all rows again for one that Show Changes Only hides', async () => {
    await opened();
    all[1] = project('2', { name: 'Lamp 2', status: 'failed' });
    await refreshed();
    view.showChangesOnly(true);
    await turns(5);
    assert.deepEqual(tree.labels, ['Lamp 2', 'Load more']);
    assert.equal(await revealRow(view, 'project/999'), false);
    assert.deepEqual(tree.revealed, []);
    assert.equal(await revealRow(view, 'project/2'), true);
    assert.equal(tree.labels.length, 2, 'it is shown');
    assert.equal(await revealRow(view, 'project/3'), true);
    assert.equal(tree.labels.length, 31);
    assert.deepEqual([tree.focusedRow, tree.selection], [all[2], [all[2]]]);
  });

  it('names the selected row that is gone, if no other row is selected', async () => {
    await opened();
    all.splice(1, 1);
    await refreshed();
    const gone = tree.row('Lamp 2');
    for (const [rows, named] of [
      [[gone], gone],
      [[gone, all[0]!], undefined],
      [[all[0]!], undefined],
    ] as const) {
      tree.select(...rows);
      assert.equal(view.selectedGone, named);
    }
  });

  it('keeps the rows selected below a repainted one selected when another is added with Ctrl', async () => {
    await opened();
    const [first, second, third, fourth] = all;
    const select = () => {
      tree.select(third, first, second);
      tree.repainted.splice(0);
    };
    const addFourth = () => {
      tree.selectAlso(fourth);
      assert.deepEqual(new Set(view.selection), new Set([first, second, third, fourth]));
    };
    select();
    view.repaints.rows([first!.key]);
    assert.equal(tree.rowPaints, 1, 'the editor delays further ones');
    addFourth();
    select();
    view.repaints.quietly([second!.key]);
    addFourth();
    select();
    await tree.tooltipOf('Lamp 1');
    await tree.tooltipOf('Lamp 3');
    addFourth();
    select();
    view.repaints.quietly([first!.key]);
    assert.deepEqual(tree.repainted, [], 'the tooltip of a selected row is open');
    mock.timers.tick(500);
    assert.deepEqual(tree.repainted, ['Lamp 1', 'Lamp 2', 'Lamp 3']);
    addFourth();
  });

  it('the selection is read again after the rows of a range were returned as well', async () => {
    await opened();
    let isReported = false;
    const reported = view.paintEnd.when(() => isReported);
    isReported = true;
    await view.getChildren({ kind: 'range', key: 'range/0', at: 0, group: undefined });
    assert.equal(await reported, true);
  });

  it('shows a spinner in Load more only if loading lasts', async () => {
    for (const begin of [() => list.loadMore(), () => list.refresh()]) {
      if (tree.painted.length === 0) await opened();
      void begin();
      await turns(5);
      assert.equal(tree.labels.at(-1), 'Load more');
      mock.timers.tick(250);
      await turns(5);
      assert.match(tree.labels.at(-1)!, /ing/);
      while (service.waiting.length > 0) await answer();
      assert.equal(tree.labels.at(-1), 'Load more');
    }
  });

  it('paints at intervals during Load All, and at the end', async () => {
    await opened();
    void list.loadAll();
    await turns(5);
    await answer();
    const before = tree.paints;
    await answer();
    assert.equal(tree.paints, before, 'not for each page');
    mock.timers.tick(1000);
    while (service.waiting.length > 0) await answer();
    assert.equal(tree.labels.length, 65);
  });

  it('paints at once if the user arranges rows during Load All', async () => {
    await opened();
    void list.loadAll();
    await turns(5);
    assert.equal(tree.labels.at(-1), 'Load more');
    rearranged.fire();
    await turns(5);
    assert.equal(tree.labels.at(-1), 'Loading all…');
  });

  it('waits for the rows of the new connection after a change', async () => {
    tree.show();
    await turns(5);
    session.current = {};
    list.reset();
    connected.fire({ sameAccount: false, sameService: false });
    await turns(5);
    await answer();
    assert.equal(tree.labels.length, 31);
  });

  it('shows an empty view after a sign-out while the first page loads', async () => {
    void list.open();
    await turns(5);
    session.current = undefined;
    tree.show();
    await turns(5);
    assert.deepEqual([tree.paints, tree.labels], [1, []]);
    service.waiting[0]!.respond();
    await turns(5);
  });

  it('keeps the rows below the problem row after a failed refresh', async () => {
    await opened();
    const ids = tree.painted.map(({ item }) => item.id);
    void list.refresh();
    await turns(5);
    service.waiting[0]!.fail({ kind: 'http', status: 503 });
    await turns(5);
    assert.match(tree.descriptionOf('Service error (503)') ?? '', /^rows from \d\d:\d\d$/);
    assert.deepEqual(
      tree.painted.map(({ item }) => item.id),
      ['problem', ...ids],
    );
    assert.equal(tree.message, '');
    session.retryAt = Date.now();
    changedStatus.fire();
    await turns(5);
    assert.match(tree.descriptionOf('Service error (503)') ?? '', / · next try \d\d:\d\d:\d\d$/);
  });

  for (const [count, paints, words] of [
    [20, 0, 'one by one'],
    [21, 1, 'all at once'],
  ] as const) {
    it(`repaints ${count} viewed rows ${words}`, async () => {
      await opened();
      const looked = all.slice(0, count);
      looked.forEach((row, at) => (all[at] = { ...row, status: 'late' }));
      await refreshed();
      assert.equal(tree.descriptionOf('Lamp 1'), '→ late (had no status)');
      const before = tree.paints;
      view.marks.see(looked.map(({ key }) => key));
      await turns(5);
      assert.equal(tree.paints - before, paints);
      assert.equal(tree.descriptionOf('Lamp 1'), 'late');
    });
  }
});
