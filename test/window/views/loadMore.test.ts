import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

describe('Load More', () => {
  const the = windows();

  const start = async (count: number) => {
    const service = await the.service(sentProjects(count));
    const window = await the.signedIn(service, { pageSize: 10 });
    const tree = window.projects;
    await eventually(() => tree.labels.length, 11);
    const nameOf = (row: unknown) => (row as Project).name;
    const rowOf = (label: string) => tree.row(label);
    const more = async () => {
      const before = tree.labels.length;
      await window.run('projects.loadMore');
      await eventually(
        () => tree.labels.length > before || !tree.labels.includes('Load more'),
        true,
      );
    };
    return { service, window, tree, nameOf, rowOf, more };
  };

  it('moves focus and selection from Load more to the first new row, where a refresh keeps them', async () => {
    const { window, tree, nameOf, rowOf, more } = await start(25);
    tree.select(rowOf('Load more'));
    await more();
    assert.equal(nameOf(tree.focused), 'P 11');
    assert.deepEqual(tree.selection.map(nameOf), ['P 11']);
    await window.run('projects.refresh');
    await eventually(() => tree.labels.length, 21);
    assert.equal(nameOf(tree.focused), 'P 11');
    tree.select(rowOf('Load more'));
    await more();
    assert.equal(nameOf(tree.focused), 'P 21', 'also by the last page');
    assert.deepEqual(tree.revealed, [], 'the editor does it by itself');
    assert.deepEqual(tree.complaints, []);
  });

  it('shows that the user has stopped the first page', async () => {
    const { service, window } = await start(35);
    service.hold();
    window.collections.show();
    await eventually(() => service.requests.some(({ path }) => path.includes('collections')), true);
    await window.run('collections.stopLoading');
    assert.equal(window.collections.message, 'Stopped. Try again when you like.');
  });

  it('moves to the first new row of sorted rows only if Load more was selected', async () => {
    const { window, tree, nameOf, rowOf, more } = await start(35);
    await window.answer('projects.sort', 'Name');
    // Forgets the row that was revealed after sorting.
    tree.revealed.splice(0);
    await eventually(() => tree.labels.includes('Load more'), true);
    await more();
    assert.deepEqual(tree.revealed, []);
    tree.select(rowOf('Load more'));
    await more();
    assert.deepEqual(tree.revealed.map(nameOf), ['P 21']);
  });
});
