import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

/** An address that decoding and encoding would change. */
const LINK = 'https://images.example.com/a%2Fb.png?x=1%262&sig=%2F%3D';
const EXPLORER = 'https://explorer.example.com/address/{mintAddress}';
const mint = (id: number) => `Mint${String(id).padStart(40, 'x')}`;

/** Has what ends a link in Markdown, a fragment and an escape of addresses. */
const ODD = 'Odd (100 %23 ü) ] #1';

describe('Rows', () => {
  const projects = makeProjects(12, (id) => {
    if (id === 5) return { image: LINK };
    if (id === 12) return { name: ODD };
    return id === 3 ? { mintAddress: '', image: '', animationUrl: '' } : {};
  });
  const counts = { total: 4, confirmed: 3, processing: 1, pending: 0 };
  const stats: Record<string, object> = { 't/1': counts, 'n/12': counts };
  let workbench: Workbench;

  before(async () => {
    const settings = { 'mintscope.explorerUrl': EXPLORER };
    const collections = makeCollections(3);
    ({ workbench } = await startSignedIn({ projects, collections, stats }, settings));
  });

  /** The text that `act` copies, read after the status bar has confirmed it. */
  async function copied(says: string, act: () => Promise<unknown>): Promise<string> {
    await workbench.clipboard.clear();
    await act();
    await workbench.statusItem(says).waitFor();
    return workbench.clipboard.copied();
  }

  it('the menu and a key copy the mint addresses of all selected rows of the focused view', async () => {
    const { keyboard } = workbench.page;
    for (const label of ['Project 2', 'Project 5']) {
      await workbench.trees.clickRow('Projects', label, { holding: 'ControlOrMeta' });
    }
    const two = await copied('2 mint addresses copied', () =>
      workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Copy > Copy Mint Address'),
    );
    assert.equal(two, `${mint(2)}\n${mint(5)}`);
    await workbench.trees.clickRow('Collections', 'Collection 2');
    await keyboard.press('Shift+ArrowDown');
    const collections = await copied('2 mint addresses copied', () =>
      keyboard.press('ControlOrMeta+c'),
    );
    assert.equal(collections, [2, 3].map((id) => `Coll${String(id).padStart(40, 'x')}`).join('\n'));
    await workbench.screenshot('rows-selected');
  });

  it('the menu offers only the links of a row, and the editor names the host before it opens one', async () => {
    const ofProject = await workbench.trees.rowMenu('Projects', 'Project 5');
    const ofCollection = await workbench.trees.rowMenu('Collections', 'Collection 1');
    for (const entry of ['Open in Browser…', 'Copy']) {
      assert.ok(ofProject.includes(entry), entry);
      assert.ok(ofCollection.includes(entry), entry);
    }
    const withoutLink = await workbench.trees.rowMenu('Projects', 'Project 3');
    assert.ok(!withoutLink.includes('Open in Browser…'), withoutLink.join());
    await workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Open in Browser…');
    await workbench.quickInput.waitFor('Explorer');
    await workbench.screenshot('links');
    await workbench.quickInput.choose('Explorer');
    await workbench.messages.dialog(EXPLORER.replace('{mintAddress}', mint(5))).waitFor();
    await workbench.messages.dialogButton('Cancel').click();
    await workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Open in Browser…');
    await workbench.quickInput.choose('Image');
    await workbench.messages.dialog(LINK).waitFor();
    const requested = workbench.page.context().waitForEvent('request', {
      predicate: (request) => new URL(request.url()).host === 'images.example.com',
    });
    await workbench.messages.dialogButton('Open').click();
    assert.equal((await requested).url(), LINK);
    await workbench.statusItem('Opened images.example.com').waitFor();
  });

  it('an export offers a name in the open folder, and opens the file', async () => {
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.views.chooseInMenu('Projects', 'Export Projects…');
    await workbench.quickInput.choose('All rows');
    await workbench.quickInput.waitFor('CSV with counts');
    await workbench.screenshot('export-format');
    await workbench.quickInput.choose('CSV with counts');
    const offered = await workbench.quickInput.offeredPath();
    assert.match(offered, /\/projects-.*-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.csv$/);
    assert.ok(offered.startsWith(workbench.folder), offered);
    const path = join(workbench.folder, 'lights.csv');
    await workbench.quickInput.enter(path);
    const says = 'Exported 12 of 12 projects to lights.csv.';
    await workbench.messages.toastButton(says, 'Open').click();
    const [header = '', first] = (await readFile(path, 'utf8')).split('\r\n');
    assert.match(header, /^\ufeffname,reference,status,/);
    assert.match(first ?? '', /^Project 1,t\/1,.*,4,3,0\.75,1,/);
    await workbench.editors.tab('lights.csv').waitFor();
    await workbench.screenshot('export-csv');
  });

  it('JSON of a row cannot be edited', async () => {
    const { page, editors } = workbench;
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'View as JSON');
    await editors.tab('Project 1 (1 · transferable)').waitFor();
    await workbench.statusItem('JSON with Comments').waitFor();
    const isProject = () =>
      settles(async () => {
        const { row } = JSON.parse(await editors.text()) as { readonly row: unknown };
        assert.deepEqual(row, projects[0]);
      });
    await isProject();
    await page.locator('.view-lines').click();
    await page.keyboard.type('x');
    await page.getByText('Editor is read-only').first().waitFor();
    await isProject();
  });

  it('a project in What Happened opens its stats, and a sign-out or a reload closes the report', async () => {
    const { editors } = workbench;
    const openReport = async () => {
      await workbench.runCommand('Mintscope: What Happened…');
      await workbench.quickInput.choose('The last 7 days');
      return shows('h1:has-text("What happened since")');
    };
    await workbench.trees.clickRow('Projects', ODD);
    const shows = (selector: string) => editors.webviewFrame(selector);
    await shows('main:has(h1:has-text("Odd")) table.stages');
    stats['n/12'] = { total: 4, confirmed: 4, processing: 0, pending: 0 };
    await workbench.runCommand('Mintscope: Refresh Stats');
    await shows('main:has(h1:has-text("Odd")) table.stages:has-text("100")');
    await workbench.closeEditors();
    const report = await openReport();
    await workbench.screenshot('happened');
    await report.getByRole('link', { name: 'Odd' }).first().click();
    await shows('h1:has-text("Odd")');
    await editors.tabsAre('What Happened', 'Odd');
    await workbench.reload();
    await editors.tabsAre('Odd');
    await openReport();
    await editors.tabsAre('Odd', 'What Happened');
    await workbench.runCommand('Mintscope: Sign Out');
    await editors.tab(/./).first().waitFor({ state: 'detached' });
  });
});
