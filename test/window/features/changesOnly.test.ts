import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { arranged } from '../../support/arranged.ts';
import { eventually } from '../../support/eventually.ts';
import { lamp } from '../../support/lamps.ts';

const collection = (name: string) => ({ mintAddress: `${name}1111`, name });

describe('Show Changes Only', () => {
  const the = windows();

  /** Nine projects in two pages. A refresh finds the second failed, and a new one at the top. */
  async function start(arrangement: object = {}) {
    const projects = Array.from({ length: 9 }, (_, at) => lamp(at + 1));
    const collections = [collection('A'), collection('B')];
    const service = await the.service(projects, {}, { collections });
    const remembered = await arranged(service, arrangement);
    const window = await the.signedIn(service, { ...remembered, pageSize: 6 });
    window.collections.show();
    await eventually(() => window.projects.labels.length > 0, true);
    await eventually(() => window.collections.labels, ['A', 'B']);
    projects[1] = lamp(2, 'failed');
    projects.unshift(lamp(10));
    await window.run('projects.refresh');
    await eventually(() => window.projects.badge?.value, 2);
    const select = (label: string) => {
      window.projects.select(window.projects.row(label));
    };
    const isOn = (name = 'projects') =>
      window.desk.contexts.get(`mintscope.${name}.changesOnly`) === true;
    /** Shows only the changes, with these rows. */
    const only = async (...labels: readonly string[]) => {
      await window.run('projects.showChangesOnly');
      await eventually(() => window.projects.labels, labels);
    };
    return { window, service, projects, collections, select, isOn, only };
  }
  const CHANGES = ['Lamp 10', 'Lamp 2', 'Load more'];
  const ALL = ['Lamp 10', 'Lamp 1', 'Lamp 2', 'Lamp 3', 'Lamp 4', 'Lamp 5', 'Load more'];

  it('shows only rows with a change, also while more are loaded, until Show All Rows', async () => {
    const { window, isOn, only } = await start();
    assert.deepEqual(window.projects.labels, ALL);
    await only(...CHANGES);
    assert.equal(window.projects.message, 'Only changes are shown.');
    assert.equal(window.projects.descriptionOf('Load more'), '6 of 10 loaded');
    await eventually(isOn, true);
    await window.run('projects.loadMore');
    await eventually(() => window.projects.labels, CHANGES.slice(0, -1));
    assert.deepEqual(window.projects.selection, [], 'no row that is hidden is selected');
    await window.run('projects.showAllRows');
    await eventually(() => window.projects.labels.length, 10);
    assert.equal(window.projects.message, '');
    await eventually(isOn, false);
  });

  it('shows only changes of Collections, independent of Projects', async () => {
    const { window, collections, isOn } = await start();
    collections.push(collection('C'));
    await window.run('collections.refresh');
    await eventually(() => window.collections.badge?.value, 1);
    await window.run('collections.showChangesOnly');
    await eventually(() => window.collections.labels, ['C']);
    await eventually(() => isOn('collections'), true);
    assert.equal(isOn(), false);
    assert.deepEqual(window.projects.labels, ALL);
    await window.run('collections.showAllRows');
    await eventually(() => window.collections.labels, ['A', 'B', 'C']);
  });

  it('keeps showing viewed changes, beside new ones, until a refresh leaves no change', async () => {
    const { window, projects, select, isOn, only } = await start();
    await only(...CHANGES);
    for (const label of ['Lamp 10', 'Lamp 2', 'Lamp 10']) select(label);
    assert.equal(window.projects.badge, undefined);
    assert.deepEqual(window.projects.labels, CHANGES);
    assert.equal(window.projects.descriptionOf('Lamp 2'), 'failed · L');
    projects[4] = lamp(4, 'confirmed');
    await window.run('projects.refresh');
    await eventually(() => window.projects.labels, ['Lamp 10', 'Lamp 2', 'Lamp 4', 'Load more']);
    assert.equal(window.projects.descriptionOf('Lamp 10'), 'processing · L');
    await eventually(isOn, true);
    for (const label of ['Lamp 4', 'Lamp 10']) select(label);
    await window.run('projects.refresh');
    await eventually(() => window.projects.labels, ALL);
    await eventually(isOn, false);
  });

  it('keeps Show Changes Only on when the stats of one row are refreshed', async () => {
    const { window, service, projects, select, isOn, only } = await start();
    await only(...CHANGES);
    for (const label of ['Lamp 10', 'Lamp 2', 'Lamp 10']) select(label);
    assert.equal(window.projects.badge, undefined);
    projects[0] = lamp(10, 'confirmed');
    const before = service.requests.length;
    await window.run('refreshStats', window.projects.painted[0]!.row);
    await eventually(() => service.requests.length > before, true);
    await eventually(() => window.projects.descriptionOf('Lamp 10'), 'confirmed · L');
    assert.deepEqual(window.projects.labels, CHANGES);
    await eventually(isOn, true);
  });

  it('ends Show Changes Only on Mark All as Seen, after which there is no change to show', async () => {
    const { window, isOn, only } = await start();
    await only(...CHANGES);
    await eventually(isOn, true);
    await window.run('markAllSeen');
    await eventually(() => window.projects.labels, ALL);
    await eventually(isOn, false);
    await window.run('projects.showChangesOnly');
    assert.equal(window.desk.statusMessages.at(-1), 'No changes since you last looked.');
    assert.deepEqual(window.projects.labels, ALL);
  });

  it('ends Show Changes Only under another account', async () => {
    const { window, only } = await start();
    await only(...CHANGES);
    const { address } = await the.service([lamp(1), lamp(2)]);
    await window.signInTo({ address });
    await eventually(() => window.projects.labels, ['Lamp 1', 'Lamp 2']);
    assert.equal(window.projects.message, '');
  });

  it('combines Show Changes Only with the filter, and counts hidden changes', async () => {
    const { window, only } = await start({ filter: { statuses: ['failed'] } });
    assert.match(
      window.projects.description,
      /^1 of 6 loaded · 1 new, 1 failed \(1 hidden\) since/,
    );
    await only('Lamp 2', 'Load more');
    assert.equal(window.projects.message, 'Filter: failed. Only changes are shown.');
    await window.run('clearFilter');
    await eventually(() => window.projects.labels, CHANGES);
    assert.match(window.projects.description, /^6 of 10 · 1 new, 1 failed since/);
  });

  it('shows only changes in the order of the groups, without the groups', async () => {
    const { window, only } = await start({ group: 'status' });
    await only('Lamp 2', 'Lamp 10', 'Load more');
    await window.run('projects.nextChange');
    await window.run('projects.nextChange');
    assert.match(window.desk.statusMessages.at(-1)!, /^Lamp 10: new \(2 of 2 /);
    await window.run('projects.showAllRows');
    await eventually(() => window.projects.labels.includes('failed'), true);
  });
});
