import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { signedOutWindow } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { NOTHING_COPIED } from '../support/workbench/clipboard.ts';
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

  /** The report, copied by the button of the message, without Markdown's escapes. */
  const copied = async (message: string | RegExp) => {
    await workbench.clipboard.clear();
    await workbench.messages.toastButton(message, 'Copy Report').click();
    await eventually('report on the clipboard', async () => {
      return (await workbench.clipboard.text()) !== NOTHING_COPIED;
    });
    return (await workbench.clipboard.text()).replace(/\\(.)/g, '$1');
  };

  it('Check Connection is offered while signed out, and checks a typed address without a token', async () => {
    const link = workbench.views.pane('Projects').getByText('Check the connection');
    await link.waitFor();
    await workbench.screenshot('check-connection-welcome');
    await link.click();
    await workbench.quickInput.waitFor('Type the address of the service to check');
    await workbench.quickInput.enter(service.address);
    const report = await copied('Check Connection: No fault was found');
    assert.match(report, /- ✓ \*\*Answer\*\*: .* asks for a valid token \(401\)\./);
    assert.match(report, /- – \*\*Token\*\*: Not checked, because nobody is signed in/);
    assert.equal(service.requests.at(-1)?.headers.authorization, undefined);
    await workbench.clearToasts();
    await workbench.closeEditors();
  });

  it('Check Connection checks the sample service, and shows the report rendered', async () => {
    await workbench.runCommand('Mintscope: Explore Sample Data');
    await workbench.trees.row('Projects', 'Harbor Lights').first().waitFor();
    await workbench.views.chooseInMenu('Projects', 'Check Connection');
    await workbench.editors.tab('Preview Check Connection.md').waitFor();
    await workbench.messages.toast('Check Connection: All 12 checks are fine.').waitFor();
    await workbench.editors.webviewFrame('h1:has-text("Mintscope: Check Connection")');
    await workbench.screenshot('check-connection-sample');
    const report = await copied('Check Connection: All 12 checks are fine.');
    assert.match(report, /- ✓ \*\*Address\*\*: Sample data is shown\./);
    assert.match(report, /- ✓ \*\*Pages\*\*: Pages 1 and 2 of 5 rows fit together/);
    assert.match(report, /- ✓ \*\*Versions\*\*: Mintscope \d+\.\d+\.\d+, .*, in a browser\./);
    assert.match(report, /It runs on a remote machine\.\n/);
    assert.doesNotMatch(report, /[✗⚠] \*\*/);
    await workbench.clearToasts();
    await workbench.runCommand('View: Close All Editors');
    await workbench.editors.tab(/./).first().waitFor({ state: 'detached' });
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
  });
});
