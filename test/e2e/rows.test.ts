import assert from 'node:assert/strict';
import { type MinimalService, startMinimalService } from '../support/minimalService.ts';
import { type Editor, startEditor } from './support/editor.ts';
import { makeCollections, makeProjects } from './support/rows.ts';
import { signIn } from './support/signIn.ts';
import type { Workbench } from './support/workbench.ts';

const TOKEN = 'token-for-rows';
const mint = (id: number) => `Mint${String(id).padStart(40, 'x')}`;

describe('Rows', () => {
  let editor: Editor;
  let service: MinimalService;
  let workbench: Workbench;

  /** Does something that copies, and gives what is on the clipboard when it says that it did. */
  async function copied(says: string, act: () => Promise<unknown>): Promise<string> {
    await workbench.clearClipboard();
    await act();
    await workbench.statusItem(says).waitFor();
    return workbench.clipboard();
  }

  before(async () => {
    service = await startMinimalService({
      token: TOKEN,
      projects: makeProjects(5000, (id) => {
        if (id === 3) return { mintAddress: '' };
        if (id === 4) return { name: 'a|b <img src=x>\n`c` [d](e)' };
        return {};
      }),
      collections: makeCollections(45),
    });
    editor = await startEditor();
    workbench = await editor.openWindow();
    await workbench.openView();
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.clearToasts();
    await workbench.row('Projects', 'Project 1').waitFor();
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  it('copies from the menu of a row, for a project and for a collection', async () => {
    await workbench.row('Projects', 'Project 2').click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Copy Mint Address' }).waitFor();
    await workbench.screenshot('row-menu');
    await workbench.page.keyboard.press('Escape');
    const id = await copied('1 ID copied', () =>
      workbench.chooseInRowMenu('Projects', 'Project 2', 'Copy ID'),
    );
    assert.equal(id, '2');
    const address = await copied('1 mint address copied', () =>
      workbench.chooseInRowMenu('Collections', 'Collection 1', 'Copy Mint Address'),
    );
    assert.equal(address, `Coll${'1'.padStart(40, 'x')}`);
  });

  it('copies a line for each of several rows, and says how many have none', async () => {
    const row = (id: number) => workbench.row('Projects', `Project ${id}`);
    await row(2).click({ modifiers: ['ControlOrMeta'] });
    await row(5).click({ modifiers: ['ControlOrMeta'] });
    const two = await copied('2 mint addresses copied', () =>
      workbench.chooseInRowMenu('Projects', 'Project 5', 'Copy Mint Address'),
    );
    assert.equal(two, `${mint(2)}\n${mint(5)}`);
    await row(2).click();
    for (let press = 0; press < 3; press++) await workbench.page.keyboard.press('Shift+ArrowDown');
    const three = await copied('3 mint addresses copied. 1 of 4 rows has no mint address.', () =>
      workbench.page.keyboard.press('ControlOrMeta+c'),
    );
    assert.equal(three, [2, 4, 5].map(mint).join('\n'));
    await workbench.screenshot('rows-selected');
  });

  it('copies by keyboard the row that has the focus, in the view that has it', async () => {
    await workbench.row('Collections', 'Collection 2').click();
    await workbench.page.keyboard.press('ArrowDown');
    const third = await copied('1 mint address copied', () =>
      workbench.page.keyboard.press('ControlOrMeta+c'),
    );
    assert.equal(third, `Coll${'3'.padStart(40, 'x')}`);
  });
});
