import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { eventually } from '../../../support/fakeVscode/window.ts';
import { MINUTE, sharedPollers } from '../../../support/pollers.ts';

describe('watching projects in several windows', () => {
  const the = sharedPollers();

  it('is done by one of them, shown by all, and told once', async () => {
    const first = the.open('a', the.files);
    await the.watch(first.poller, 1);
    first.look.focused = false;
    const second = the.open('b', the.files);
    second.look.focused = false;
    await the.pass(10_000);
    assert.deepEqual(new Set(the.asked.map(({ window }) => window)), new Set(['a']));
    await eventually(() => second.poller.watched[0]?.last?.pending, 10);
    the.numbers.set('t/1', [10, 0, 0]);
    await the.pass(40_000);
    await eventually(the.news, ['Project 1 done']);
    assert.deepEqual([first.poller.watched, second.poller.watched], [[], []]);
  });

  it('goes on in the window with the focus, at once', async () => {
    const first = the.open('a', the.files);
    await the.watch(first.poller, 1);
    await the.pass(6000);
    Object.assign(first.look, { focused: false, mayAsk: false });
    await first.poller.look();
    const second = the.open('b', the.files);
    await the.pass(20_000);
    the.asked.splice(0);
    the.numbers.set('t/1', [1, 0, 9]);
    await the.pass(20_000);
    assert.deepEqual(new Set(the.asked.map(({ window }) => window)), new Set(['b']));
    await eventually(() => first.poller.watched[0]?.last?.confirmed, 1);
    assert.equal(second.poller.watched[0]?.last?.confirmed, 1);
  });

  it('goes on within a minute if the window that asked has crashed', async () => {
    const crashed = { window: 'x', at: the.clock.now() };
    const { poller, look } = the.open('a', the.files);
    look.focused = false;
    await the.watch(poller, 1);
    const text = await readFile(the.watchFile(), 'utf8');
    await writeFile(
      the.watchFile(),
      text.replace(/"lease":\{.*?\}/, `"lease":${JSON.stringify(crashed)}`),
    );
    await poller.look();
    the.asked.splice(0);
    await the.pass(30_000);
    assert.equal(the.count(), 0);
    await the.pass(30_000);
    assert.ok(the.count() > 0);
  });

  it('begins at once where a person watches a project, though another window holds the lease', async () => {
    const { poller, look } = the.open('a', the.files);
    look.focused = false;
    await the.watch(poller, 1);
    const text = await readFile(the.watchFile(), 'utf8');
    const held = text.replace('"window":"a"', '"window":"killed"');
    assert.notEqual(held, text);
    await writeFile(the.watchFile(), held);
    await poller.look();
    the.asked.splice(0);
    look.focused = true;
    await the.watch(poller, 2);
    await the.pass(500);
    assert.deepEqual(new Set(the.asked.map(({ key }) => key)), new Set(['t/1', 't/2']));
  });

  it('goes on at once in another window when the one that asked is closed', async () => {
    const first = the.open('a', the.files);
    await the.watch(first.poller, 1);
    await the.pass(1000);
    the.numbers.set('t/1', [1, 0, 9]);
    const second = the.open('b', the.files);
    second.look.focused = false;
    await the.pass(4000);
    // It has read this and not written it yet.
    assert.equal(the.asked.at(-1)?.window, 'a');
    assert.equal(the.confirmed(second.poller), 0);
    await first.close();
    await second.poller.look();
    assert.equal(the.confirmed(second.poller), 1);
    the.asked.splice(0);
    await the.pass(6000);
    assert.deepEqual(new Set(the.asked.map(({ window }) => window)), new Set(['b']));
  });

  it('reads and writes nothing more once its window is closed, also if a look was under way', async () => {
    const { poller, close } = the.open('a', the.files);
    await the.watch(poller, 1);
    await poller.look();
    const [read, held] = [the.files.read.bind(the.files), Promise.withResolvers<undefined>()];
    let reads = 0;
    the.files.read = async (...args) => {
      reads++;
      await held.promise;
      return read(...args);
    };
    const looking = poller.look();
    const closed = close();
    held.resolve(undefined);
    await closed;
    const before = reads;
    await looking;
    assert.equal(reads, before);
    assert.ok(!(await readFile(the.watchFile(), 'utf8')).includes('lease'));
  });

  it('gives back a lease that was being taken when its window was closed', async () => {
    const first = the.open('a', the.files);
    await the.watch(first.poller, 1);
    await first.close();
    const write = the.files.write.bind(the.files);
    const [begun, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let underWay = 0;
    the.files.write = async (...args) => {
      underWay++;
      begun.resolve(undefined);
      await held.promise;
      await write(...args);
      underWay--;
    };
    const second = the.open('b', the.files);
    await begun.promise;
    const closed = second.close();
    held.resolve(undefined);
    await closed;
    assert.equal(underWay, 0);
    const text = await readFile(the.watchFile(), 'utf8');
    assert.ok(text.includes('Project 1') && !text.includes('lease'), text);
  });

  it('waits in all windows as long as the service has asked one of them to', async () => {
    const first = the.open('a', the.files);
    the.failure = { kind: 'rateLimited', retryAfterMs: 3 * MINUTE };
    await the.watch(first.poller, 1, 2);
    await the.pass(250);
    assert.equal(the.count(), 1);
    await first.close();
    the.failure = undefined;
    the.open('b', the.files);
    await the.pass(3 * MINUTE - 1000);
    assert.equal(the.count(), 1);
    await the.pass(2000);
    assert.equal(the.count(), 3);
  });
});
