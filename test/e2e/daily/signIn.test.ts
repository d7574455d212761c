import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, signedOutWindow } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-first-team';

describe('Signing in', () => {
  let editor: Pick<Editor, 'openWindow'>;
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects: makeProjects(3) });
    ({ editor, workbench } = await signedOutWindow());
  });

  after(async () => {
    await service.close();
  });

  it('Sign In hides the token as it is typed, and shows the rows once it was accepted', async () => {
    const { quickInput } = workbench;
    await workbench.views.welcomeButton('Projects', 'Sign In').click();
    await quickInput.waitFor('Address of the service');
    await quickInput.enter(service.address);
    await quickInput.waitFor('Access token for');
    await settles(async () => {
      assert.equal(await quickInput.input.getAttribute('type'), 'password');
    });
    await quickInput.enter('a-wrong-token');
    await quickInput.waitFor('The service refused this token.');
    await workbench.screenshot('sign-in-2-refused');
    await quickInput.enter(TOKEN);
    await quickInput.waitFor('A sign-in for this workspace comes');
    await quickInput.choose('This workspace');
    await workbench.trees.row('Projects', 'Project 1').waitFor();
  });

  it('Sign Out ends the sign-in in every window at once', async () => {
    const twin = await editor.openWindow(workbench.folder);
    await twin.openView();
    await twin.trees.row('Projects', 'Project 1').waitFor();
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.screenshot('signed-out-elsewhere');
    await twin.close();
  });
});
