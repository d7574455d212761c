import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, signedOutWindow } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const FIRST = 'token-of-the-first-team';
const SECOND = 'token-of-the-second-team';
const BACK = 'Control+Alt+Minus';

describe('Signing in', () => {
  let first: MinimalService;
  let second: MinimalService;
  let editor: Pick<Editor, 'openWindow'>;
  let workbench: Workbench;

  before(async () => {
    first = await startService({ token: FIRST, projects: makeProjects(3) });
    second = await startService({
      token: SECOND,
      projects: makeProjects(3, (id) => ({ name: `Second ${id}` })),
      prefix: '/api',
    });
    ({ editor, workbench } = await signedOutWindow());
    await workbench.messages.spamProtectionOver(Date.now());
    await workbench.clearToasts();
  });

  after(async () => {
    await first.close();
    await second.close();
  });

  const press = (key: string) => workbench.page.keyboard.press(key);
  const stands = async (step: string, text: string) => {
    await workbench.quickInput.title(step).waitFor();
    await settles(async () => {
      assert.equal(await workbench.quickInput.input.inputValue(), text);
    });
  };
  const status = (name: string) => workbench.statusItem(`Mintscope: ${name}`);
  const hostOf = ({ address }: MinimalService) => new URL(address).host;
  const tokensAt = ({ requests }: MinimalService) => [
    // An address is checked without a token.
    ...new Set(requests.flatMap(({ headers }) => headers.authorization ?? [])),
  ];

  it('signs in by keyboard alone; Back keeps all that was typed, the hidden token too, and Escape nothing', async () => {
    const { quickInput } = workbench;
    await workbench.runToQuickInput('Mintscope: Sign In…', 'Address of the service');
    await workbench.screenshot('sign-in-address');
    await quickInput.enter(first.address);
    await quickInput.title('(2/3)').waitFor();
    await press('Escape');
    await quickInput.closed();
    await workbench.runToQuickInput('Mintscope: Sign In…', 'Address of the service');
    await quickInput.title('(1/3)').waitFor();
    // A window that was signed out offers the address of before.
    assert.notEqual(await quickInput.input.inputValue(), first.address);
    await quickInput.enter(first.address);
    await stands('(2/3)', '');
    await workbench.screenshot('sign-in-token');
    first.hold();
    await quickInput.enter(FIRST);
    await quickInput.waitFor('Checking…');
    await workbench.screenshot('sign-in-checking');
    await press(BACK);
    await stands('(1/3)', first.address);
    first.release();
    await press('Enter');
    await stands('(2/3)', FIRST);
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await press('Enter');
    await quickInput.title('(3/3)').waitFor();
    await workbench.screenshot('sign-in-scope');
    await press('Enter');
    await workbench.trees.row('Projects', 'Project 3').waitFor();
    await workbench.screenshot('signed-in');
  });

  it('the status bar names and speaks the service in use, and a click switches to another with its own token', async () => {
    const spoken = `signed in to http://${hostOf(first)} (this workspace)`;
    await status(hostOf(first)).locator(`a[aria-label*="${spoken}"]`).waitFor();
    await signIn(workbench, { address: second.address, token: SECOND });
    await workbench.trees.row('Projects', 'Second 3').waitFor();
    await workbench.clearToasts();
    await status(hostOf(second)).click();
    await workbench.quickInput.waitFor('Choose a connection');
    await workbench.screenshot('switch-connection');
    await workbench.quickInput.choose(first.address.replace('http://', ''));
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    await status(hostOf(first)).waitFor();
    assert.deepEqual(tokensAt(first), [`Bearer ${FIRST}`]);
    assert.deepEqual(tokensAt(second), [`Bearer ${SECOND}`]);
  });

  it('Sign Out ends the sign-in in every window at once', async () => {
    const twin = await editor.openWindow(workbench.folder);
    await twin.openView();
    await twin.trees.row('Projects', 'Project 1').waitFor();
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.close();
  });
});
