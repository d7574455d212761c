import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { replaceFile } from '../../../../src/features/export/file.ts';
import { noAbort } from '../../../support/client.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';

describe('replacing a file', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = newFolder();
    path = join(folder, 'a.csv');
  });
  const write = (text: Iterable<string>, signal = noAbort) =>
    replaceFile(Uri.file(path) as unknown as vscode.Uri, text, signal);

  it('moves the complete text to its path at the end, and leaves no other file', async () => {
    await writeFile(path, 'mine');
    let during: string[] = [];
    await write(
      (function* () {
        yield 'one ';
        during = readdirSync(folder);
        yield 'two';
      })(),
    );
    assert.equal(await readFile(path, 'utf8'), 'one two');
    assert.equal(during.filter((name) => /^\.mintscope-.*\.tmp$/.test(name)).length, 1);
    assert.deepEqual(await readdir(folder), ['a.csv']);
  });

  it('writes many rows in several pieces, so that other work runs between them', async () => {
    let isWriting = true;
    let turns = 0;
    const count = () => {
      turns++;
      if (isWriting) setImmediate(count);
    };
    setImmediate(count);
    const rows = Array.from({ length: 1000 }, () => `${'n'.repeat(999)}\n`);
    await write(rows);
    isWriting = false;
    assert.equal(await readFile(path, 'utf8'), rows.join(''));
    assert.ok(turns > 10, `${turns} turns`);
  });

  it('leaves the existing file and no other after a failure and after a cancel', async () => {
    await writeFile(path, 'mine');
    const stop = new AbortController();
    const failing = function* (end: () => void) {
      yield 'one';
      end();
      yield 'two';
    };
    const fails = () => {
      throw new Error('odd');
    };
    await assert.rejects(write(failing(fails)), /odd/);
    const cancel = () => {
      stop.abort();
    };
    await assert.rejects(write(failing(cancel), stop.signal), { name: 'AbortError' });
    assert.deepEqual(await readdir(folder), ['a.csv']);
    assert.equal(await readFile(path, 'utf8'), 'mine');
  });

  it('replaces the file that a link leads to, and leaves its rights', async () => {
    const real = join(folder, 'real.csv');
    await writeFile(real, 'old');
    await symlink(real, path);
    for (const mode of [0o600, 0o666]) {
      await chmod(real, mode);
      await write([`new ${mode}`]);
      assert.ok((await lstat(path)).isSymbolicLink());
      assert.equal(await readFile(real, 'utf8'), `new ${mode}`);
      if (process.platform !== 'win32') assert.equal((await stat(real)).mode & 0o777, mode);
    }
  });
});
