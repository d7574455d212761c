import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Tree } from '../../../src/views/tree/tree.ts';
import { serviceItem } from '../../../src/views/tree/treeItems.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { project } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';

interface Row {
  readonly key: string;
}

/** A tree whose rows the test requests, as the editor would. */
describe('Tree', () => {
  let clock: FakeClock;
  let view: { visible: boolean; selection: readonly Row[]; reveal: () => Promise<void> };
  let fired: number;
  let count: number;
  let prepared: Promise<void>;
  let tree: Tree<Row>;

  withNewDesk();
  beforeEach(() => {
    clock = new FakeClock(1e12);
    tree = new Tree<Row>(
      'mintscope.projects',
      {
        childrenOf: () => Array<Row>(count).fill({ key: '' }),
        parentOf: () => undefined,
        itemOf: ({ key }) => Object.assign(new vscode.TreeItem(''), { id: key }),
        knownOf: () => ({}),
        serviceItem,
        tooltipOf: () => new vscode.MarkdownString(''),
      },
      clock,
    );
    tree.items.prepare = () => prepared;
    const fake = desk.trees.get('mintscope.projects')!;
    // It would request the rows by itself.
    fake.dispose();
    Object.defineProperty(fake, 'selection', { value: [], writable: true });
    view = Object.assign(fake as never, { visible: true, reveal: () => Promise.resolve() });
    fired = 0;
    tree.onDidChangeTreeData(() => fired++);
  });
  afterEach(() => {
    tree.dispose();
    assert.equal(clock.pending, 0);
  });

  /** The editor requests rows. @returns a function that lets it have them. */
  const request = (rows = 0) => {
    const ready = Promise.withResolvers<undefined>();
    count = rows;
    prepared = ready.promise;
    const returned = tree.getChildren();
    return async () => {
      ready.resolve(undefined);
      await returned;
      await turn();
    };
  };
  const painted = async (ms = 0, rows = 0) => {
    const finish = request(rows);
    clock.pass(ms);
    await finish();
  };
  /** How often a paint was begun meanwhile. */
  const firedWithin = (ms: number) => {
    const before = fired;
    clock.pass(ms);
    return fired - before;
  };
  const hover = () => tree.resolveTreeItem(new vscode.TreeItem(''), project('1'));

  it('counts that arrive again and again are painted together, and at most once in two seconds', async () => {
    await painted();
    tree.paintLater();
    tree.paintLater();
    assert.equal(firedWithin(99), 0);
    assert.equal(firedWithin(1), 1, 'the first ones soon');
    tree.paintLater();
    assert.equal(firedWithin(60_000), 0, 'a paint is under way');
    await painted();
    assert.equal(firedWithin(60_000), 0, 'that paint has shown them');
    tree.paintLater();
    assert.equal(firedWithin(100), 1);
    await painted();
    tree.paintLater();
    assert.equal(firedWithin(1_999), 0);
    assert.equal(firedWithin(1), 1);
  });

  it('a tree that takes long to paint is painted a twentieth of the time at most', async () => {
    await painted(500);
    tree.paintLater();
    assert.equal(firedWithin(9_999), 0);
    assert.equal(firedWithin(1), 1);
    await painted(0, 10_000);
    tree.paintLater();
    assert.equal(firedWithin(6_999), 0, 'the editor takes a third of a second for so many rows');
    assert.equal(firedWithin(1), 1);
  });

  it('a tooltip stays open for 20 s, and shows the newest counts when it is opened again', async () => {
    await painted();
    await hover();
    tree.paintLater();
    assert.equal(firedWithin(15_000), 0);
    await hover();
    tree.paintSoon();
    assert.equal(firedWithin(19_999), 0);
    assert.equal(firedWithin(1), 1);
    await painted();
    assert.equal(firedWithin(60_000), 0, 'no tooltip was requested since');
    await hover();
    assert.equal(firedWithin(20_000), 1, 'the editor keeps a tooltip until a paint');
  });

  it('a click closes the tooltip, and the paint waits only until a double click is over', async () => {
    await painted();
    await hover();
    clock.pass(3_000);
    tree.userActed();
    assert.equal(firedWithin(499), 0);
    assert.equal(firedWithin(1), 1);
    await painted();
    await hover();
    tree.userActed();
    const before = fired;
    tree.paintSoon();
    assert.equal(fired, before + 1, 'rows that the user has requested do not wait');
  });

  it('a hidden tree is painted when it is shown', async () => {
    await painted();
    view.visible = false;
    tree.paintLater();
    assert.equal(firedWithin(60_000), 0);
    view.visible = true;
    tree.paintLater(() => undefined);
    assert.equal(firedWithin(100), 1);
  });

  it('a reveal that the editor dropped is repeated after the next paint, or after half a second, until the row is selected', async () => {
    const wanted = [{ key: 'a' }];
    const editor: (() => Promise<void>)[] = [
      // The view is reported as visible, but the editor has not drawn it yet.
      () => Promise.resolve(),
      async () => {
        tree.paintNow();
        await painted();
      },
      () => Promise.reject(new Error('The row is not drawn yet.')),
      () => {
        view.selection = wanted;
        return Promise.resolve();
      },
    ];
    let reveals = 0;
    view.reveal = () => editor[reveals++]!();
    const done = tree.reveal(wanted[0]!, { select: true, focus: true });
    await turn();
    assert.equal(reveals, 1);
    await painted();
    await turn();
    assert.equal(reveals, 2);
    clock.pass(499);
    await turn();
    assert.equal(reveals, 2);
    clock.pass(1);
    await turn();
    assert.equal(reveals, 3);
    clock.pass(500);
    await done;
    assert.equal(reveals, 4);
  });

  it('a reveal is not repeated once the user has selected another row', async () => {
    let reveals = 0;
    view.reveal = () => {
      reveals++;
      view.selection = [{ key: 'b' }];
      return Promise.resolve();
    };
    const done = tree.reveal({ key: 'a' }, { select: true, focus: true });
    await turn();
    clock.pass(500);
    await done;
    assert.equal(reveals, 1);
  });

  it('a row that never appears fails with the message of the editor', async () => {
    view.reveal = () => Promise.reject(new Error('No such row.'));
    const done = assert.rejects(tree.reveal({ key: 'a' }, { select: true, focus: true }), {
      message: 'No such row.',
    });
    for (let tries = 0; tries < 10; tries++) {
      await turn();
      clock.pass(500);
    }
    await done;
  });

  it('no paint in the background disturbs a reveal, and a reveal waits for the paint under way', async () => {
    tree.paintNow();
    const reveal = Promise.withResolvers<undefined>();
    let revealed = false;
    view.reveal = () => {
      revealed = true;
      return reveal.promise;
    };
    const done = tree.reveal({ key: 'a' }, { select: false, focus: true });
    await turn();
    assert.equal(revealed, false);
    await painted();
    assert.equal(revealed, true);
    tree.paintLater();
    assert.equal(firedWithin(60_000), 0);
    reveal.resolve(undefined);
    await done;
    assert.equal(firedWithin(100), 1);
  });

  it('a click during a paint waits for the rows of the last request, and for two seconds at most', async () => {
    const ends: unknown[] = [];
    const click = () =>
      void tree.clickedRow().then((row) => ends.push((row as Row | undefined)?.key));
    tree.paintNow();
    click();
    click();
    view.selection = [{ key: 'a' }];
    await turn();
    assert.deepEqual(ends, [], 'the paint has not begun');
    const first = request();
    tree.paintNow();
    await first();
    assert.deepEqual(ends, [], 'another paint follows');
    const [one, other] = [request(), request()];
    await one();
    assert.deepEqual(ends, [], 'two requests are under way');
    await other();
    assert.deepEqual(ends, ['a', 'a']);
    view.selection = [];
    click();
    await clock.advance(1_999);
    assert.equal(ends.length, 2);
    await clock.advance(1);
    assert.deepEqual(ends.slice(2), [undefined]);
  });
});
