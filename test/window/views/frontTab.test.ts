import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { replaceTabs } from '../../support/fakeVscode/tabs.ts';
import { TabInputText } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { jsonAddress } from '../../support/jsonAddress.ts';
import { accountAt } from '../../support/signIns.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { sentProjects } from '../../support/projects.ts';

describe('auto reveal', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;

  beforeEach(async () => {
    const projects = sentProjects(60, (id) => ({ status: id === 5 ? 'failed' : 'confirmed' }));
    ({ service, window } = await the.opened(projects, { 't/1': { total: 4 } }));
  });

  const row = (at: number) => window.projects.painted[at]!.row;
  const link = async (ref: string): Promise<FakePanel> => {
    const panel = await openLink(window, `/projects/${ref}`);
    await eventually(() => panel.state?.loading, false);
    return panel;
  };
  const names = (rows: readonly unknown[]) => rows.map((one) => (one as { name: string }).name);
  const selected = () => names(window.projects.selection);
  const revealed = () => names(window.projects.revealed);

  it('selects the row of the tab in front on each switch of tabs, also of a JSON document', async () => {
    const first = await link('t/1');
    await eventually(selected, ['P 1']);
    const second = await link('t/2');
    await eventually(selected, ['P 2']);
    window.desk.goTo(first);
    await eventually(selected, ['P 1']);
    window.desk.goTo(undefined);
    window.desk.goTo(second);
    await eventually(selected, ['P 2']);
    const uri = jsonAddress('row', await accountAt(service, TOKEN), 'project/t/4');
    window.desk.openTab(new TabInputText(uri));
    await eventually(selected, ['P 4']);
    assert.equal(window.projects.focusedRow, undefined, 'the focus stays');
    assert.equal(window.projects.focuses, 0);
  });

  it('does not reveal a row whose click opened the panel, nor one that is loaded later, so the view does not scroll', async () => {
    for (const at of [2, 3]) {
      window.projects.select(row(at));
      await window.run('projects.openRow');
    }
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
    second.title = 'P 2, renamed';
    second.onTab();
    assert.deepEqual(selected(), ['P 7'], 'neither new tab objects nor a new title are a switch');
    window.desk.goTo(first);
    await eventually(selected, ['P 1']);
    assert.deepEqual(revealed(), ['P 1', 'P 2', 'P 2', 'P 1']);
  });

  it('keeps a selection that contains the row in front', async () => {
    const first = await link('t/1');
    const second = await link('t/2');
    window.projects.select(row(0), row(1), row(5));
    window.desk.goTo(first);
    window.desk.goTo(second);
    await eventually(revealed, ['P 1', 'P 2', 'P 2']);
    assert.deepEqual(selected(), ['P 1', 'P 2', 'P 6']);
  });

  it('selects the row in front when the view becomes visible, not before', async () => {
    window.projects.hide();
    await link('t/3');
    assert.deepEqual([selected(), window.projects.visible], [[], false]);
    window.projects.show();
    await eventually(selected, ['P 3']);
  });

  it('selects the row in front when the first rows arrive after a reload', async () => {
    await window.close();
    window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    await window.restorePanel({ ref: 't/5', service: await accountAt(service, TOKEN) });
    window.projects.show();
    await eventually(selected, ['P 5']);
  });

  it('does not clear the filter to reveal the row in front, and selects it when the filter is cleared', async () => {
    const { pick, done } = await window.ask('filterProjects');
    pick.type('failed');
    pick.accept();
    await done;
    await eventually(() => window.projects.labels[0], 'P 5');
    // The first reveal is that of the filter, for the keyboard.
    await eventually(revealed, ['P 5']);
    await link('t/1');
    assert.deepEqual([revealed(), selected()], [['P 5'], []]);
    await window.run('clearFilter');
    assert.deepEqual(selected(), ['P 1']);
  });

  it('selects no row in front with mintscope.autoReveal off', async () => {
    window.desk.settings.set('mintscope.autoReveal', false);
    await link('t/1');
    window.desk.changeSetting('mintscope.autoReveal', true);
    await link('t/2');
    await eventually(revealed, ['P 2']);
  });
});
