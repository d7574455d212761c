import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { ListState } from '../../../src/core/lists/listState.ts';
import { ListOpening } from '../../../src/views/tree/listOpening.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';

describe('ListOpening', () => {
  let clock: FakeClock;
  let done: string[];
  let seen: EventEmitter<{ readonly visible: boolean }>;
  let opening: ListOpening;
  beforeEach(() => {
    clock = new FakeClock();
    done = [];
    seen = new EventEmitter();
  });
  afterEach(() => {
    opening.dispose();
    assert.equal(clock.pending, 0);
  });

  const open = (rows: readonly unknown[], restored: boolean, expected = true) => {
    const state: Partial<ListState<unknown>> = { rows, restored: rows.length > 0 };
    opening = new ListOpening({
      name: 'projects',
      view: { onDidChangeVisibility: seen.event },
      list: {
        state: state as ListState<unknown>,
        open: () => Promise.resolve(void done.push('list')),
        onChange: () => () => undefined,
      },
      session: {
        clock,
        current: {},
        expected: expected ? {} : undefined,
        ready: () => Promise.resolve(void done.push('code for requests')),
      } as never,
      seenLast: { restore: () => restored },
      updateHead: () => done.push('header'),
    });
  };

  it('paints stored rows before it loads code, sends requests or writes the header', async () => {
    open(['row'], true);
    await opening.beforePaint();
    assert.deepEqual(done, []);
    await clock.advance(149);
    assert.deepEqual(done, []);
    await clock.advance(1);
    assert.deepEqual([...new Set(done)].sort(), ['code for requests', 'header', 'list']);
  });

  it('waits for the first page if no rows are stored', async () => {
    open([], false);
    await opening.beforePaint();
    assert.deepEqual([...new Set(done)], ['code for requests', 'list']);
  });

  it('loads the code for requests once the view is visible, if a sign-in is known and no rows are stored', () => {
    open([], true);
    seen.fire({ visible: true });
    opening.dispose();
    open([], false, false);
    seen.fire({ visible: true });
    opening.dispose();
    open([], false);
    seen.fire({ visible: false });
    assert.deepEqual(done, []);
    seen.fire({ visible: true });
    assert.deepEqual(done, ['code for requests']);
  });

  it('opens no list after the window has closed', async () => {
    open(['row'], true);
    await opening.beforePaint();
    opening.dispose();
    await clock.advance(1000);
    assert.deepEqual(done, []);
  });
});
