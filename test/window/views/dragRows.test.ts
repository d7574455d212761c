import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { DataTransferItem } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

describe('dragged rows', () => {
  const the = windows();

  const shown = async () => {
    const rows = sentProjects(60, (id) => (id === 2 ? {} : { mintAddress: `mint${id}` }));
    rows[2]!.mintAddress = 'mint\n3\u202e';
    const { window, desk } = await the.opened(rows);
    const at = (...places: readonly number[]) =>
      places.map((place) => window.projects.painted[place]!.row);
    return { tree: window.projects, at, desk };
  };

  it('drops rows as their mint addresses, not as their decoration addresses', async () => {
    const { tree, at, desk } = await shown();
    await eventually(() => desk.dropProvider !== undefined, true);
    const data = new Map(
      [...(await tree.drag(...at(0, 3)))].map(([type, text]) => [type, new DataTransferItem(text)]),
    );
    const edit = await desk.dropProvider!.provideDocumentDropEdits({}, {}, data);
    assert.equal(edit?.insertText, 'mint1\nmint4');
    const text = new Map([['text/plain', new DataTransferItem('not of a row')]]);
    assert.equal(await desk.dropProvider!.provideDocumentDropEdits({}, {}, text), undefined);
  });

  it('drags rows as their mint addresses, one per line, and nothing if no row has one', async () => {
    const { tree, at } = await shown();
    assert.equal((await tree.drag(...at(0, 1, 50, 4))).get('text/plain'), 'mint1\nmint5');
    assert.equal(
      (await tree.drag(...at(2))).get('text/plain'),
      'mint 3',
      'a terminal would run it',
    );
    assert.deepEqual([...(await tree.drag(...at(1, 50)))], []);
  });
});
