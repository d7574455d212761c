import assert from 'node:assert/strict';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

/** An address that decoding and encoding would change. */
const LINK = 'https://images.example.com/a%2Fb.png?x=1%262&sig=%2F%3D';
const EXPLORER = 'https://explorer.example.com/address/{mintAddress}';
const mint = (id: number) => `Mint${String(id).padStart(40, 'x')}`;

describe('Rows', () => {
  let workbench: Workbench;

  /** The text that `act` copies, read after the status bar has confirmed it. */
  async function copied(says: string, act: () => Promise<unknown>): Promise<string> {
    await workbench.clipboard.clear();
    await act();
    await workbench.statusItem(says).waitFor();
    return workbench.clipboard.copied();
  }

  before(async () => {
    const projects = makeProjects(12, (id) => {
      if (id === 5) return { image: LINK };
      return id === 3 ? { mintAddress: '' } : {};
    });
    const settings = { 'mintscope.explorerUrl': EXPLORER };
    const collections = makeCollections(12);
    ({ workbench } = await startSignedIn({ projects, collections }, settings));
  });

  it('copying selected rows gives one line per row, and shows how many have no value', async () => {
    for (const label of ['Project 2', 'Project 5']) {
      await workbench.trees.clickRow('Projects', label, { holding: 'ControlOrMeta' });
    }
    const two = await copied('2 mint addresses copied', () =>
      workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Copy Mint Address'),
    );
    assert.equal(two, `${mint(2)}\n${mint(5)}`);
    await workbench.trees.clickRow('Projects', 'Project 2');
    for (let press = 0; press < 3; press++) await workbench.page.keyboard.press('Shift+ArrowDown');
    const three = await copied(
      '3 mint addresses copied. Rows without a mint address: 1 of 4.',
      () => workbench.page.keyboard.press('ControlOrMeta+c'),
    );
    assert.equal(three, [2, 4, 5].map(mint).join('\n'));
    await workbench.screenshot('rows-selected');
  });

  it('a key copies the focused row of the focused view', async () => {
    await workbench.trees.clickRow('Collections', 'Collection 2');
    await workbench.page.keyboard.press('ArrowDown');
    const third = await copied('1 mint address copied', () =>
      workbench.page.keyboard.press('ControlOrMeta+c'),
    );
    assert.equal(third, `Coll${'3'.padStart(40, 'x')}`);
  });

  it('rows dropped into an editor insert their addresses', async () => {
    // A plain click selects it alone.
    await workbench.trees.clickRow('Projects', 'Project 8');
    // Its panel would cover an editor that is opened earlier.
    await workbench.editors.webviewFrame('h1:has-text("Project 8")');
    await workbench.editors.openUntitled();
    await workbench.trees.clickRow('Projects', 'Project 9', { holding: 'ControlOrMeta' });
    await workbench.trees.dragRowIntoEditor('Projects', 'Project 9');
    await workbench.page.locator('.view-lines').getByText(mint(9)).waitFor();
    await settles(async () => {
      assert.equal(await workbench.editors.text(), `${mint(8)}\n${mint(9)}`);
    });
    await workbench.screenshot('row-dropped');
  });

  it('the host is named before a link is opened in the browser', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Open Image');
    await workbench.messages.dialog(LINK).waitFor();
    await workbench.screenshot('link-prompt');
    const requested = workbench.page.context().waitForEvent('request', {
      predicate: (request) => new URL(request.url()).host === 'images.example.com',
    });
    await workbench.messages.dialogButton('Open').click();
    assert.equal((await requested).url(), LINK);
    await workbench.statusItem('Opened images.example.com').waitFor();
  });

  it('the menu offers only the links of a row, and the explorer for a row with an address', async () => {
    const ofProject = await workbench.trees.rowMenu('Projects', 'Project 5');
    for (const entry of ['Open Image', 'Copy ID']) assert.ok(ofProject.includes(entry), entry);
    assert.ok(!ofProject.includes('Open Animation'), ofProject.join());
    const ofCollection = await workbench.trees.rowMenu('Collections', 'Collection 1');
    for (const entry of ['Open Metadata', 'Copy Mint Address'])
      assert.ok(ofCollection.includes(entry), entry);
    assert.ok(!ofCollection.includes('Copy ID'), ofCollection.join());
    const withoutAddress = await workbench.trees.rowMenu('Projects', 'Project 3');
    assert.ok(!withoutAddress.includes('Open in Explorer'), withoutAddress.join());
    await workbench.trees.chooseInRowMenu('Projects', 'Project 5', 'Open in Explorer');
    await workbench.messages.dialog(EXPLORER.replace('{mintAddress}', mint(5))).waitFor();
    await workbench.messages.dialogButton('Cancel').click();
  });
});
