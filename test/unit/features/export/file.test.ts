import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { replaceFile, writeFailureWords } from '../../../../src/features/export/file.ts';
import { noAbort } from '../../../support/client.ts';
import { desk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';

describe('replacing a file', () => {
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
    return replaceFile(Uri.file(path) as unknown as vscode.Uri, texts(), signal);
  };

  it('moves the complete text to its path at the end, and leaves no other file', async () => {
    let during: string[] = [];
    desk.disk = (operation) => {
      if (operation === 'rename') during = readdirSync(folder);
    };
    await write(() => undefined);
    assert.equal(await readFile(path, 'utf8'), 'one two');
    assert.equal(during.filter((name) => /^\.mintscope-.*\.tmp$/.test(name)).length, 1);
    assert.deepEqual(await readdir(folder), ['a.csv']);
  });

  it('leaves the existing file and no other after a failure and after a cancel', async () => {
    const stop = new AbortController();
    const fails = () => {
      throw new Error('odd');
    };
    await assert.rejects(write(fails), /odd/);
    const cancel = () => {
      stop.abort();
    };
    await assert.rejects(write(cancel, stop.signal), { name: 'AbortError' });
    desk.disk = (operation) => {
      if (operation === 'rename') fails();
    };
    await assert.rejects(
      write(() => undefined),
      /odd/,
    );
    assert.deepEqual(await readdir(folder), ['a.csv']);
    assert.equal(await readFile(path, 'utf8'), 'mine');
  });

  it('a disk that is full is named as such', () => {
    const full = new Error("Error: ENOSPC: no space left on device, write '/a/.mintscope.tmp'");
    assert.match(writeFailureWords(full, 'a.csv'), /^There is no space left for a\.csv\./);
    const other = Object.assign(new Error('long'), { code: 'NoPermissions' });
    assert.match(writeFailureWords(other, 'a.csv'), /could not be written \(NoPermissions\)/);
  });
});
