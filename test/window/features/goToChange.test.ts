import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { arranged } from '../../support/arranged.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { lamp } from '../../support/lamps.ts';

describe('Next Change and Previous Change', () => {
  const the = windows();

  /** Nine projects. A refresh finds the second one failed, the fifth confirmed, and a tenth. */
  async function start(arrangement: object = {}) {
    const projects = Array.from({ length: 9 }, (_, at) => lamp(at + 1));
    const service = await the.service(projects);
    const window = await the.signedIn(service, await arranged(service, arrangement));
    await eventually(() => window.projects.painted.length > 0, true);
    projects[1] = lamp(2, 'failed');
    projects[4] = lamp(5, 'confirmed');
    projects.push(lamp(10));
    await window.run('projects.refresh');
    await eventually(() => window.projects.badge?.value, 3);
    const named = (row: unknown) => (row as { readonly name: string } | undefined)?.name;
    return {
      window,
      /** Another refresh no longer finds the seventh. */
      loseSeventh: async () => {
        projects.splice(6, 1);
        await window.run('projects.refresh');
        await eventually(() => window.projects.labels.at(-1), 'Lamp 7');
      },
      select: (label: string) => {
        window.projects.select(window.projects.row(label));
      },
      /** Runs the command, and returns the row that it went to. */
      go: async (command: 'nextChange' | 'previousChange', row?: unknown) => {
        await window.run(`projects.${command}`, row);
        const { selection, focusedRow } = window.projects;
        assert.equal(named(focusedRow), named(selection[0]), 'the focus is on the selected row');
        return named(selection[0]);
      },
    };
  }

  /** The messages of the status bar, without the time of the rows before the refresh. */
  const said = ({ desk }: FakeWindow) =>
    desk.statusMessages.map((text) => text.replace(/ since \d\d:\d\d\)$/, ' since then)'));
  const says = {
    'Lamp 2': 'Lamp 2: → failed (was processing) (1 of 3 since then)',
    'Lamp 5': 'Lamp 5: → confirmed (was processing) (2 of 3 since then)',
    'Lamp 10': 'Lamp 10: new (3 of 3 since then)',
  };

  for (const [how, arrangement, from, command, visited, last] of [
    [
      'from the selected row, with the restart',
      {},
      'Lamp 3',
      'nextChange',
      ['Lamp 5', 'Lamp 10', 'Lamp 2'],
      `First change again. ${says['Lamp 2']}`,
    ],
    [
      'backwards, with the restart',
      {},
      'Lamp 6',
      'previousChange',
      ['Lamp 5', 'Lamp 2', 'Lamp 10'],
      `Last change again. ${says['Lamp 10']}`,
    ],
    ['backwards without a row', {}, undefined, 'previousChange', ['Lamp 10'], says['Lamp 10']],
    ['backwards from the first row', {}, 'Lamp 1', 'previousChange', ['Lamp 10'], says['Lamp 10']],
    [
      'in the order of the groups',
      { group: 'status' },
      undefined,
      'nextChange',
      ['Lamp 2', 'Lamp 10', 'Lamp 5'],
      says['Lamp 5'].replace('2 of 3', '3 of 3'),
    ],
  ] as const) {
    it(`goes through the changes and announces each: ${how}`, async () => {
      const { window, select, go } = await start(arrangement);
      if (from) select(from);
      for (const label of visited) assert.equal(await go(command), label);
      assert.equal(said(window).length, visited.length);
      assert.equal(said(window).at(-1), last);
    });
  }

  it('keeps the marks of visited changes until the user selects another row', async () => {
    const { window, select, go } = await start();
    for (const label of ['Lamp 2', 'Lamp 5', 'Lamp 10'])
      assert.equal(await go('nextChange'), label);
    assert.equal(window.projects.badge?.value, 3);
    assert.equal(await go('previousChange'), 'Lamp 5');
    assert.equal(window.projects.descriptionOf('Lamp 10'), 'new · processing · L');
    select('Lamp 3');
    assert.equal(window.projects.badge, undefined);
    await window.run('projects.previousChange');
    assert.equal(said(window).at(-1), 'No changes since you last looked.');
  });

  it('goes to a gone row last, which disappears once another is selected', async () => {
    const { window, loseSeventh, select, go } = await start();
    await loseSeventh();
    assert.equal(window.projects.descriptionOf('Lamp 7'), 'gone (was processing)');
    assert.equal(await go('previousChange'), 'Lamp 7');
    assert.equal(said(window).at(-1), 'Lamp 7: gone (was processing) (4 of 4 since then)');
    assert.equal(await go('previousChange'), 'Lamp 10');
    select('Lamp 3');
    await eventually(() => window.projects.labels.at(-1), 'Lamp 10');
    assert.equal(window.projects.badge?.value, 2);
  });

  for (const [name, clicked] of [
    ['opens a clicked row while a gone row disappears because of it', ['Lamp 3']],
    ['opens a row that was clicked while all rows were being painted', ['Lamp 3', 'Lamp 5']],
  ] as const)
    it(name, async () => {
      const { window, loseSeventh, select } = await start();
      await loseSeventh();
      for (const label of ['Lamp 7', ...clicked]) select(label);
      assert.deepEqual(window.projects.selection, [], 'the rows are being painted');
      await window.run('projects.openRow');
      const title = window.desk.panels.at(-1)?.title ?? '';
      assert.ok(title.startsWith(`${clicked.at(-1)} `), title);
    });

  it('opens what is known of a gone row on a click', async () => {
    const { window, loseSeventh, select } = await start();
    await loseSeventh();
    select('Lamp 7');
    await window.run('projects.openRow');
    const panel = window.desk.panels.at(-1)!;
    assert.match(panel.title, /^Lamp 7 /);
    await eventually(() => panel.state?.facts, { name: 'Lamp 7' });
  });

  it('explains why a gone row does not open if only its name is known', async () => {
    const shelves = [1, 2, 3].map((at) => ({ name: `Shelf ${at}`, mintAddress: `M${at}` }));
    const window = await the.signedIn(await the.service([], {}, { collections: shelves }));
    window.collections.show();
    await eventually(() => window.collections.painted.length, 3);
    shelves.splice(1, 1);
    await window.run('collections.refresh');
    await eventually(() => window.collections.labels.at(-1), 'Shelf 2');
    window.collections.select(window.collections.painted.at(-1)!.row);
    await window.run('collections.openRow');
    const why =
      'The service no longer lists “Shelf 2”. Only its name is known, so there is nothing to open.';
    assert.equal(window.desk.shown.at(-1)?.text, why);
  });

  it('finds no change after Mark All as Seen', async () => {
    const { window, go } = await start();
    await go('nextChange');
    await window.run('markAllSeen');
    assert.equal(window.projects.badge, undefined);
    assert.equal(await go('nextChange'), 'Lamp 2');
    assert.equal(said(window).at(-1), 'No changes since you last looked.');
  });

  it('starts at the focused row if the editor passes one', async () => {
    const { window, select, go } = await start();
    select('Lamp 1');
    assert.equal(await go('nextChange', window.projects.row('Lamp 4')), 'Lamp 5');
  });

  it('reports changes that the filter hides, and offers to clear it', async () => {
    const { window, go } = await start({ filter: { statuses: ['confirmed', 'failed'] } });
    window.desk.choose = ({ text }) =>
      text === '1 change is hidden by the filter.' ? 'Clear Filter' : undefined;
    assert.equal(await go('nextChange'), 'Lamp 2');
    assert.equal(await go('nextChange'), 'Lamp 5');
    assert.deepEqual(window.desk.shown, []);
    assert.equal(await go('nextChange'), 'Lamp 10');
    assert.deepEqual(window.desk.said, ['1 change is hidden by the filter.']);
    assert.equal(window.desk.contexts.get('mintscope.projects.filtered'), false);
  });

  it('does not clear the filter of another account', async () => {
    const { window, go } = await start({ filter: { statuses: ['confirmed', 'failed'] } });
    const { address } = await the.service([lamp(1)]);
    await go('nextChange');
    await go('nextChange');
    const ran: string[] = [];
    window.desk.choose = async () => {
      await window.signInTo({ address });
      await eventually(() => window.projects.labels, ['Lamp 1']);
      window.desk.trees.get('mintscope.projects')!.focuses = 0;
      ran.push('chosen');
      return 'Clear Filter';
    };
    await window.run('projects.nextChange');
    assert.deepEqual(ran, ['chosen']);
    assert.equal(window.projects.focuses, 0, 'Clear Filter shows the view');
  });
});
