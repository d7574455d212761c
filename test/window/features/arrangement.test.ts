import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { windows } from '../../support/windows.ts';
import { arranged } from '../../support/arranged.ts';
import { eventually } from '../../support/eventually.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';

/** 120 projects: every third is confirmed, the others are processing; even ids are transferable. */
const projects = sentProjects(120, (id) => ({
  name: `Lamp ${121 - id}`,
  transferable: id % 2 === 0,
  status: id % 3 === 1 ? 'confirmed' : 'processing',
}));

describe('arrangement of Projects', () => {
  const the = windows();
  const service = () => the.service(projects);

  /** @param arrangement stored for this service. */
  async function windowFor(used: { readonly address: string }, arrangement: object) {
    const window = await the.signedIn(used, await arranged(used, arrangement));
    await eventually(() => window.projects.painted.length > 0, true);
    return window;
  }

  const confirmed = { filter: { statuses: ['confirmed'] } };

  it('shows the rows that match the filter and how many were searched, filters new ones, and shows all when it is cleared', async () => {
    const window = await windowFor(await service(), { ...confirmed, sort: 'name' });
    const { run, desk, projects: tree, workspaceState } = window;
    assert.match(tree.sees, /^17 of 50 loaded \| 17 rows \| Load more – 50 of 120 loaded \| /);
    assert.equal(desk.contexts.get('mintscope.projects.filtered'), true);
    await run('projects.loadAll');
    await eventually(() => tree.description, '40 of 120');
    assert.deepEqual(tree.labels.slice(0, 2), ['Lamp 3', 'Lamp 6']);
    await run('clearFilter');
    await eventually(() => tree.sees, '120 | 120 rows');
    assert.equal(tree.labels[0], 'Lamp 1', 'the order stays');
    assert.equal(desk.contexts.get('mintscope.projects.filtered'), false);
    const [stored] = Object.values(workspaceState.get('mintscope.arrangement') as object);
    const { filter, sort } = stored as Record<string, unknown>;
    assert.deepEqual({ filter, sort }, { filter: {}, sort: 'name' });
  });

  it('shows one row if nothing matches, with Clear Filter and Load more, and clears the filter to reveal a hidden row', async () => {
    const window = await windowFor(await service(), { filter: { text: '7x' }, group: 'status' });
    const { desk, projects: tree } = window;
    assert.deepEqual(tree.labels, ['No project matches', 'Clear Filter', 'Load more']);
    assert.match(tree.message, /^Filter: “7x”\./);
    const [words, clear] = tree.painted.map(({ item }) => item.command?.command);
    assert.deepEqual([words, clear], [undefined, 'mintscope.clearFilter']);
    await window.run('projects.loadAll');
    await eventually(() => tree.labels, ['No project matches', 'Clear Filter']);
    const { pick, done } = await window.ask('find');
    await eventually(() => pick.labels[1], 'Lamp 119');
    pick.pressOnItem(1, 'Reveal in Projects');
    await done;
    assert.equal((tree.selection[0] as { readonly id: string }).id, '2');
    assert.deepEqual(desk.said, ['The filter was cleared, because it hid “Lamp 119”.']);
    await eventually(() => tree.labels.includes('Lamp 119'), true);
    assert.equal(tree.message.includes('Filter'), false);
  });

  describe('while a filter is being edited', () => {
    async function asking(arrangement: object) {
      const started = await service();
      const window = await windowFor(started, arrangement);
      return { window, service: started, ...(await window.ask('filterProjects')) };
    }

    it('offers the values of the loaded rows and of the filter, both kinds and no icon', async () => {
      const confirmed = { transferable: true, status: 'confirmed' };
      const rows = [
        { id: 1, ...confirmed },
        { id: 2, transferable: false },
        { id: 3, ...confirmed },
      ];
      const window = await windowFor(await the.service(rows), {
        filter: {
          text: 'la',
          states: ['failedOrStalled'],
          statuses: ['confirmed', 'failed', '$(lost)', null],
          transferable: [null],
        },
      });
      const { pick } = await window.ask('filterProjects');
      assert.deepEqual(pick.sees, [
        'Unfinished | Progress · 1 of 3 loaded',
        'Failed or stalled | Progress · 0 of 3 loaded',
        '-- ',
        'failed | Status · 0 of 3 loaded',
        'confirmed | Status · 2 of 3 loaded',
        '$\u200b(lost) | Status · 0 of 3 loaded',
        'No status | Status · 1 of 3 loaded',
        '-- ',
        'Transferable | Kind · 2 of 3 loaded',
        'Non-transferable | Kind · 1 of 3 loaded',
        'Kind not given | Kind · 0 of 3 loaded',
      ]);
      assert.deepEqual([pick.ignoreFocusOut, pick.value], [true, 'la'], 'a click into the tree');
      assert.deepEqual(
        pick.selectedItems.map(({ label }) => label),
        [
          'Failed or stalled',
          'failed',
          'confirmed',
          '$\u200b(lost)',
          'No status',
          'Kind not given',
        ],
      );
      assert.ok(pick.items.every(({ alwaysShow, kind }) => alwaysShow ?? kind !== undefined));
      pick.hide();
    });

    it('loads the first page before it offers its values', async () => {
      const { address } = await service();
      const window = await the.window({ signIn: { address, token: TOKEN } });
      const { pick } = await window.ask('filterProjects');
      assert.ok(pick.sees.includes('confirmed | Status · 17 of 50 loaded'), pick.sees.join());
      pick.hide();
    });

    it('applies the filter at once, restores the earlier one on Escape, and stores the new one on Enter', async () => {
      const { window, pick, done } = await asking({ filter: { statuses: ['processing'] } });
      pick.toggle('processing');
      pick.toggle('confirmed');
      await eventually(() => window.projects.description, '17 of 50 loaded');
      assert.equal(pick.title, 'Filter Projects · 17 of 50 loaded');
      pick.hide();
      await done;
      await eventually(() => window.projects.description, '33 of 50 loaded');
      const again = await window.ask('filterProjects');
      for (const line of ['processing', 'confirmed', 'Transferable', 'Failed or stalled'])
        again.pick.toggle(line);
      again.pick.type('lamp 12');
      // Before the tree is repainted.
      again.pick.accept();
      await again.done;
      await eventually(() => window.projects.labels[0], 'No project matches');
      const [stored] = Object.values(window.workspaceState.get('mintscope.arrangement') as object);
      assert.deepEqual((stored as { filter: unknown }).filter, {
        text: 'lamp 12',
        states: ['failedOrStalled'],
        statuses: ['confirmed'],
        transferable: [true],
      });
    });

    it('focuses the first row after Enter in a filter that hides the focused one, so that the list is at its top, does not select it, and moves no focus after Escape', async () => {
      const window = await windowFor(await service(), {});
      const { projects: tree } = window;
      const hidden = tree.painted[40]!.row;
      tree.select(hidden);
      const { pick, done } = await window.ask('filterProjects');
      pick.toggle('confirmed');
      pick.accept();
      await done;
      assert.ok(!tree.painted.some(({ row }) => row === hidden));
      assert.equal(tree.focusedRow, tree.painted[0]!.row);
      assert.deepEqual(tree.selection, [], 'the selected row is hidden');
      const third = tree.painted[2]!.row;
      tree.select(third);
      await window.run('clearFilter');
      assert.equal(tree.focusedRow, third, 'the selected row');
      tree.select(tree.painted[0]!.row);
      await window.cancel('', 'projects.arrange');
      assert.equal(tree.focusedRow, third, 'nothing has changed');
    });

    it('takes no focus from Find, opened before the rows of a change are painted', async () => {
      const { window, pick, done } = await asking({});
      const { projects: tree } = window;
      pick.toggle('confirmed');
      pick.accept();
      await done;
      const focused = tree.focusedRow;
      tree.select(tree.painted[2]!.row);
      await window.ask('find');
      await window.run('clearFilter');
      assert.equal(tree.focusedRow, focused);
    });

    it('searches all pages by a button of the filter, and stops by it', async () => {
      const { pick, done, service } = await asking({});
      const unanswered = new PassThrough();
      service.fail(({ query }) =>
        query.page === '2' ? { status: 200, body: unanswered } : undefined,
      );
      const button = () => pick.buttons[0]?.tooltip;
      pick.type('lamp 12');
      await eventually(button, 'Search all 120');
      pick.pressTitle('Search all 120');
      await eventually(button, 'Stop');
      assert.equal(pick.busy, true);
      pick.pressTitle('Stop');
      await eventually(button, 'Search all 120');
      service.fail(undefined);
      pick.pressTitle('Search all 120');
      await eventually(() => pick.title, 'Filter Projects · 6 of 120');
      assert.deepEqual([pick.busy, pick.buttons], [false, []]);
      pick.accept();
      await done;
    });
  });

  it('groups Projects as chosen, with the size of each group, and marks the current choice', async () => {
    const window = await windowFor(await service(), { sort: 'status' });
    const { projects: tree } = window;
    const { pick, done } = await window.ask('projects.arrange');
    const current = pick.sees.filter((line) => line.endsWith('current'));
    assert.deepEqual(current, ['Sort by status | failed first · current', 'No groups | current']);
    pick.choose('Group by status');
    await done;
    await eventually(() => tree.labels[0], 'processing');
    const described = (kind: string) =>
      tree.painted.flatMap(({ item }) =>
        item.contextValue!.startsWith(kind) ? [item.description] : [],
      );
    assert.deepEqual(described('group'), ['33 loaded', '17 loaded']);
    assert.deepEqual(described('project'), Array(50).fill(''), 'the group shows the status');
  });
});
