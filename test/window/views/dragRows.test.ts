import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { DataTransferItem } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

describe('dragged rows', () => {
  const the = windows();

  it('drags rows as addresses that the editor opens, and drops them into a text as their mint addresses, one per line', async () => {
    const rows = sentProjects(60, (id) => (id === 2 ? {} : { mintAddress: `mint${id}` }));
    rows[2]!.mintAddress = 'mint\n3\u202e';
    const { window, desk } = await the.opened(rows);
    const drag = (...places: readonly number[]) =>
      window.projects.drag(...places.map((place) => window.projects.painted[place]!.row));
    // Place 1 (project 2) has no mint address, and place 50 is Load more.
    assert.equal((await drag(0, 1, 50, 4)).get('text/plain'), 'mint1\nmint5');
    assert.equal(
      (await drag(2)).get('text/plain'),
      'mint 3',
      'no line break, at which a terminal would run the line',
    );
    const opened = String((await drag(1, 50)).get('text/uri-list'));
    assert.match(opened, /^mintscope:\S+\/Projects\/t\/2\/\S+$/);
    assert.deepEqual([...(await drag(50)).keys()], []);

    await eventually(() => desk.dropProvider !== undefined, true);
    const dropped = (texts: Iterable<readonly [string, unknown]>) =>
      desk.dropProvider!.provideDocumentDropEdits(
        {},
        {},
        new Map([...texts].map(([type, text]) => [type, new DataTransferItem(text)])),
      );
    // The editor adds the URIs of rows for their decorations; they must not be dropped.
    assert.equal((await dropped(await drag(0, 3)))?.insertText, 'mint1\nmint4');
    assert.equal(await dropped([['text/plain', 'not of a row']]), undefined);
  });
});
