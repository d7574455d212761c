import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import {
  mostBytesOf,
  rowProgress,
  waysTo,
  writeTo,
} from '../../../../src/features/export/exportFile.ts';
import { noAbort } from '../../../support/client.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';

const uriOf = (uri: Uri) => uri as unknown as vscode.Uri;

describe('export target', () => {
  let desk: FakeDesk;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
  });

  const elsewhere = Uri.parse('memfs://store/work/lighthouse/a.csv');

  it('writes directly to a file on this machine, of any size', async () => {
    const target = uriOf(Uri.file('/there/a.csv'));
    assert.equal(await writeTo(target, (path) => Promise.resolve(path), noAbort), '/there/a.csv');
    assert.equal(mostBytesOf(target), undefined);
    assert.equal(desk.remoteFiles.size, 0);
  });

  it('writes a remote file of a limited size through a temporary folder, and deletes that', async () => {
    let folder = '';
    const write = async (path: string) => {
      folder = dirname(path);
      await writeFile(path, 'rows');
      return 7;
    };
    assert.equal(await writeTo(uriOf(elsewhere), write, noAbort), 7);
    assert.deepEqual([...desk.remoteFiles], [[elsewhere.toString(), 'rows']]);
    assert.equal(existsSync(folder), false);
    assert.equal(mostBytesOf(uriOf(elsewhere)), 50_000_000);
    const failing = async (path: string) => {
      await rm(dirname(path), { recursive: true });
      throw new Error('No answer.');
    };
    const failed = writeTo(uriOf(elsewhere), failing, noAbort);
    await assert.rejects(failed, /^Error: No answer\.$/, 'although the folder was gone');
  });

  const inside = Uri.file('/work/lighthouse/out/a.csv');
  const cases: readonly (readonly [string, FakeDesk['elsewhere'], Uri, string | undefined])[] = [
    ['a file on this desktop', undefined, Uri.file('/home/a.csv'), 'revealFileInOS'],
    ['a file elsewhere', undefined, elsewhere, undefined],
    ['a browser, in the folder that is open', 'web', inside, 'revealInExplorer'],
    ['another machine', 'ssh-remote', Uri.file('/home/a.csv'), undefined],
  ];
  for (const [name, where, target, reveals] of cases) {
    it(`offers to open an export, and ${reveals ?? 'no way'} to reveal it: ${name}`, async () => {
      desk.folder = Uri.file('/work/lighthouse');
      desk.elsewhere = where;
      const ways = waysTo(uriOf(target));
      assert.deepEqual([...ways.keys()], ['Open', ...(reveals === undefined ? [] : ['Reveal'])]);
      for (const way of ways.values()) await way();
      assert.deepEqual(desk.editorCommands, [
        ['vscode.open', target],
        ...(reveals === undefined ? [] : [[reveals, target]]),
      ]);
    });
  }
});

describe('progress of an export', () => {
  /** The reports of rows written at times in milliseconds. */
  function reportsOf(total: number | undefined, ...rows: readonly [ms: number, rows: number][]) {
    const reports: [text: string, increment: number][] = [];
    let now = 0;
    const onRows = rowProgress(
      'projects',
      (text, increment) => reports.push([text, increment]),
      () => now,
    );
    for (const [ms, written] of rows) {
      now = ms;
      onRows(written, total);
    }
    return reports;
  }

  it('reports progress at once, then at most ten times a second, also after the clock was set back', () => {
    assert.deepEqual(reportsOf(400, [86_400_000, 100], [86_400_099, 200], [0, 300], [100, 400]), [
      ['100 of 400 projects', 25],
      ['300 of 400 projects', 50],
      ['400 of 400 projects', 25],
    ]);
  });

  it('never reports more than 100 %, and no share if the total is not known', () => {
    assert.deepEqual(reportsOf(1, [0, 1], [100, 2]), [
      ['1 of 1 project', 100],
      ['2 of 1 project', 0],
    ]);
    assert.deepEqual(reportsOf(undefined, [0, 1500]), [['1,500 projects', 0]]);
  });
});
