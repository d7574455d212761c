import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Project } from '../../../src/core/model/model.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import type { StoredList } from '../../../src/core/lists/listState.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { ListView } from '../../../src/views/tree/listView.ts';
import { rowTooltip } from '../../../src/views/tooltips.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import type { FakeTree } from '../../support/fakeVscode/tree.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { turns } from '../../support/turn.ts';
import { honestPage } from '../../support/pages.ts';
import { listState, project } from '../../support/projects.ts';

/** A view alone: the test ends the requests of its list, and advances the clock. */
describe('ListView', () => {
  let tree: FakeTree;
  let service: HeldReads;
  let list: PagedList<Project>;
  let view: ListView;
  let all: Project[];
  let stored: StoredList<Project> | undefined;
  let session: { current: object | undefined; retryAt?: number };
  let connected: EventEmitter<{ readonly sameAccount: boolean; readonly sameService: boolean }>;
  let changedStatus: EventEmitter<void>;
  let rearranged: EventEmitter<boolean>;

  withNewDesk();
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
    all = Array.from({ length: 65 }, (_, at) => project(`${at + 1}`, { name: `Lamp ${at + 1}` }));
    service = new HeldReads((request) => honestPage(all, request));
    list = new PagedList<Project>(service.read as never, { limit: () => 30, now: Date.now });
    connected = new EventEmitter();
    changedStatus = new EventEmitter<void>();
    rearranged = new EventEmitter<boolean>();
    session = { current: { ended: {} } };
    stored = undefined;
    const restore = () => {
      if (stored) list.restore(stored);
      return list.state.restored;
    };
    const arranger = { isOn: false, onDidChange: rearranged.event };
    view = new ListView(
      'projects',
      list,
      Object.assign(session, {
        ...{ clock: systemClock, host: 'api.example.com', ready: () => Promise.resolve() },
        onDidChange: connected.event,
        onDidChangeStatus: changedStatus.event,
      }) as never,
      { restore },
      () => Promise.resolve({ rowTooltip }),
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
  /** The first rows as they were stored at another time. */
  const storedRows = (count: number): StoredList<Project> => ({
    ...{ rows: all.slice(0, count), asOf: 1, limit: count, covered: count, total: all.length },
    ...{ ended: false, unreadable: 0, drifted: false },
  });
  /** A view with its first page in sight. */
  const opened = async () => {
    tree.show();
    await turns(5);
    await answer();
    assert.equal(tree.labels.length, 31);
  };

  it('requests the first page when the view becomes visible, and paints it once', async () => {
    await turns(5);
    assert.equal(service.requests.length, 0);
    await opened();
    assert.deepEqual([service.pages, tree.shown], [['1/30'], [0, 31]]);
  });

  it('retries what the list was doing when it failed', async () => {
    const done: string[] = [];
    const does = (what: string) => () => {
      done.push(what);
      return Promise.resolve();
    };
    Object.assign(list, { loadMore: does('more'), loadAll: does('all'), refresh: does('refresh') });
    let state = listState<Project>([]);
    Object.defineProperty(list, 'state', { get: () => state });
    const failing = (during: 'first' | 'more' | 'all', failure: Failure, work?: 'more') => {
      state = listState([], { failure: { during, failure, at: 0 }, work });
      return [view.failed, view.busy];
    };
    const down = { kind: 'http', status: 503 } as const;
    for (const during of ['first', 'more', 'all'] as const) {
      assert.deepEqual(failing(during, down), [true, false]);
      await view.retry();
    }
    assert.deepEqual(done, ['refresh', 'more', 'all']);
    assert.deepEqual(failing('first', down, 'more'), [true, true]);
    assert.deepEqual(failing('first', { kind: 'auth', status: 401 }), [false, false]);
  });

  it('opens the row that was clicked, also a gone one, or during a paint', async () => {
    await opened();
    all.splice(1, 1);
    await refreshed();
    const gone = tree.row('Lamp 2');
    tree.select(gone);
    assert.equal(await view.clickedRow(), gone);
    view.tree.paintNow();
    tree.select(all[3]!);
    const clicked = view.clickedRow();
    await refreshed();
    assert.equal((await clicked)?.kind, 'project');
    assert.equal(await clicked, list.rowOf(all[3]!.key));
  });

  it('keeps the selection during a paint, and takes the rows that were clicked meanwhile', async () => {
    await opened();
    const [first, second] = all;
    tree.select(first, second);
    const { turn } = view.tree;
    view.tree.paintNow();
    assert.deepEqual([tree.selection, view.selection], [[], [first, second]]);
    tree.select(second);
    await turns(5);
    assert.deepEqual(view.selection, [second]);
    assert.ok(view.tree.turn > turn);
  });

  it('has no selected rows of the account before while the view is hidden', async () => {
    await opened();
    tree.select(all[0]!);
    tree.hide();
    connected.fire({ sameAccount: false, sameService: false });
    assert.deepEqual(view.selection, []);
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
    mock.timers.tick(250);
    await turns(5);
    assert.equal(tree.descriptionOf('Loading all…'), '30 of 65');
    await answer();
    const before = tree.paints;
    await answer();
    assert.equal(tree.paints, before, 'not for each page');
    while (service.waiting.length > 0) await answer();
    assert.equal(tree.labels.length, 65);
  });

  it('is not painted again before it has a row, which would delay the first ones', async () => {
    tree.show();
    await turns(5);
    const before = tree.paints;
    connected.fire({ sameAccount: true, sameService: true });
    await turns(5);
    assert.deepEqual([tree.labels, tree.paints], [[], before]);
    await answer();
    assert.ok(tree.paints > before && tree.labels.length > 0);
  });

  it('paints stored rows before it sends a request', async () => {
    stored = storedRows(30);
    tree.show();
    await turns(5);
    assert.deepEqual([tree.labels.length, service.requests.length], [31, 0]);
    mock.timers.tick(150);
    await turns(5);
    assert.equal(service.requests.length, 1);
    await answer();
  });

  it('opens at its top for another account, although the rows may be stored ones', async () => {
    await opened();
    tree.shown.splice(0);
    session.current = {};
    list.reset();
    list.restore(storedRows(20));
    connected.fire({ sameAccount: false, sameService: false });
    await turns(5);
    // Only an empty tree forgets where it was scrolled to.
    assert.deepEqual(tree.shown, [0, 21]);
  });
});
