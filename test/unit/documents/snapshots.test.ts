import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { onDisk, Snapshots } from '../../../src/documents/snapshots.ts';
import { Database } from '../../../src/kept/database.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('Snapshots on disk', () => {
  const closing = closeAfterEach();
  const makeFolder = temporaryFolders();
  const owner = { service: 'https://a.example#1', key: 't/1' };

  /** The snapshots as one window sees them. */
  const open = (folder: string) => {
    const clock = new FakeClock();
    const database = closing(new Database(folder, clock));
    return new Snapshots(database, clock.now, () => undefined);
  };

  it('snapshots of one millisecond have successive times, also across windows', async () => {
    const folder = makeFolder();
    const [one, other] = [open(folder), open(folder)];
    await one.save(owner, 'first');
    await other.save(owner, 'theirs');
    await one.save(owner, 'last');
    const all = one.list(owner).map((snapshot) => [snapshot.at, one.read(owner, snapshot)]);
    assert.deepEqual(all, [
      [2, 'last'],
      [1, 'theirs'],
      [0, 'first'],
    ]);
  });

  it('snapshots are of one project and one account', async () => {
    const snapshots = open(makeFolder());
    await snapshots.save(owner, 'one');
    for (const other of [
      { ...owner, key: 't/2' },
      { ...owner, service: 'https://a.example#2' },
    ]) {
      assert.deepEqual(snapshots.list(other), []);
      assert.equal(snapshots.read(other, { at: 0 }), undefined);
    }
    assert.equal(snapshots.read(owner, { at: NaN }), undefined);
  });

  it('a snapshot that would be lost when the window closes is not saved', async () => {
    // A file in place of the folder, so that no database can be created.
    const folder = join(makeFolder(), 'storage');
    await writeFile(folder, '');
    const snapshots = open(folder);
    await assert.rejects(
      onDisk('saved', () => snapshots.save(owner, 'lost')),
      /^Error: The snapshot could not be saved \(E[A-Z]+: /,
    );
    assert.equal(snapshots.count(), 0);
    const listed = onDisk('listed', () => Promise.reject(new Error('odd')));
    await assert.rejects(listed, /^Error: The snapshots could not be listed \(odd\)\./);
  });
});
