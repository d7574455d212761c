import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { KeptFiles } from '../../../../src/disk/keptFiles.ts';
import { clearKept } from '../../../../src/disk/keptUpdate.ts';
import { eventually } from '../../../support/fakeVscode/window.ts';
import { sharedPollers } from '../../../support/pollers.ts';

describe('watching projects that are kept in a file', () => {
  const the = sharedPollers();

  it('loses no project that two windows add at once', async () => {
    const [first, second] = [the.open('a', the.files), the.open('b', the.files)];
    const ids = [1, 2, 3, 4, 5];
    await Promise.all(
      ids.flatMap((id) => [the.watch(first.poller, id), the.watch(second.poller, id + 5)]),
    );
    await first.poller.look();
    assert.equal(first.poller.watched.length, 10);
  });

  it('goes on after a restart, with the counts read last', async () => {
    const first = the.open('a', the.files);
    await the.watch(first.poller, 1);
    await the.pass(2000);
    await first.poller.dispose();
    the.asked.splice(0);
    const { poller } = the.open('b', the.files);
    await poller.look();
    assert.equal(poller.watched[0]?.last?.pending, 10);
    await the.pass(1000);
    assert.equal(the.count(), 0, 'not within 5 s of the last reading');
    await the.pass(5000);
    assert.ok(the.count() > 0);
  });

  it('adds to what other windows write what it could not write itself', async () => {
    const [first, second] = [
      the.open('a', the.files),
      the.open('b', new KeptFiles(the.folder, () => true)),
    ];
    await the.watch(first.poller, 1, 2);
    await second.poller.look();
    const write = the.files.write.bind(the.files);
    the.files.write = () => Promise.reject(new Error('ENOSPC'));
    await the.watch(first.poller, 3);
    await first.poller.change((all) => all.filter(({ name }) => name !== 'Project 2'));
    await the.watch(second.poller, 4);
    await second.poller.change((all) => all.filter(({ name }) => name !== 'Project 1'));
    const names = ({ poller }: typeof first) => poller.watched.map(({ name }) => name);
    await first.poller.look();
    assert.deepEqual(names(first), ['Project 4', 'Project 3']);
    assert.deepEqual(names(second), ['Project 2', 'Project 4']);
    the.files.write = write;
    await the.watch(first.poller, 5);
    await second.poller.look();
    assert.deepEqual(names(second), ['Project 4', 'Project 3', 'Project 5']);
    assert.deepEqual(names(first), names(second));
  });

  it('ends in all windows when the list is cleared', async () => {
    const [first, second] = [the.open('a', the.files), the.open('b', the.files)];
    await the.watch(first.poller, 1);
    await second.poller.look();
    assert.equal(second.poller.watched.length, 1);
    const kept = { folder: the.files.folder('id'), name: 'watch', path: the.watchFile(), bytes: 1 };
    await clearKept([kept], ['watch']);
    await eventually(() => first.poller.watched.length + second.poller.watched.length, 0);
    await the.pass(10_000);
    await assert.rejects(readFile(the.watchFile()), { code: 'ENOENT' });
  });

  it('goes on in memory if the disk is full, and a torn file counts for nothing', async () => {
    const { poller } = the.open('a', the.files);
    await the.watch(poller, 1);
    the.files.write = () => Promise.reject(new Error('ENOSPC'));
    await the.watch(poller, 2);
    await the.pass(6000);
    assert.equal(poller.watched.length, 2);
    assert.ok(the.asked.length >= 2);
    await writeFile(the.watchFile(), '{"format":1,"si');
    const other = the.open('b', the.files);
    await other.poller.look();
    assert.deepEqual(other.poller.watched, []);
  });

  it('leaves nothing on disk with keepRows off', async () => {
    the.desk.settings.set('mintscope.keepRows', false);
    const { poller } = the.open('a', the.files);
    await the.watch(poller, 1);
    await the.pass(1000);
    assert.equal(poller.watched.length, 1);
    await assert.rejects(readFile(the.watchFile()));
  });
});
