import assert from 'node:assert/strict';
import { chmod, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { writeWhole, writeFailureWords } from '../../../../src/features/export/file.ts';
import { noAbort } from '../../../support/client.ts';
import { withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';

describe('writing an export', () => {
  withNewDesk();
  const newFolder = temporaryFolders();
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = newFolder();
    path = join(folder, 'a.csv');
    await writeFile(path, 'mine');
  });
  /** @param between is called after the first of two texts. */
  const write = (between: () => void, signal = noAbort) => {
    const texts = async function* () {
      yield await Promise.resolve('one ');
      between();
      yield 'two';
    };
    return writeWhole(Uri.file(path) as unknown as vscode.Uri, texts(), signal);
  };

  it('writes the complete text, through a link, into a file that keeps its rights', async () => {
    const other = join(folder, 'other.csv');
    await chmod(path, 0o600);
    await rename(path, other);
    await symlink(other, path);
    await write(() => undefined);
    assert.equal(await readFile(other, 'utf8'), 'one two');
    assert.equal((await stat(other)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(folder), ['a.csv', 'other.csv']);
  });

  it('leaves the existing file as it is after a failure and after a cancel', async () => {
    const stop = new AbortController();
    const fails = () => {
      throw new Error('odd');
    };
    await assert.rejects(write(fails), /odd/);
    const cancel = () => {
      stop.abort();
    };
    await assert.rejects(write(cancel, stop.signal), { name: 'AbortError' });
    assert.equal(await readFile(path, 'utf8'), 'mine');
  });

  it('a disk that is full is named as such', () => {
    const full = new Error("Error: ENOSPC: no space left on device, write '/a/.mintscope.tmp'");
    assert.match(writeFailureWords(full, 'a.csv'), /^There is no space left for a\.csv\./);
    const other = Object.assign(new Error('long'), { code: 'NoPermissions' });
    assert.match(writeFailureWords(other, 'a.csv'), /could not be written \(NoPermissions\)/);
  });
});
