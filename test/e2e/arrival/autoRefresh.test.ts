import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { until } from '../../support/rawServer.ts';
import { type Editor, newcomer } from '../support/editor.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-refresh';

describe('Refreshing every ten seconds', () => {
  const projects = makeProjects(60);
  const collections = makeCollections(3);
  let editor: Editor;
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects, collections });
    editor = await newcomer({ 'mintscope.autoRefresh': 10 });
    workbench = await editor.openWindow();
    await workbench.openView();
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.clearToasts();
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  const header = () => workbench.views.pane('Projects').locator('.pane-header');
  const asked = (path: string) => service.requests.filter((one) => one.path === path).length;

  it('refreshes the visible list, and a hidden one when it is shown', async () => {
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    await workbench.trees.row('Collections', 'Collection 3').waitFor();
    await header().click();
    await workbench.trees.row('Projects', 'Project 1').waitFor({ state: 'hidden' });
    const before = asked('/v2/projects');
    projects.unshift({ ...projects[0], id: 6002, name: 'Project 6002', status: 'draft' });
    collections.unshift({ ...makeCollections(4).at(-1), name: 'Collection 4' });
    const collectionsBefore = asked('/v1/collections');
    await until(() => asked('/v1/collections') > collectionsBefore);
    await workbench.trees.row('Collections', 'Collection 4').getByText('new ·').waitFor();
    assert.equal(asked('/v2/projects'), before, 'nobody sees that list');
    await header().click();
    await workbench.trees.row('Projects', 'Project 6002').getByText('new · draft · P1').waitFor();
    await workbench.screenshot('auto-refresh');
  });
});
