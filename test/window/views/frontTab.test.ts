import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { replaceTabs } from '../../support/fakeVscode/tabs.ts';
import { TabInputText, TabInputTextDiff, Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { sentProjects } from '../../support/projects.ts';

/** What the tab in front selects in the views, and what commands work on. */
describe('tab in front', () => {
  const the = windows();
  let window: FakeWindow;

  beforeEach(async () => {
    const projects = sentProjects(60, (id) => ({
      mintAddress: `mint${id}`,
      status: id === 5 ? 'failed' : 'confirmed',
    }));
    const collections = [{ name: 'C 1', mintAddress: 'coll1' }];
    const stats = { 't/1': { total: 4 }, 'n/99': { total: 1 } };
    ({ window } = await the.opened(projects, stats, { collections }));
    window.collections.show();
    await eventually(() => window.collections.description, '1');
  });

  const row = (at: number) => window.projects.painted[at]!.row;
  const link = async (ref: string): Promise<FakePanel> => {
    const panel = await openLink(window, `/projects/${ref}`);
    await eventually(() => panel.state?.loading, false);
    return panel;
  };
  const open = async (at: number): Promise<FakePanel> => {
    const panel = await window.openRow(at);
    await eventually(() => panel.state?.loading, false);
    return panel;
  };
  const copied = async (command: string, ...args: unknown[]) => {
    window.desk.clipboard = '';
    await window.run(command, ...args);
    return window.desk.clipboard;
  };
  const document = (named: string, owner?: string) => window.address(named, 'Document', owner);
  const names = (rows: readonly unknown[]) => rows.map((one) => (one as { name: string }).name);
  const selected = () => names(window.projects.selection);
  const revealed = () => names(window.projects.revealed);

  it('does not reveal a row whose click opened the panel, nor one that is loaded later, so the view does not scroll', async () => {
    for (const at of [2, 3]) await open(at);
    assert.deepEqual(selected(), ['P 4']);
    await link('t/60');
    await window.run('projects.loadMore');
    await eventually(() => window.desk.panels.at(-1)!.title, 'P 60 (60 · transferable)');
    await link('t/7');
    await eventually(revealed, ['P 7']);
  });

  it('does not undo a selection after the switch of tabs, also when tab objects or a title change', async () => {
    const first = await link('t/1');
    await eventually(selected, ['P 1']);
    const second = await link('t/2');
    await eventually(selected, ['P 2']);
    window.projects.hide();
    window.desk.goTo(first);
    window.projects.select(row(6));
    window.projects.show();
    assert.deepEqual(selected(), ['P 7']);
    window.desk.goTo(second);
    await eventually(selected, ['P 2']);
    window.projects.select(row(6));
    replaceTabs(window.desk);
    assert.equal(await copied('copyMintAddress'), 'mint7', 'the selection is newer');
    second.title = 'P 2, renamed';
    second.onTab();
    assert.deepEqual(selected(), ['P 7'], 'neither new tab objects nor a new title are a switch');
    window.desk.goTo(first);
    await eventually(selected, ['P 1']);
    assert.deepEqual(revealed(), ['P 1', 'P 2', 'P 2', 'P 1']);
  });

  it('selects the row of the panel or document in front when the view becomes visible, not before, and leaves the focus', async () => {
    window.projects.hide();
    await link('t/3');
    assert.deepEqual([selected(), window.projects.visible], [[], false]);
    window.projects.show();
    await eventually(selected, ['P 3']);
    window.desk.openTab(new TabInputText(await document('t/4')));
    await eventually(selected, ['P 4']);
    assert.deepEqual([window.projects.focusedRow, window.projects.focuses], [undefined, 0]);
  });

  it('does not clear the filter to reveal the row in front', async () => {
    await window.filter('failed');
    await eventually(() => window.projects.labels[0], 'P 5');
    // The first reveal is that of the filter, for the keyboard.
    await eventually(revealed, ['P 5']);
    await link('t/1');
    assert.deepEqual([revealed(), selected()], [['P 5'], []]);
  });

  it('selects no row in front with mintscope.autoReveal off', async () => {
    window.desk.settings.set('mintscope.autoReveal', false);
    await link('t/1');
    window.desk.changeSetting('mintscope.autoReveal', true);
    await window.run('projects.refresh');
    await link('t/2');
    await eventually(revealed, ['P 2']);
  });

  it('runs a command without a row on what came to the front or was selected last, in a view that is visible, else asks which row', async () => {
    const { desk, projects, collections } = window;
    desk.settings.set('mintscope.autoReveal', false);
    const isOn = async (what: string, expected: string) => {
      assert.equal(await copied('copyMintAddress'), expected, what);
    };
    const first = await link('t/1');
    await isOn('a panel in front', 'mint1');
    projects.select(row(3), row(4));
    await isOn('rows selected since', 'mint4\nmint5');
    desk.goTo(undefined);
    await isOn('nothing of ours in front', 'mint4\nmint5');
    desk.goTo(first);
    await isOn('the panel in front again', 'mint1');
    collections.select(collections.painted[0]!.row);
    await isOn('a row of another view', 'coll1');
    await link('t/3');
    await isOn('a panel as it is now', 'mint3');
    desk.openTab(new TabInputText(await document('coll1')));
    await isOn('a document', 'coll1');
    desk.openTab(new TabInputTextDiff(await document('t/4'), Uri.parse('file:///saved.json')));
    await isOn('a diff', 'mint4');
    projects.select(row(2));
    desk.openTab(new TabInputText(Uri.file('/notes.txt')));
    await isOn('the selection beside a text file', 'mint3');
    projects.hide();
    collections.hide();
    await window.cancel('Copy the mint address of', 'copyMintAddress');
  });

  it('runs a command of a panel title on that panel, whatever is selected or in front', async () => {
    await open(0);
    window.collections.select(window.collections.painted[0]!.row);
    const { uri } = window.desk.panels[0]!;
    await link('t/2');
    const title = [uri, { groupId: 0 }];
    assert.equal(await copied('copyMintAddress', ...title), 'mint1');
    assert.equal(await copied('copyId', ...title), 't/1');
    const { name } = window.projects.painted[0]!.row as { readonly name: string };
    assert.equal(window.desk.statusMessages.at(-1), `${name}: 1 ID copied.`);
  });

  it('asks for a row if the document in front is of another account or its row gone', async () => {
    const { desk } = window;
    window.projects.select(row(9));
    // The first command of a window closes tabs of other accounts that are open by then.
    for (const uri of [await document('gone'), await document('t/2', 'https://other.example#1')]) {
      desk.openTab(new TabInputText(uri));
      await window.cancel('Copy the mint address of', 'copyMintAddress');
      assert.equal(desk.clipboard, '');
    }
  });

  it('runs commands on a project that is not loaded by its reference, and reports what is not known of it', async () => {
    await link('n/99');
    assert.equal(await copied('copyId'), 'n/99');
    for (const command of ['copyMintAddress', 'openLink']) {
      assert.equal(await copied(command), '');
      assert.equal(
        window.desk.shown.at(-1)?.text,
        'Only the ID and the counts of project 99 · non-transferable are known, because it is not among the loaded projects. Load more of them first.',
      );
    }
    await link('t/60');
    assert.equal(await copied('copyMintAddress'), '');
    await window.run('projects.loadMore');
    assert.equal(await copied('copyMintAddress'), 'mint60', 'its row is loaded now');
  });
});
