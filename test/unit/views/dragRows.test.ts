import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../faults/support/windows.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

describe('rows that are dragged', () => {
  const the = windows();

  const shown = async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      id: at + 1,
      transferable: true,
      ...(at !== 1 && { mintAddress: `mint${at + 1}` }),
    }));
    rows[2]!.mintAddress = 'mint\n3\u202e';
    const window = await the.signedIn(await the.service(rows));
    await eventually(() => window.projects.painted.length, 51);
    const at = (...places: readonly number[]) =>
      places.map((place) => window.projects.painted[place]!.row);
    return { tree: window.projects, at };
  };

  it('become their mint addresses, a line each', async () => {
    const { tree, at } = await shown();
    const dropped = tree.drag(...at(0, 3));
    assert.deepEqual([...dropped], [['text/plain', 'mint1\nmint4']]);
  });

  it('leave out rows without a mint address, and Load more', async () => {
    const { tree, at } = await shown();
    assert.equal(tree.drag(...at(0, 1, 50, 4)).get('text/plain'), 'mint1\nmint5');
  });

  it('contain no line break that a terminal would run', async () => {
    const { tree, at } = await shown();
    assert.equal(tree.drag(...at(2)).get('text/plain'), 'mint 3');
  });

  it('become nothing if none has a mint address', async () => {
    const { tree, at } = await shown();
    assert.deepEqual([...tree.drag(...at(1, 50))], []);
  });
});
