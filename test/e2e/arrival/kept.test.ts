import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { MinimalService } from '../../support/minimalService.ts';
import { until } from '../../support/rawServer.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { type Editor, newcomer } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-what-is-kept';
const OTHER = 'token-of-somebody-else';

/** Where the extension stores data of all workspaces. */
const storageOf = (editor: Editor) =>
  join(editor.dataFolder, 'User', 'globalStorage', 'mintscope.mintscope');

/** What is stored of a sign-in whose rows have this name: `list projects …`, `reading t/1 …`. */
function keptOf(editor: Editor, name: string): Promise<string[]> {
  const found = inDatabase(storageOf(editor), (database) =>
    database
      .prepare(
        `select account, 'list ' || name || ' ' || rows as text from list
         union all select account, 'reading ' || project || ' ' || coalesce(confirmed, '') from reading`,
      )
      .all(),
  ) as unknown as readonly { readonly account: number; readonly text: string }[];
  const ours = new Set(found.flatMap(({ account, text }) => (text.includes(name) ? account : [])));
  return Promise.resolve(found.flatMap(({ account, text }) => (ours.has(account) ? text : [])));
}

/** Where the parts of a stats panel are. */
async function layout(panel: Frame) {
  const parts = ['h1', '.headline', 'svg.bar', 'table.stages'];
  const boxes = await Promise.all(parts.map((part) => panel.locator(part).first().boundingBox()));
  return boxes.map((box, at) => [parts[at], box?.y, box?.height]);
}

describe('What was seen last', () => {
  let editor: Editor;
  let service: MinimalService;
  let workbench: Workbench;
  const stats: Record<string, unknown> = {
    't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
  };
  const projects = makeProjects(120, (id) => ({ name: `Seen ${id}` }));

  before(async () => {
    service = await startService({ token: TOKEN, projects, stats });
    editor = await newcomer();
    workbench = await editor.openWindow();
    await workbench.openView();
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.clearToasts();
    await workbench.views.says('Projects', '50 of 120');
    await workbench.trees.clickRow('Projects', 'Seen 1', { times: 2 });
    await (
      await workbench.editors.webviewFrame('table.stages')
    )
      .getByText('3,150')
      .first()
      .waitFor();
    await eventually('kept rows and numbers', async () => (await kept()).length >= 2);
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  const kept = async () => {
    const all = await keptOf(editor, 'Seen 1');
    const [rows] = all.filter((text) => text.startsWith('list projects'));
    const [reading] = all.filter((text) => text.startsWith('reading'));
    return [rows, reading].filter((text) => text !== undefined);
  };
  const problem = () => workbench.trees.row('Projects', 'Connection refused');
  const description = () => workbench.views.pane('Projects').locator('.pane-header .description');
  const theme = (name: string) => editor.changeSettings({ 'workbench.colorTheme': name });

  it('stored rows are shown after a restart during an outage, with the reason and Retry', async () => {
    await service.stop();
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    await problem().waitFor();
    await description()
      .getByText(/^50 of 120 · as of \d\d:\d\d/)
      .waitFor();
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByText('3,150').first().waitFor();
    await panel
      .locator('.problem')
      .getByText(/^Unreachable since/)
      .waitFor();
    for (const [name, file] of [
      ['Default Light Modern', 'light'],
      ['Default High Contrast', 'contrast'],
      ['Default Dark Modern', 'dark'],
    ] as const) {
      await theme(name);
      await workbench.screenshot(`kept-offline-${file}`);
    }
    await workbench.setSideBarWidth(210);
    await workbench.screenshot('kept-offline-narrow');
    await workbench.setSideBarWidth(300);
  });

  it('can be found, filtered, copied and exported meanwhile, and each says as of when', async () => {
    const { quickInput } = workbench;
    await workbench.runToQuickInput('Mintscope: Find Project or Collection…', 'Name, symbol, id');
    await quickInput.title(/^Find · as of \d\d:\d\d · 50 of 120/).waitFor();
    await quickInput.type('seen 42');
    await quickInput.firstItem('Seen 42').waitFor();
    await quickInput.title(/Nothing answers at/).waitFor();
    await workbench.screenshot('kept-find');
    await quickInput.cancel();
    await workbench.runToQuickInput('Mintscope: Filter Projects…', 'Type text to look for');
    await quickInput.type('seen 4');
    await quickInput.title('14 of 50 loaded match').waitFor();
    await quickInput.cancel();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    await workbench.clipboard.clear();
    await workbench.trees.chooseInRowMenu('Projects', 'Seen 2', 'Copy as Markdown Table');
    await settles(async () => {
      assert.match(
        await workbench.clipboard.text(),
        /\| Seen 2 \|.*\n\nAs of .*\d{4}, \d\d:\d\d:\d\d/,
      );
    });
    await workbench.runToQuickInput('Mintscope: Export Projects…', 'Which projects?');
    await quickInput.items.filter({ hasText: /The 50 loaded projects.*as of \d\d:\d\d/ }).waitFor();
    await workbench.screenshot('kept-export');
    await quickInput.cancel();
  });

  it('Retry refreshes the stored rows in place once the service runs again', async () => {
    await workbench.trees.clickRow('Projects', 'Seen 40');
    const panel = await workbench.editors.webviewFrame('h1:has-text("Seen 40")');
    const place = async () => (await workbench.trees.row('Projects', 'Seen 40').boundingBox())?.y;
    await service.start();
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await workbench.views.says('Projects', '50 of 120');
    await problem().waitFor({ state: 'detached' });
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), ['Seen 40']);
      assert.ok(await place(), 'the row is still in sight');
    });
    await panel.waitForLoadState();
  });

  it('stored rows are shown while a slow service is read, and changes are marked in place', async () => {
    await workbench.trees.clickRow('Projects', 'Seen 1');
    await workbench.editors.webviewFrame('h1:has-text("Seen 1")');
    projects.unshift({ ...projects[0], id: 999, name: 'Added 999', transferable: true });
    Object.assign(projects[28]!, { status: 'confirmed' });
    projects.splice(10, 1);
    stats['t/1'] = { total: 5000, confirmed: 3777, processing: 223, pending: 1000 };
    service.hold();
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    await description()
      .getByText(/^50 of 120 · as of \d\d:\d\d · refreshing/)
      .waitFor();
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByText('3,150').first().waitFor();
    await panel.locator('main[aria-busy="true"]').waitFor();
    const before = await layout(panel);
    await workbench.screenshot('kept-refreshing');
    await workbench.trees.reveal('Projects', 'Seen 30');
    await workbench.trees.clickRow('Projects', 'Seen 30', { holding: 'ControlOrMeta' });
    await settles(async () => {
      assert.ok((await workbench.trees.selectedRows('Projects')).includes('Seen 30'));
    });
    const selected = await workbench.trees.selectedRows('Projects');
    service.release();
    await panel.getByText('3,777').first().waitFor();
    await panel.locator('main[aria-busy="false"]').waitFor();
    assert.deepEqual(await layout(panel), before, 'nothing in the panel has moved');
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), selected);
      assert.equal(await workbench.trees.row('Projects', 'Seen 30').isVisible(), true);
    });
    await workbench.screenshot('kept-refreshed');
    await workbench.trees.reveal('Projects', 'Seen 28');
    await workbench.trees
      .row('Projects', 'Seen 28')
      .getByText('→ confirmed (was processing)')
      .waitFor();
    await workbench.trees.reveal('Projects', 'Added 999');
    await workbench.trees.row('Projects', 'Added 999').getByText(/^new/).waitFor();
    await settles(async () => {
      const labels = (await workbench.trees.rows('Projects')).map(({ label }) => label);
      assert.ok(labels.includes('Seen 9') && !labels.includes('Seen 10'), labels.join());
    });
  });

  it('a sign-out removes stored rows everywhere, also from a window that shows them', async () => {
    service.hold();
    const second = await editor.openWindow(workbench.folder);
    await second.openView();
    await second.trees.row('Projects', 'Seen 1').waitFor();
    await second.views.pane('Projects').getByText('refreshing').waitFor();
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await second.views.welcomeButton('Projects', 'Sign In').waitFor();
    service.release();
    assert.equal(await second.trees.row('Projects', 'Seen 1').count(), 0);
    await eventually('end of the stored data', async () => !(await keptOf(editor, 'Seen 1'))[0]);
    await second.close();
    await workbench.reload();
    await workbench.openView();
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    assert.deepEqual(await keptOf(editor, 'Seen 1'), []);
  });

  it('stored rows are never shown to another account at the same address', async () => {
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.views.says('Projects', '50 of 120');
    await eventually('kept rows', async () => (await kept()).length > 0);
    service.setToken(OTHER);
    service.hold(({ path, query }) => path === '/v2/projects' && query.limit === '50');
    // So that the message of the first sign-in is not taken for that of the second.
    await workbench.clearToasts();
    await signIn(workbench, {
      ...{ address: service.address, token: OTHER, account: 'Another account' },
    });
    await workbench.trees.row('Projects', 'Seen 1').waitFor({ state: 'detached' });
    await workbench.screenshot('kept-other-sign-in');
    const asked = () => service.requests.filter(({ query }) => query.limit === '50').length;
    const before = asked();
    await workbench.reload();
    await workbench.openView();
    await until(() => asked() > before);
    assert.equal(await workbench.trees.row('Projects', 'Seen 1').count(), 0);
    service.release();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
  });

  const counts = () => stats['t/1'] as { readonly confirmed: number };
  const confirmed = () => counts().confirmed.toLocaleString('en-US');

  it('stored rows are shown at once after a sign-in with a new token of the same account', async () => {
    await workbench.views.says('Projects', '50 of 120');
    await eventually('kept rows', async () => (await kept()).length > 0);
    service.setToken(TOKEN);
    service.hold(({ path, query }) => path === '/v2/projects' && query.limit === '50');
    await workbench.clearToasts();
    await signIn(workbench, {
      ...{ address: service.address, token: TOKEN, account: 'The same account' },
    });
    await workbench.messages.toast('What was read and watched before is kept.').waitFor();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    await workbench.screenshot('kept-renewed-token');
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    service.release();
  });

  it('exports the stored history of the counts', async () => {
    const { quickInput } = workbench;
    await workbench.clearToasts();
    await workbench.trees.clickRow('Projects', 'Seen 1', { times: 2 });
    await (
      await workbench.editors.webviewFrame('table.stages')
    )
      .getByText(confirmed())
      .first()
      .waitFor();
    await workbench.editors.chooseInMenu('Export Readings…');
    await quickInput.items.filter({ hasText: 'The readings of Seen 1' }).waitFor();
    await workbench.screenshot('export-readings');
    await quickInput.choose('The readings of Seen 1');
    await quickInput.choose('NDJSON');
    await quickInput.waitFor('Export Readings as NDJSON');
    const path = join(workbench.folder, 'readings.ndjson');
    await quickInput.saveAs(path);
    const text = await eventually('exported file', () =>
      readFile(path, 'utf8').catch(() => undefined),
    );
    await workbench.screenshot('export-readings-done');
    const { time, ...reading } = JSON.parse(text.trim().split('\n').at(-1) ?? '') as {
      readonly time: string;
    };
    assert.ok(Math.abs(Date.now() - Date.parse(time)) < 3_600_000);
    assert.deepEqual(reading, { project: 't/1', name: 'Seen 1', ...counts() });
  });

  it('can be deleted, and what is on screen stays', async () => {
    const { quickInput } = workbench;
    const holds = async (list: string) =>
      (await keptOf(editor, 'Seen 1')).some((text) => text.includes(list));
    await eventually('stored readings', () => holds('reading t/1'));
    await workbench.clearToasts();
    await workbench.runToQuickInput('Mintscope: Delete Local History…', 'What to delete');
    await quickInput.items.filter({ hasText: 'Rows seen last' }).first().waitFor();
    await workbench.screenshot('clear-kept-data');
    await quickInput.choose('Counts and their history');
    await quickInput.accept();
    await workbench.messages.dialog('It cannot be undone').waitFor();
    await workbench.screenshot('clear-kept-data-question');
    await workbench.messages.dialogButton('Delete').click();
    await workbench.messages.toast(/^Deleted: counts and their history of 127/).waitFor();
    await workbench.screenshot('clear-kept-data-done');
    assert.equal(await holds('reading t/1'), false);
    assert.equal(await holds('list projects'), true);
    assert.equal(await workbench.trees.row('Projects', 'Seen 1').isVisible(), true);
    const panel = await workbench.editors.webviewFrame('table.stages');
    assert.equal(await panel.getByText(confirmed()).first().isVisible(), true);
  });

  it('stores nothing of sample data', async () => {
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await workbench.runCommand('Mintscope: Explore Sample Data');
    // It appears above and moves the other views: a click meanwhile could meet another row.
    await workbench.trees.row('Needs Attention', 'Quartz Keys').waitFor();
    // The editor loses a click on a row while its counts arrive and it is painted again.
    await workbench.trees.row('Projects', 'Harbor Lights').getByText('63%').waitFor();
    await workbench.trees.clickRow('Projects', 'Harbor Lights');
    await workbench.editors.webviewFrame('table.stages');
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
    assert.deepEqual(await keptOf(editor, 'Harbor Lights'), []);
    const files = await readdir(storageOf(editor));
    const databases = files.filter((file) => file.startsWith('mintscope.db'));
    for (const file of databases) {
      const bytes = await readFile(join(storageOf(editor), file), 'latin1');
      assert.ok(!bytes.includes(TOKEN) && !bytes.includes(OTHER), `no token is in ${file}`);
    }
  });

  it('stores no rows with mintscope.keepRows off', async () => {
    editor = await newcomer({ 'mintscope.keepRows': false });
    workbench = await editor.openWindow();
    await workbench.openView();
    service.setToken(TOKEN);
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.views.says('Projects', '50 of 120');
    service.hold();
    await workbench.reload();
    await workbench.openView();
    await workbench.views.pane('Projects').getByText('Loading projects').waitFor();
    assert.equal(await workbench.trees.row('Projects', 'Seen 1').count(), 0);
    assert.deepEqual(await keptOf(editor, 'Seen 1'), []);
    service.release();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
  });
});
