import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { TabInputText, TabInputTextDiff, Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { jsonAddress } from '../../support/jsonAddress.ts';
import { accountAt } from '../../support/signIns.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { sentProjects } from '../../support/projects.ts';

describe('command targets', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;

  beforeEach(async () => {
    const projects = sentProjects(60, (id) => ({ mintAddress: `mint${id}` }));
    const stats = { 't/1': { total: 4, confirmed: 3 }, 't/60': { total: 9 }, 'n/99': { total: 1 } };
    const collections = [{ name: 'C 1', mintAddress: 'coll1' }];
    ({ service, window } = await the.opened(projects, stats, { collections }));
    window.collections.show();
    await eventually(() => window.collections.description, '1');
  });

  const row = (at: number) => window.projects.painted[at]!.row;
  const open = async (at: number): Promise<FakePanel> => {
    window.projects.select(row(at));
    await window.run('projects.openRow');
    const panel = window.desk.panels.at(-1)!;
    await eventually(() => panel.state?.loading, false);
    return panel;
  };
  const link = async (ref: string): Promise<FakePanel> => {
    const panel = await openLink(window, `/projects/${ref}`);
    await eventually(() => panel.state?.loading, false);
    return panel;
  };
  const copied = async (command: string, ...args: unknown[]) => {
    window.desk.clipboard = '';
    await window.run(command, ...args);
    return window.desk.clipboard;
  };
  const document = async (what: string, key: string, owner?: string) =>
    jsonAddress(what, owner ?? (await accountAt(service, TOKEN)), key);

  it('runs a command on the panel in front as it is now, or on rows selected since', async () => {
    const first = await open(0);
    assert.equal(await copied('copyMintAddress'), 'mint1');
    window.projects.select(row(3), row(4));
    assert.equal(await copied('copyMintAddress'), 'mint4\nmint5');
    window.desk.goTo(undefined);
    assert.equal(await copied('copyMintAddress'), 'mint4\nmint5', 'nothing of ours is in front');
    window.desk.goTo(first);
    assert.equal(await copied('copyMintAddress'), 'mint1');
    window.collections.select(window.collections.painted[0]!.row);
    assert.equal(await copied('copyMintAddress'), 'coll1');
    assert.equal(await open(2), first, 'the same tab shows another project');
    assert.equal(await copied('copyMintAddress'), 'mint3');
  });

  it('runs a command of a panel title on that panel, whatever is selected', async () => {
    await open(0);
    window.collections.select(window.collections.painted[0]!.row);
    const title = [Uri.parse('webview-panel:webview-1'), { groupId: 0 }];
    assert.equal(await copied('copyMintAddress', ...title), 'mint1');
    await window.run('saveSnapshot', ...title);
    assert.equal(window.desk.statusMessages.at(-1), 'Snapshot of P 1 (1 · transferable) saved.');
  });

  it('runs a command on the row of the document or diff in front', async () => {
    const { desk } = window;
    desk.settings.set('mintscope.autoReveal', false);
    window.projects.select(row(9));
    desk.openTab(new TabInputText(await document('stats', 't/3')));
    assert.equal(await copied('copyMintAddress'), 'mint3');
    desk.openTab(new TabInputText(await document('row', 'collection/coll1')));
    assert.equal(await copied('copyMintAddress'), 'coll1');
    desk.openTab(
      new TabInputTextDiff(await document('snapshot', 't/4'), await document('now', 't/4')),
    );
    assert.equal(await copied('copyMintAddress'), 'mint4');
  });

  it('asks for a row if the document in front is of another account or its row gone', async () => {
    const { desk } = window;
    window.projects.select(row(9));
    for (const uri of [
      await document('row', 'project/t/2', 'https://other.example#1'),
      await document('row', 'collection/gone'),
    ]) {
      desk.openTab(new TabInputText(uri));
      const { pick, done } = await window.ask('copyMintAddress');
      await eventually(() => pick.title.startsWith('Copy the mint address of'), true);
      pick.hide();
      await done;
      assert.equal(desk.clipboard, '');
    }
  });

  it('runs commands on a project that is not loaded by its reference, and reports what is not known of it', async () => {
    await link('n/99');
    assert.equal(await copied('copyId'), 'n/99');
    assert.match(await copied('copyCurl'), /\/v2\/projects\/n\/99\/stats/);
    await window.run('saveSnapshot');
    assert.equal(
      window.desk.statusMessages.at(-1),
      'Snapshot of Project 99 · non-transferable saved.',
    );
    for (const command of ['copyMintAddress', 'openImage', 'openJson']) {
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
