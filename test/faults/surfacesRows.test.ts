import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { fault } from './support/matrix.ts';
import { rows, STATS, outcome } from './support/openers.ts';
import { windows } from '../support/windows.ts';

/** Unusual rows and another sign-in in the trees of a whole window. */
describe('Surfaces', () => {
  const the = windows();

  fault('one id as transferable and as non-transferable: two rows and two panels', async () => {
    const both = [true, false].map((transferable) => ({ id: 7, name: 'Twin', transferable }));
    const stats = { 't/7': { ...STATS, confirmed: 1 }, 'n/7': { ...STATS, confirmed: 2 } };
    const service = await the.service(both, stats);
    const window = await the.signedIn(service);
    await eventually(() => window.projects.sees, '2 | 2 rows');
    window.desk.settings.set('workbench.editor.enablePreview', false);
    for (const { row } of window.projects.painted) {
      window.projects.select(row);
      await window.run('projects.openRow');
    }
    const [first, second] = window.desk.panels;
    await eventually(() => first!.sees, 'Twin (7 · transferable) | 1 of 4 confirmed');
    await eventually(() => second!.sees, 'Twin (7 · non-transferable) | 2 of 4 confirmed');
    assert.deepEqual(
      window.projects.painted.map(({ item }) => item.id),
      ['project/t/7', 'project/n/7'],
    );
    return outcome(`${first!.sees}, ${second!.sees}`, service.requests.length, {
      sees: 'Twin (7 · transferable) | 1 of 4 confirmed, Twin (7 · non-transferable) | 2 of 4 confirmed',
      requests: 3,
    });
  });

  fault('5,000 rows with one name: each has an id of its own', async () => {
    const shelves = rows(5000).map((row) => ({ ...row, name: 'Shelf' }));
    const service = await the.service(shelves);
    const window = await the.signedIn(service, { pageSize: 100 });
    await eventually(() => window.projects.description, '100 of 5,000');
    await window.run('projects.loadAll');
    await eventually(() => window.projects.sees, '5,000 | 5000 rows');
    const items = window.projects.painted.map(({ item }) => item);
    assert.ok(items.every(({ label }) => label === 'Shelf'));
    assert.deepEqual(
      items.map(({ id }) => id),
      shelves.map((_, at) => `project/t/${at + 1}`),
      'each has an id of its own, in the order of the service',
    );
    // The first page is read again, to see whether it moved.
    return outcome(window.projects.sees, service.requests.length, {
      sees: '5,000 | 5000 rows',
      requests: 51,
    });
  });
});
