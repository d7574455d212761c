import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { mostBytesOf, waysTo, writeTo } from '../../../../src/features/export/exportFile.ts';
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

  const elsewhere = Uri.parse('memfs://store/rows.csv');

  it('writes directly to a file on this machine', async () => {
    const write = (path: string) => Promise.resolve(path);
    assert.equal(await writeTo(uriOf(Uri.file('/there/a.csv')), write, noAbort), '/there/a.csv');
    assert.equal(desk.remoteFiles.size, 0);
  });

  it('writes a remote file through a temporary folder, and deletes that afterwards', async () => {
    let folder = '';
    const write = async (path: string) => {
      folder = dirname(path);
      await writeFile(path, 'rows');
      return 7;
    };
    assert.equal(await writeTo(uriOf(elsewhere), write, noAbort), 7);
    assert.deepEqual([...desk.remoteFiles], [[elsewhere.toString(), 'rows']]);
    assert.equal(existsSync(folder), false);
  });

  it('limits the size of a remote file, which the editor loads as a whole', () => {
    assert.equal(mostBytesOf(uriOf(elsewhere)), 50_000_000);
    assert.equal(mostBytesOf(uriOf(Uri.file('/there/a.csv'))), undefined);
  });

  it('fails with the first error although the temporary folder was deleted meanwhile', async () => {
    const write = async (path: string) => {
      await rm(dirname(path), { recursive: true });
      throw new Error('No answer.');
    };
    await assert.rejects(writeTo(uriOf(elsewhere), write, noAbort), /^Error: No answer\.$/);
  });

  describe('buttons', () => {
    const folder = Uri.file('/work/lighthouse');
    const inside = Uri.file('/work/lighthouse/out/a.csv');
    const outside = Uri.file('/home/a.csv');
    const remote = Uri.parse('memfs://store/work/lighthouse/a.csv');
    const cases: readonly (readonly [string, FakeDesk['elsewhere'], Uri, string | undefined])[] = [
      ['a file on this desktop', undefined, outside, 'revealFileInOS'],
      ['a file in the folder that is open', undefined, inside, 'revealFileInOS'],
      ['a file elsewhere', undefined, remote, undefined],
      ['a browser', 'web', outside, undefined],
      ['a browser, in the folder that is open', 'web', inside, 'revealInExplorer'],
      ['another machine', 'ssh-remote', outside, undefined],
      ['another machine, in the folder that is open', 'ssh-remote', inside, 'revealInExplorer'],
    ];
    for (const [name, where, target, reveals] of cases) {
      it(`offers ${reveals ?? 'no way'} to reveal the target: ${name}`, async () => {
        desk.folder = folder;
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

    it('offers to reveal a file of a virtual workspace in the Explorer view', () => {
      desk.folder = Uri.parse('memfs://store/work');
      assert.deepEqual([...waysTo(uriOf(remote)).keys()], ['Open', 'Reveal']);
    });
  });
});
