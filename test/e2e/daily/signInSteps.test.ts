import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { signedOutWindow } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-steps';
const BACK = 'Control+Alt+Minus';

describe('Signing in step by step, by keyboard', () => {
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects: makeProjects(3) });
    ({ workbench } = await signedOutWindow());
    await workbench.clearToasts();
  });

  after(async () => {
    await service.close();
  });

  const input = () => workbench.quickInput;
  const press = (key: string) => workbench.page.keyboard.press(key);
  const toast = () => workbench.messages.toast('is not finished');
  const stands = async (step: string, text: string) => {
    await input().title(step).waitFor();
    await settles(async () => {
      assert.equal(await input().input.inputValue(), text);
    });
  };
  const tries = () =>
    service.requests.filter(({ query, headers }) => query.limit === '1' && headers.authorization)
      .length;

  it('Back leaves the check of a token, and keeps all that was typed, the hidden token too', async () => {
    await workbench.runToQuickInput('Mintscope: Sign In…', 'Address of the service');
    await input().title('(1/3)').waitFor();
    await input().enter(service.address);
    await input().title('(2/3)').waitFor();
    service.hold();
    await input().enter(TOKEN);
    await input().waitFor('Checking…');
    await workbench.screenshot('sign-in-checking');
    await press(BACK);
    await stands('(1/3)', service.address);
    service.release();
    await press('Enter');
    await stands('(2/3)', TOKEN);
    assert.equal(await input().input.getAttribute('type'), 'password');
    await press('Enter');
    await input().title('(3/3)').waitFor();
    await press('ArrowDown');
    await input().activeItem.getByText('Every workspace').waitFor();
    const tried = tries();
    await press(BACK);
    await stands('(2/3)', TOKEN);
    await workbench.screenshot('sign-in-back-token');
    await press(BACK);
    await stands('(1/3)', service.address);
    await press('Enter');
    await stands('(2/3)', TOKEN);
    await press('Enter');
    await input().title('(3/3)').waitFor();
    await input().activeItem.getByText('Every workspace').waitFor();
    await workbench.screenshot('sign-in-back-scope');
    assert.equal(tries(), tried, 'a token that was proven is not tried again');
  });

  it('Sign In offers to continue after Escape, until its message is closed, which deletes what was typed', async () => {
    await press('Escape');
    await toast().waitFor();
    await input().closed();
    await workbench.screenshot('sign-in-not-finished');
    await workbench.runCommand('Notifications: Accept Notification Primary Action');
    await input().title('(3/3)').waitFor();
    await input().activeItem.getByText('Every workspace').waitFor();
    await toast().waitFor({ state: 'detached' });
    await press('Escape');
    // The message comes a moment after the box has closed. Clearing messages earlier would miss it.
    await toast().waitFor();
    await workbench.clearToasts();
    await toast().waitFor({ state: 'detached' });
    await workbench.runToQuickInput('Mintscope: Sign In…', 'Address of the service');
    await input().title('(1/3)').waitFor();
    // The address of an earlier sign-in may be offered.
    assert.notEqual(await input().input.inputValue(), service.address);
    await input().enter(service.address);
    await stands('(2/3)', '');
    await input().enter(TOKEN);
    await input().title('(3/3)').waitFor();
    await press('Enter');
    await workbench.trees.row('Projects', 'Project 3').waitFor();
  });
});
