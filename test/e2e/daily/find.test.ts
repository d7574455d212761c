import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import type { QuickInput } from '../support/workbench/quickInput.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const FIND = 'Find Project or Collection…';

describe('Finding', () => {
  let service: MinimalService;
  let workbench: Workbench;
  let quickInput: QuickInput;

  before(async () => {
    ({ service, workbench } = await startSignedIn({
      projects: makeProjects(5000, (id) => {
        if (id === 70) return { name: 'A Late Ember' };
        return id === 4321 ? { name: 'Ember Tide', symbol: 'EMT' } : {};
      }),
      collections: makeCollections(45),
      stats: { 't/4321': { total: 4, confirmed: 3, processing: 1, pending: 0 } },
    }));
    ({ quickInput } = workbench);
  });

  it('Find shows loaded rows at once, and does not move the active row while pages arrive', async () => {
    service.hold();
    await workbench.views.clickAction('Projects', FIND);
    await quickInput.title('Find · 95 of 5,045 searched; type to search all').waitFor();
    await workbench.screenshot('find-opened');
    await quickInput.waitFor('Name, symbol, id, mint address, status or owner');
    await quickInput.type('project');
    await quickInput.firstItem('Project 1').waitFor();
    await quickInput.title('50 matches').waitFor();
    await workbench.screenshot('find-streaming');
    for (let press = 0; press < 3; press++) await quickInput.input.press('ArrowDown');
    await quickInput.activeItem.filter({ hasText: 'Project 4' }).waitFor();
    await quickInput.type('ember');
    await quickInput.items.filter({ hasText: 'No match yet.' }).waitFor();
    service.hold(({ query }) => Number(query.page) > 8);
    await quickInput.activeItem.filter({ hasText: 'A Late Ember' }).waitFor();
    // The better match is on a later page.
    service.release();
    await quickInput.items.filter({ hasText: 'Ember Tide' }).waitFor();
    await quickInput.title('Find · all 5,045 searched · 2 matches').waitFor();
    await settles(async () => {
      assert.match(await quickInput.activeItem.innerText(), /A Late Ember/);
    });
    await workbench.screenshot('find');
    await quickInput.cancel();
    await workbench.views.says('Projects', '50 of 5,000');
  });

  it('Find copies a mint address and reveals a row, by keyboard only', async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand(`Mintscope: ${FIND}`);
    await quickInput.type('emt');
    await quickInput.firstItem('Ember Tide').waitFor();
    await quickInput.title('Find · all 5,045 searched · 1 match').waitFor();
    for (const key of ['Tab', 'Tab', 'Enter']) await keyboard.press(key);
    await workbench.statusItem('1 mint address copied.').waitFor();
    assert.equal(await workbench.clipboard.text(), `Mint${'4321'.padStart(40, 'x')}`);
    for (const key of ['ArrowRight', 'Enter']) await keyboard.press(key);
    await workbench.trees.row('Projects', 'Ember Tide').waitFor();
    await workbench.views.says('Projects', '5,000');
    await workbench.views
      .pane('Projects')
      .locator('.monaco-list:focus-within .monaco-list-row.focused.selected')
      .filter({ hasText: 'Ember Tide' })
      .waitFor();
    await workbench.screenshot('find-revealed');
  });
});
