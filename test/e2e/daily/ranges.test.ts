import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-ranges';

describe('More than ten thousand projects', () => {
  const projects = makeProjects(10_250);
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects });
    // A list with more pages.
    service.fail(({ query }) => (query.page === '103' ? { status: 400 } : undefined));
    ({ workbench } = await startSignedIn(service, TOKEN, { 'mintscope.pageSize': 100 }));
  });

  after(async () => {
    await service.close();
  });

  const row = (label: string) => workbench.trees.row('Projects', label);

  it('10,000 projects are shown in ranges of a thousand, with the selected row’s range open', async () => {
    await workbench.trees.clickRow('Projects', 'Project 3');
    await workbench.editors.webviewFrame('h1:has-text("Project 3")');
    // From the menu, because opening the palette presses Escape, which clears the selection.
    await workbench.views.chooseInMenu('Projects', 'Load All Projects');
    await row('1–1,000').getByText('Project 1 … Project 1000').waitFor();
    await row('Project 3').waitFor();
    await settles(async () => {
      assert.match((await row('Project 3').getAttribute('class')) ?? '', /selected/);
    });
    await settles(async () => {
      assert.equal(await row('1–1,000').getAttribute('aria-expanded'), 'true');
    });
    await workbench.screenshot('ranges');
  });

  it('Load more moves the selection to the first new row', async () => {
    service.fail(undefined);
    await workbench.views.pane('Projects').locator('.monaco-list').first().press('End');
    await row('Load more').waitFor();
    await workbench.screenshot('ranges-end');
    await settles(async () => {
      assert.equal(await row('10,001–10,200').getAttribute('aria-expanded'), 'false');
    });
    await workbench.trees.clickRow('Projects', 'Load more');
    await row('Project 10201').waitFor();
    await settles(async () => {
      assert.match((await row('Project 10201').getAttribute('class')) ?? '', /focused/);
    });
    await workbench.screenshot('ranges-more');
    await workbench.views.says('Projects', '10,250');
  });

  it('ranges work by keyboard and are named for screen readers', async () => {
    await workbench.views.pane('Projects').locator('.monaco-list').first().focus();
    await workbench.page.keyboard.press('Home');
    await row('1–1,000').waitFor();
    await settles(async () => {
      assert.match((await row('1–1,000').getAttribute('aria-label')) ?? '', /^Rows 1 to 1,000/);
    });
    await workbench.page.keyboard.press('ArrowLeft');
    await row('1,001–2,000').waitFor();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowRight');
    await row('Project 1001').waitFor();
    await settles(async () => {
      assert.equal(await row('Project 1').count(), 0, 'closed again');
    });
  });
});
