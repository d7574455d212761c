import assert from 'node:assert/strict';
import type { Database } from '../../../../src/kept/database.ts';
import { MINUTE, pollers } from '../../../support/pollers.ts';

/** Nothing can be written until the returned function is called. */
function fill(database: Database): () => void {
  const transaction = database.transaction.bind(database);
  database.transaction = (work) =>
    transaction(() => {
      work();
      throw new Error('database or disk is full');
    });
  return () => {
    database.transaction = transaction;
  };
}

describe('Watched projects in several windows', () => {
  const the = pollers();

  it('shows a change at once while another window is writing, and keeps both changes', async () => {
    const [first, second] = [the.open('a'), the.open('b')];
    the.watch(first.watcher, 1, 2);
    await the.clock.advance(1000);
    second.data.file.all('begin immediate');
    the.watch(first.watcher, 3);
    first.watcher.change((all) => all.filter(({ name }) => name !== 'Project 2'));
    assert.deepEqual(the.names(first.watcher), ['Project 1', 'Project 3']);
    second.data.file.run('delete from watched where project = ?', 't/1');
    second.data.file.run('commit');
    the.watch(second.watcher, 4);
    assert.deepEqual(the.names(second.watcher), ['Project 2', 'Project 4']);
    await the.clock.advance(3000);
    assert.deepEqual(the.names(first.watcher), ['Project 4', 'Project 3']);
    assert.deepEqual(the.names(second.watcher), the.names(first.watcher));
  });

  it('while nothing can be stored, each window watches on and shows the news, once', async () => {
    const first = the.open('a');
    the.watch(first.watcher, 1, 2);
    await the.clock.advance(1000);
    const second = the.open('b', { focused: false });
    const makeRoom = [first, second].map(({ data }) => fill(data.file));
    the.watch(first.watcher, 3);
    assert.deepEqual(the.names(first.watcher), ['Project 1', 'Project 2', 'Project 3']);
    the.numbers.set('t/2', [10, 0, 0]);
    await the.clock.advance(3 * MINUTE);
    assert.deepEqual(the.news(), ['Project 2 done', 'Project 2 done']);
    assert.deepEqual(the.reported.map(({ window }) => window).sort(), ['a', 'b']);
    assert.deepEqual(the.names(first.watcher), ['Project 1', 'Project 3']);
    assert.deepEqual(the.names(second.watcher), ['Project 1']);
    for (const free of makeRoom) free();
    await the.clock.advance(2 * MINUTE);
    assert.deepEqual(the.names(the.open('c').watcher), ['Project 1', 'Project 3']);
    assert.equal(the.reported.length, 2);
  });

  it('moves the watch list to memory and back when mintscope.keepRows is switched, with nothing on disk', async () => {
    const { watcher, data } = the.open('a');
    the.watch(watcher, 1);
    await the.clock.advance(1000);
    the.desk.settings.set('mintscope.keepRows', false);
    await data.forgetAll();
    watcher.look();
    the.watch(watcher, 2);
    await the.clock.advance(1000);
    assert.deepEqual(the.names(watcher), ['Project 1', 'Project 2']);
    for (const table of ['account', 'watched', 'reading']) {
      assert.deepEqual(data.file.all(`select * from ${table}`), []);
    }
    the.desk.settings.set('mintscope.keepRows', true);
    watcher.look();
    assert.deepEqual(the.names(watcher), ['Project 1', 'Project 2']);
    assert.equal(data.file.all('select project from watched').length, 2);
  });

  it('a project watched in one window and seen in the other is requested once per age, with and without the focus', async () => {
    const first = the.open('a');
    the.watch(first.watcher, 1);
    await the.clock.advance(2000);
    const second = the.open('b', { focused: false });
    const requests = async (minutes: number) => {
      the.requests.splice(0);
      for (let at = 0; at < 12 * minutes; at++) {
        the.numbers.set('t/1', [at, 0, 100 - at]);
        await the.clock.advance(5000);
      }
      const times = the.requests.map(({ at }) => at);
      return times.slice(1).map((at, index) => at - times[index]!);
    };
    assert.ok(Math.min(...(await requests(5))) >= 5000);
    assert.equal(the.confirmed(second.watcher), the.confirmed(first.watcher));
    assert.deepEqual(the.requesters(), ['a']);
    first.look.focused = false;
    first.watcher.look();
    const gaps = await requests(10);
    assert.ok(gaps.length >= 7 && Math.min(...gaps) >= MINUTE, gaps.join());
    assert.equal(the.confirmed(second.watcher), the.confirmed(first.watcher));
  });

  for (const [which, focused] of [
    ['the window with the focus', true],
    ['one of two windows without the focus', false],
  ] as const)
    it(`${which} shows the news, once, although the other one has read it`, async () => {
      const first = the.open('a', { focused: false });
      the.watch(first.watcher, 1);
      await the.clock.advance(1000);
      const second = the.open('b', { focused });
      the.numbers.set('t/1', [10, 0, 0]);
      await the.read(first, 1);
      await the.clock.advance(3 * MINUTE);
      assert.deepEqual(the.news(), ['Project 1 done']);
      if (focused) assert.equal(the.reported[0]?.window, 'b');
      assert.deepEqual([...first.watcher.watched, ...second.watcher.watched], []);
    });

  it('news that a window has read before it closes is shown by another one, or after a restart', async () => {
    const first = the.open('a');
    const second = the.open('b', { focused: false });
    the.watch(first.watcher, 1, 2);
    await the.clock.advance(1000);
    the.numbers.set('t/1', [10, 0, 0]);
    await the.read(first, 1);
    await first.close();
    await the.clock.advance(10_000);
    assert.deepEqual(the.news(), ['Project 1 done']);
    the.numbers.set('t/2', [5, 0, 0, 5]);
    await the.read(second, 2);
    await second.close();
    assert.equal(the.reported.length, 1, 'it was not shown yet');
    the.open('c');
    await the.clock.advance(10_000);
    assert.deepEqual(the.news(), ['Project 1 done', 'Project 2 ended']);
  });
});
