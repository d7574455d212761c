import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { signedOutWindow } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-check';

describe('Check Connection', () => {
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects: makeProjects(120) });
    ({ workbench } = await signedOutWindow());
    await workbench.messages.spamProtectionOver(Date.now());
  });

  after(async () => {
    await service.close();
  });

  it('Check Connection is offered while signed out, and shows and copies the report of a typed address', async () => {
    const link = workbench.views.pane('Projects').getByText('Check the connection');
    await link.waitFor();
    await workbench.screenshot('check-connection-welcome');
    await link.click();
    await workbench.quickInput.waitFor('Type the address of the service to check');
    await workbench.quickInput.enter(service.address);
    await workbench.editors.webviewFrame('h1:has-text("Mintscope: Check Connection")');
    await workbench.screenshot('check-connection');
    await workbench.clipboard.clear();
    const message = 'Check Connection: No fault was found';
    await workbench.messages.toastButton(message, 'Copy Report').click();
    const report = await workbench.clipboard.copied();
    assert.match(report, /Token.*: Not checked, because nobody is signed in/);
    assert.match(report, /, in a browser\\?\.\n/);
    assert.match(report, /It runs on a remote machine\\?\.\n/);
    await workbench.clearToasts();
    await workbench.closeEditors();
  });
});
