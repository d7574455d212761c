import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { arranged } from '../../support/arranged.ts';
import { eventually } from '../../support/eventually.ts';

/** A project as the service lists it. Only the status of an id may differ. */
const lamp = (id: number, status = 'processing') => ({
  ...{ id, name: `Lamp ${id}`, symbol: 'L', transferable: true, status },
});

describe('changes since the user last looked', () => {
  const the = windows();

  /** Nine projects. A refresh finds the second failed, the fifth confirmed, and a tenth at the top. */
  async function start(arrangement: object = {}, pageSize = 50) {
    const projects = Array.from({ length: 9 }, (_, at) => lamp(at + 1));
    const service = await the.service(projects);
    const remembered = await arranged(service, arrangement);
    const window = await the.signedIn(service, { ...remembered, pageSize });
    const { desk, projects: tree } = window;
    await eventually(() => tree.labels.length > 0, true);
    projects[1] = lamp(2, 'failed');
    projects[4] = lamp(5, 'confirmed');
    projects.unshift(lamp(10));
    await window.run('projects.refresh');
    await eventually(() => tree.badge?.value, 3);
    const named = (row: unknown) => (row as { readonly name: string } | undefined)?.name;
    return {
      ...{ window, desk, tree, service, projects },
      /** Another refresh no longer finds the seventh. */
      loseSeventh: async () => {
        projects.splice(7, 1);
        await window.run('projects.refresh');
        await eventually(() => tree.labels.at(-1), 'Lamp 7');
      },
      select: (...labels: readonly string[]) => {
        for (const label of labels) tree.select(tree.row(label));
      },
      /** Runs the command, and returns the row that it went to. */
      go: async (command: 'nextChange' | 'previousChange') => {
        await window.run('nextChange', { list: 'projects', back: command === 'previousChange' });
        const { selection, focusedRow } = tree;
        assert.equal(named(focusedRow), named(selection[0]), 'the focus is on the selected row');
        return named(selection[0]);
      },
      said: () => desk.statusMessages,
      isOnly: () => desk.contexts.get('mintscope.projects.changesOnly') === true,
      /** Shows only the changes, with these rows. */
      only: async (...labels: readonly string[]) => {
        await window.run('showChangesOnly');
        await eventually(() => tree.labels, labels);
      },
    };
  }

  it('Next Change and Previous Change announce each change, start again at the other end, and keep the marks until all are seen', async () => {
    const { window, tree, select, go, said } = await start();
    select('Lamp 3');
    assert.equal(await go('nextChange'), 'Lamp 5');
    assert.equal(await go('nextChange'), 'Lamp 10');
    assert.equal(await go('nextChange'), 'Lamp 2');
    assert.equal(await go('previousChange'), 'Lamp 10');
    assert.equal(await go('previousChange'), 'Lamp 5');
    assert.deepEqual(said(), [
      'Lamp 5: → confirmed (was processing) (3 of 3)',
      'Lamp 10: new (1 of 3)',
      'Lamp 2: → failed (was processing) (2 of 3)',
      'Lamp 10: new (1 of 3)',
      'Lamp 5: → confirmed (was processing) (3 of 3)',
    ]);
    assert.equal(tree.badge?.value, 3);
    assert.equal(tree.descriptionOf('Lamp 10'), 'new · processing · L');
    select('Lamp 4');
    await window.run('markAllSeen');
    assert.equal(tree.badge, undefined);
    await window.run('nextChange', { list: 'projects', back: true });
    assert.equal(said().at(-1), 'No changes since you last looked.');
  });

  it('without a selection Previous Change goes to the last change; Next Change goes round, or starts from the focused row', async () => {
    const { tree, select, go, said } = await start();
    assert.equal(await go('previousChange'), 'Lamp 5');
    select('Lamp 9');
    assert.equal(await go('nextChange'), 'Lamp 10');
    assert.equal(said().at(-1), 'Lamp 10: new (1 of 3)');
    tree.moveTo(tree.row('Lamp 1'));
    assert.equal(await go('nextChange'), 'Lamp 2');
  });

  it('Previous Change goes to a gone row first; a click opens what is known of it, and it goes once all are seen', async () => {
    const { window, desk, tree, loseSeventh, select, go, said } = await start();
    await loseSeventh();
    assert.equal(tree.descriptionOf('Lamp 7'), 'gone (was processing)');
    assert.equal(await go('previousChange'), 'Lamp 7');
    assert.equal(said().at(-1), 'Lamp 7: gone (was processing) (4 of 4)');
    await window.run('projects.openRow');
    const panel = desk.panels.at(-1)!;
    assert.match(panel.title, /^Lamp 7 /);
    await eventually(() => panel.state?.facts, { name: 'Lamp 7' });
    select('Lamp 3');
    await window.run('projects.openRow');
    assert.match(desk.panels.at(-1)?.title ?? '', /^Lamp 3 /);
    assert.equal(tree.labels.at(-1), 'Lamp 7');
    await window.run('markAllSeen');
    await eventually(() => tree.labels.at(-1), 'Lamp 9');
  });

  it('the filter hides a gone row whose name does not match', async () => {
    const { window, tree, loseSeventh } = await start();
    await loseSeventh();
    await window.filter('lamp 7');
    await eventually(() => tree.labels.includes('Lamp 7'), true);
    await window.filter('lamp 8');
    await eventually(() => tree.labels, ['Lamp 8']);
  });

  it('explains why a gone row does not open if only its name is known', async () => {
    const shelves = [1, 2, 3].map((at) => ({ name: `Shelf ${at}`, mintAddress: `M${at}` }));
    const window = await the.signedIn(await the.service([], {}, { collections: shelves }));
    const { collections: tree } = window;
    tree.show();
    await eventually(() => tree.painted.length, 3);
    shelves.splice(1, 1);
    await window.run('collections.refresh');
    await eventually(() => tree.labels.at(-1), 'Shelf 2');
    tree.select(tree.painted.at(-1)!.row);
    await window.run('collections.openRow');
    const why =
      'The service no longer lists “Shelf 2”. Only its name is known, so there is nothing to open.';
    assert.equal(window.desk.shown.at(-1)?.text, why);
  });

  it('Next Change goes through the changes that the filter shows, and says if it hides all', async () => {
    const { window, desk, go } = await start({ filter: { statuses: ['confirmed', 'failed'] } });
    assert.equal(await go('nextChange'), 'Lamp 2');
    assert.equal(await go('nextChange'), 'Lamp 5');
    assert.equal(await go('nextChange'), 'Lamp 2');
    await window.filter('no such name');
    await window.run('nextChange');
    assert.equal(desk.statusMessages.at(-1), 'The filter hides all changes.');
  });

  const CHANGES = ['Lamp 10', 'Lamp 2', 'Lamp 5', 'Load more'];

  it('Show Changes Only shows the rows with a change, also while more are loaded, until it is called again or by Mark All as Seen', async () => {
    const { window, tree, isOnly, only, said } = await start({}, 6);
    await only(...CHANGES);
    assert.match(
      tree.message,
      /^1 new, 1 now failed, 1 now confirmed since .*\. Only changes are shown\.$/,
    );
    assert.equal(tree.descriptionOf('Load more'), '6 of 10 loaded');
    await eventually(isOnly, true);
    await window.run('projects.loadMore');
    await eventually(() => tree.labels, CHANGES.slice(0, -1));
    assert.deepEqual(tree.selection, [], 'no row that is hidden is selected');
    await window.run('showChangesOnly');
    await eventually(() => tree.labels.length, 10);
    assert.match(tree.message, /since \d\d:\d\d\.$/);
    await eventually(isOnly, false);
    await only(...CHANGES.slice(0, -1));
    await window.run('markAllSeen');
    await eventually(() => tree.labels.length, 10);
    await eventually(isOnly, false);
    await window.run('showChangesOnly');
    assert.equal(said().at(-1), 'No changes since you last looked.');
    assert.equal(tree.labels.length, 10);
  });
});
