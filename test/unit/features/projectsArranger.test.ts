import assert from 'node:assert/strict';
import type { Project } from '../../../src/core/model/model.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import { askFilter } from '../../../src/features/arrange/commands.ts';
import { standingsOf } from '../../../src/stats/rowFacts.ts';
import { ProjectsArranger } from '../../../src/views/tree/projectsArranger.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { listState, project } from '../../support/projects.ts';

describe('ProjectsArranger', () => {
  withNewDesk();
  let list: { state: ListState<Project>; onChange: () => () => void };
  let session: { account: string | undefined; onDidChange: unknown; clock: FakeClock };
  let connected: EventEmitter<void>;
  let arranger: ProjectsArranger;
  let workspace: FakeMemento;

  beforeEach(() => {
    workspace = new FakeMemento();
    list = { state: listState<Project>([]), onChange: () => () => undefined };
    connected = new EventEmitter();
    session = { account: 's', onDidChange: connected.event, clock: new FakeClock() };
    arranger = new ProjectsArranger(list as never, session as never, workspace as never);
  });
  afterEach(() => {
    arranger.dispose();
  });
  const hold = (...rows: readonly Project[]) => {
    list.state = listState(rows);
    return rows;
  };

  it('gives groups of two long statuses short, different keys', async () => {
    const text = 'x'.repeat(100_000);
    const rows = hold(project('1', { status: `${text}a` }), project('2', { status: `b${text}` }));
    await arranger.change({ group: 'status' });
    const keys = rows.map((row) => arranger.groupOf(row)?.key ?? '');
    assert.equal(new Set(keys).size, 2);
    for (const key of keys) assert.ok(key.length < 100);
  });

  describe('with counts', () => {
    const ids = () => arranger.shown().map(({ id }) => id);
    let concerned: ReturnType<typeof standingsOf>;
    beforeEach(() => {
      const current = {};
      Object.assign(session, { current });
      connected.fire();
      concerned = standingsOf(current as never);
    });
    /** Sets the standings of the first projects. */
    const set = (...known: (readonly [percent: number | undefined, alarm?: 'stalled'])[]) => {
      const standings = known.map(
        ([percent, alarm], at) => [`project/${at + 1}`, { percent, alarm, words: alarm }] as const,
      );
      concerned.set(new Map(standings));
    };

    it('applies changed alarms at once, but no changed share', async () => {
      set([50], [60], [10]);
      const [, stuck] = hold(project('1'), project('2'), project('3'));
      await arranger.change({ filter: { states: ['failedOrStalled'] }, group: 'attention' });
      assert.deepEqual(ids(), []);
      let changes = 0;
      arranger.onDidChange(() => changes++);
      set([71], [60, 'stalled'], [10]);
      assert.deepEqual([ids(), changes], [['2'], 1]);
      assert.equal(arranger.groupOf(stuck!)?.value, 'stalled');
      set([72], [60, 'stalled'], [10]);
      assert.equal(changes, 1, 'another share changes nothing');
      await arranger.change({ filter: { text: 'stalled' } });
      assert.deepEqual(ids(), ['2'], 'a text is also sought in why a project needs attention');
      set([100], [60], [10]);
      assert.deepEqual(ids(), []);
    });

    it('sorts by changed shares only on sorting or a refresh', async () => {
      set([50], [20]);
      const rows = hold(project('1'), project('2'), project('3'));
      await arranger.change({ sort: 'progress' });
      assert.deepEqual(ids(), ['2', '1', '3']);
      assert.deepEqual(arranger.notices, ['2 of 3 loaded projects have counts so far.']);
      const { clock } = session;
      clock.pass(5_000);
      set([50], [60], [10]);
      assert.deepEqual(ids(), ['2', '1', '3'], 'no row moves by itself');
      await arranger.change({ sort: 'progress' });
      assert.deepEqual(ids(), ['3', '1', '2']);
      set([70], [60], [10]);
      hold(...rows);
      assert.deepEqual(ids(), ['3', '1', '2'], 'one row was read again');
      list.state = listState(rows, { asOf: 1 });
      assert.deepEqual(ids(), ['3', '2', '1'], 'the list was refreshed');
      set([70], [80], [10]);
      assert.deepEqual(ids(), ['3', '1', '2'], 'its counts arrive after the rows');
      clock.pass(5_000);
      set([70], [60], [10]);
      assert.deepEqual(ids(), ['3', '1', '2']);
    });

    it('sorts by the first known shares, and by the newest once rows are added', async () => {
      const rows = [project('1'), project('2')];
      list.state = listState(rows);
      await arranger.change({ sort: 'progress' });
      set([undefined]);
      assert.deepEqual(ids(), ['1', '2']);
      assert.deepEqual(arranger.notices, ['0 of 2 loaded projects have counts so far.']);
      set([undefined], [20]);
      assert.deepEqual(ids(), ['2', '1']);
      set([10], [90], [15]);
      list.state = listState([...rows, project('3'), project('4')]);
      assert.deepEqual(arranger.notices, ['3 of 4 loaded projects have counts so far.']);
      assert.deepEqual(ids(), ['1', '3', '2', '4']);
    });
  });

  it('counts the rows that match without sorting them while all are loaded', async () => {
    const lamp = (id: string) => project(id, { name: `Lamp ${id}` });
    const rows = hold(lamp('2'), lamp('1'));
    await arranger.change({ filter: { text: 'lamp' }, sort: 'name' });
    let sorted = 0;
    const toSorted = (order: never) => {
      sorted++;
      return [...more].sort(order);
    };
    const more = Object.assign([...rows, lamp('3')], { toSorted });
    list.state = listState(more, { work: 'all', hasMore: true });
    assert.match(arranger.coverage!, /^3 of 3/);
    assert.equal(sorted, 0);
    assert.equal(arranger.shown().length, 3);
    assert.equal(sorted, 1);
  });

  it('applies the stored arrangement of each account', async () => {
    const [, pending] = hold(project('1', { status: 'x' }), project('2', { status: 'pending' }));
    const stored = { other: { filter: { statuses: ['pending'] } } };
    await workspace.update('mintscope.arrangement', stored);
    assert.equal(arranger.isOn, false);
    let changes = 0;
    arranger.onDidChange(() => changes++);
    session.account = 'other';
    connected.fire();
    assert.deepEqual([arranger.isOn, arranger.isFiltered, changes], [true, true, 1]);
    assert.deepEqual(arranger.shown(), [pending]);
    session.account = 's';
    connected.fire();
    assert.deepEqual([arranger.isOn, arranger.isFiltered, changes], [false, false, 2]);
  });

  it('filters after a pause in typing, until the filter is closed', async () => {
    hold(...Array.from({ length: 9000 }, (_, at) => project(String(at), { name: `P ${at}` })));
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const done = askFilter(signal, list as never, arranger, clock);
    const pick = desk.pick!;
    pick.type('p 7');
    clock.pass(100);
    pick.type('p 89');
    clock.pass(100);
    assert.equal(arranger.matching, undefined);
    clock.pass(20);
    assert.equal(arranger.matching, 279);
    pick.type('p 7');
    pick.hide();
    await done;
    assert.deepEqual([arranger.isFiltered, arranger.matching], [false, undefined]);
    assert.equal(clock.pending, 0);
  });
});
