import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Database } from '../../../../src/kept/database.ts';
import { MINUTE, pollers, SIGN_IN } from '../../../support/pollers.ts';

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

  it('restores watched projects with their last counts after a restart', async () => {
    const first = the.open('a');
    the.watch(first.poller, 1);
    await the.clock.advance(2000);
    await first.close();
    const { poller } = the.open('b');
    assert.equal(poller.watched[0]?.last?.pending, 10);
    assert.equal(await the.requestsIn(1000), 0, 'not within 5 s of the last reading');
    assert.ok((await the.requestsIn(5000)) > 0);
  });

  it('shows a change at once while another window is writing, and keeps both changes', async () => {
    const [first, second] = [the.open('a'), the.open('b')];
    the.watch(first.poller, 1, 2);
    await the.clock.advance(1000);
    second.data.file.run('begin immediate');
    the.watch(first.poller, 3);
    first.poller.change((all) => all.filter(({ name }) => name !== 'Project 2'));
    assert.deepEqual(the.names(first.poller), ['Project 1', 'Project 3']);
    second.data.file.run('delete from watched where project = ?', 't/1');
    second.data.file.run('commit');
    the.watch(second.poller, 4);
    assert.deepEqual(the.names(second.poller), ['Project 2', 'Project 4']);
    await the.clock.advance(3000);
    assert.deepEqual(the.names(first.poller), ['Project 4', 'Project 3']);
    assert.deepEqual(the.names(second.poller), the.names(first.poller));
  });

  it('clears the watch list in all windows, including changes not written yet', async () => {
    const [first, second] = [the.open('a'), the.open('b')];
    the.watch(first.poller, 1);
    await the.clock.advance(1000);
    assert.deepEqual(the.names(second.poller), ['Project 1']);
    const other = the.data();
    other.file.run('begin immediate');
    the.watch(second.poller, 2);
    assert.deepEqual(the.names(second.poller), ['Project 1', 'Project 2']);
    other.file.run('commit');
    other.dispose();
    await first.data.clear('watched', [first.data.of(SIGN_IN).id!]);
    assert.deepEqual(the.names(first.poller), [], 'at once');
    await the.clock.advance(5000);
    assert.deepEqual([first.poller.watched, second.poller.watched], [[], []]);
  });

  it('watches and announces projects while the disk is full', async () => {
    const { poller, data } = the.open('a');
    the.watch(poller, 1);
    const makeRoom = fill(data.file);
    the.watch(poller, 2);
    assert.deepEqual(the.names(poller), ['Project 1', 'Project 2']);
    the.numbers.set('t/2', [10, 0, 0]);
    await the.clock.advance(2 * MINUTE);
    assert.deepEqual(the.news(), ['Project 2 done'], 'once');
    assert.equal(the.reported.length, 1);
    assert.deepEqual(the.names(poller), ['Project 1']);
    the.watch(poller, 3);
    makeRoom();
    await the.clock.advance(5000);
    assert.deepEqual(the.names(the.open('b').poller), ['Project 1', 'Project 3']);
  });

  it('moves the watch list to memory and back when mintscope.keepRows is switched, with nothing on disk', async () => {
    const { poller, data } = the.open('a');
    the.watch(poller, 1);
    await the.clock.advance(1000);
    the.desk.settings.set('mintscope.keepRows', false);
    await data.forgetAll();
    poller.look();
    the.watch(poller, 2);
    await the.clock.advance(1000);
    assert.deepEqual(the.names(poller), ['Project 1', 'Project 2']);
    for (const table of ['account', 'watched', 'reading']) {
      assert.deepEqual(data.file.all(`select * from ${table}`), []);
    }
    the.desk.settings.set('mintscope.keepRows', true);
    poller.look();
    assert.deepEqual(the.names(poller), ['Project 1', 'Project 2']);
    assert.equal(data.file.all('select project from watched').length, 2);
  });

  it('requests each watched project in one window, shows it in all, and announces it once', async () => {
    const first = the.open('a', { focused: false });
    the.watch(first.poller, 1);
    const second = the.open('b', { focused: false });
    await the.clock.advance(10_000);
    assert.deepEqual(the.requesters(), ['a']);
    assert.equal(second.poller.watched[0]?.last?.pending, 10);
    the.numbers.set('t/1', [10, 0, 0]);
    await the.clock.advance(40_000);
    assert.deepEqual(the.news(), ['Project 1 done']);
    assert.deepEqual([first.poller.watched, second.poller.watched], [[], []]);
  });

  it('hands the polling to the window with the focus at once', async () => {
    const first = the.open('a');
    the.watch(first.poller, 1);
    await the.clock.advance(6000);
    first.look.focused = false;
    const second = the.open('b');
    the.requesters();
    the.numbers.set('t/1', [1, 0, 9]);
    await the.clock.advance(20_000);
    assert.deepEqual(the.requesters(), ['b']);
    assert.deepEqual([the.confirmed(first.poller), the.confirmed(second.poller)], [1, 1]);
  });

  it('leaves the polling to another window at once when it may send no more requests', async () => {
    const [first] = [the.open('a'), the.open('b', { focused: false })];
    the.watch(first.poller, 1);
    await the.clock.advance(6000);
    Object.assign(first.look, { focused: false, mayRequest: false });
    first.poller.look();
    assert.deepEqual(the.requesters(), ['a']);
    await the.clock.advance(20_000);
    assert.deepEqual(the.requesters(), ['b']);
  });

  it('takes over the polling of a killed window within a minute, at once if the clock was set back', async () => {
    const { poller, data } = the.open('a');
    the.watch(poller, 1);
    await the.clock.advance(1000);
    const pollsElsewhere = (at: number) => {
      data.file.run('update account set poller = ?, polled_at = ?', 'killed', at);
    };
    pollsElsewhere(the.clock.now());
    assert.equal(await the.requestsIn(40_000), 0);
    assert.ok((await the.requestsIn(20_000)) > 0);
    pollsElsewhere(the.clock.now() + MINUTE);
    assert.ok((await the.requestsIn(MINUTE)) > 0);
  });

  it('polls at once in the window where the user watches a project', async () => {
    const { poller, look, data } = the.open('a', { focused: false });
    the.watch(poller, 1);
    await the.clock.advance(6000);
    data.file.run('update account set poller = ?, polled_at = ?', 'killed', the.clock.now());
    assert.equal(await the.requestsIn(20_000), 0);
    look.focused = true;
    the.watch(poller, 2);
    the.requests.splice(0);
    await the.clock.advance(0);
    assert.deepEqual(new Set(the.requests.map(({ key }) => key)), new Set(['t/1', 't/2']));
  });

  it('takes over the polling at once when the polling window closes, which sends no more requests', async () => {
    const first = the.open('a');
    the.watch(first.poller, 1);
    await the.clock.advance(1000);
    the.numbers.set('t/1', [1, 0, 9]);
    const second = the.open('b', { focused: false });
    await the.clock.advance(4000);
    assert.deepEqual(the.requesters(), ['a']);
    await first.close();
    first.poller.look();
    first.poller.hurry();
    await the.clock.advance(1000);
    assert.equal(the.confirmed(second.poller), 1, 'what the other one has read is stored');
    await the.clock.advance(6000);
    assert.deepEqual(the.requesters(), ['b']);
  });
});
