import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { ServiceError } from '../../../../src/core/model/serviceError.ts';
import { errorCode, whileInUse } from '../../../../src/features/export/fileInUse.ts';
import { writeRows } from '../../../../src/features/export/writeRows.ts';
import { type FileRow, ndjsonWriter } from '../../../../src/features/export/writers.ts';
import { noAbort } from '../../../support/client.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';

const no = () => undefined;

type Batch = readonly FileRow[];

const batch = (...ids: number[]): Batch => ids.map((id) => ({ source: { id } }));

async function* batches(...all: (Batch | (() => void))[]): AsyncGenerator<Batch, void> {
  for (const one of all) {
    await Promise.resolve();
    if (typeof one === 'function') one();
    else yield one;
  }
}

describe('writeRows', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  let path: string;
  const inFolder = () => readdir(folder);
  const write = (rows: AsyncIterable<Batch>, signal = noAbort, to = path) =>
    writeRows(rows, ndjsonWriter(), to, () => undefined, signal);
  const fails = () => {
    throw new ServiceError({ kind: 'http', status: 503 });
  };

  beforeEach(() => {
    folder = newFolder();
    path = join(folder, 'projects.ndjson');
  });

  it('moves the complete export to its path at the end, and leaves no other file', async () => {
    const seen: number[] = [];
    let during: string[] = [];
    const rows = batches(batch(1, 2), batch(3), () => {
      during = readdirSync(folder);
    });
    const outcome = await writeRows(rows, ndjsonWriter(), path, (n) => seen.push(n), noAbort);
    assert.equal(await readFile(path, 'utf8'), '{"id":1}\n{"id":2}\n{"id":3}\n');
    assert.deepEqual([outcome, seen], [3, [2, 3]]);
    assert.equal(during.length, 1);
    assert.match(during[0] ?? '', /^\.mintscope-.*\.tmp$/, 'hidden, beside the target');
    assert.deepEqual(await inFolder(), ['projects.ndjson']);
  });

  it('leaves the existing file and no other when a page of the export fails', async () => {
    await writeFile(path, 'mine');
    await assert.rejects(write(batches(batch(1), fails)), ServiceError);
    assert.deepEqual(await inFolder(), ['projects.ndjson']);
    assert.equal(await readFile(path, 'utf8'), 'mine');
  });

  it('deletes the unfinished export as soon as it is canceled', async () => {
    const stop = new AbortController();
    let left: string[] | undefined;
    const rows = batches(batch(1), () => {
      stop.abort();
      left = readdirSync(folder);
    });
    // The reason of the cancel is reported, not the missing file.
    await assert.rejects(write(rows, stop.signal), (error) => error === stop.signal.reason);
    assert.deepEqual([left, await inFolder()], [[], []]);
    await assert.rejects(write(batches(batch(1)), stop.signal), 'canceled before its start');
    assert.deepEqual(await inFolder(), []);
  });

  it('replaces an existing file through a link, and preserves its mode, which the umask would change', async () => {
    const real = join(folder, 'real.ndjson');
    await writeFile(real, 'old');
    await symlink(real, path);
    await chmod(real, 0o664);
    const before = process.umask(0o022);
    try {
      await write(batches(batch(7)));
    } finally {
      process.umask(before);
    }
    assert.ok((await lstat(path)).isSymbolicLink());
    assert.equal(await readFile(real, 'utf8'), '{"id":7}\n');
    if (process.platform !== 'win32') assert.equal((await stat(real)).mode & 0o777, 0o664);
  });

  it('writes the export to the target of links, even if it does not exist yet', async () => {
    await mkdir(join(folder, 'there'));
    await symlink('there', join(folder, 'way'));
    await symlink('../second', join(folder, 'there', 'first'));
    await symlink(join('there', 'real.ndjson'), join(folder, 'second'));
    await write(batches(batch(1)), noAbort, join(folder, 'way', 'first'));
    const text = await readFile(join(folder, 'there', 'real.ndjson'), 'utf8');
    assert.equal(text, '{"id":1}\n');
    assert.deepEqual((await readdir(join(folder, 'there'))).toSorted(), ['first', 'real.ndjson']);
  });

  it('writes no export file if its link leads to a missing folder', async () => {
    await symlink(join('gone', 'a.ndjson'), path);
    await assert.rejects(write(batches(batch(1))), { code: 'ENOENT' });
    assert.ok((await lstat(path)).isSymbolicLink());
    assert.deepEqual(await inFolder(), ['projects.ndjson']);
  });

  it('stops before an export exceeds its size limit, and leaves no file', async () => {
    const upTo = (most: number) =>
      writeRows(batches(batch(1), batch(2)), ndjsonWriter(), path, no, noAbort, most);
    await assert.rejects(upTo(17), { code: 'EFBIG' });
    assert.deepEqual(await inFolder(), []);
    await upTo(18);
    assert.equal((await stat(path)).size, 18);
  });

  it('rejects with the file system error if the path is a folder', async () => {
    const taken = join(folder, 'taken');
    await mkdir(taken);
    await assert.rejects(write(batches(batch(1)), noAbort, taken), (error) => {
      return ['EISDIR', 'EPERM', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '');
    });
    assert.deepEqual(await inFolder(), ['taken']);
  });

  it('gives no code for what is not a file system error', () => {
    for (const error of [undefined, { code: 'ENOSPC' }, new Error('full')]) {
      assert.equal(errorCode(error), undefined);
    }
    assert.equal(errorCode(Object.assign(new Error('full'), { code: 28 })), undefined);
  });
});

describe('whileInUse', () => {
  /** How a write that fails the first `times` times ends, and how often it was tried. */
  async function tries(times: number, code: string, onWindows?: boolean) {
    let count = 0;
    const act = async () => {
      await Promise.resolve();
      if (++count <= times) throw Object.assign(new Error(code), { code });
      return 'done';
    };
    const end = await whileInUse(act, onWindows).catch(errorCode);
    return [end, count];
  }

  it('replaces a file in use on Windows once it is closed, or fails with the reason', async () => {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      assert.deepEqual(await tries(2, code, true), ['done', 3]);
    }
    assert.deepEqual(await tries(Infinity, 'EPERM', true), ['EPERM', 8]);
  });

  it('does not repeat other failed writes, nor EPERM outside Windows', async () => {
    assert.deepEqual(await tries(1, 'EPERM', false), ['EPERM', 1]);
    assert.deepEqual(await tries(1, 'ENOSPC', true), ['ENOSPC', 1]);
    const here = process.platform === 'win32' ? ['done', 2] : ['EPERM', 1];
    assert.deepEqual(await tries(1, 'EPERM'), here);
  });
});
