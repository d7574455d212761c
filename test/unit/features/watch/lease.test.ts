import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { MINUTE, pollers } from '../../../support/pollers.ts';

describe('Poller in several windows', () => {
  const the = pollers();

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

  it('takes over the polling of a killed window within a minute, at once if the clock was set back', async () => {
    const { poller, data } = the.open('a', { focused: false });
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
