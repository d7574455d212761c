import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, signedOutWindow } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const FIRST = 'token-of-the-first-team';
const SECOND = 'token-of-the-second-team';

describe('Connections', () => {
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
  });

  after(async () => {
    await first.close();
    await second.close();
  });

  const status = () => workbench.statusItem(/127\.0\.0\.1|Production/);
  const hostOf = ({ address }: MinimalService) => new URL(address).host;
  const shortOf = ({ address }: MinimalService) => address.replace('http://', '');
  const tokensAt = ({ requests }: MinimalService) => [
    // An address is checked without a token.
    ...new Set(requests.flatMap(({ headers }) => headers.authorization ?? [])),
  ];
  const openPicker = async () => {
    await workbench.clearToasts();
    await status().click();
    await workbench.quickInput.waitFor('Choose another connection');
  };

  it('the status bar names the service in use, and a click switches to another with its own token', async () => {
    await signIn(workbench, { address: first.address, token: FIRST });
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    await status()
      .getByText(`Mintscope: ${hostOf(first)}`)
      .waitFor();
    const spoken = `signed in to ${hostOf(first)} in this workspace`;
    await status().locator(`a[aria-label*="${spoken}"]`).waitFor();
    await signIn(workbench, { address: second.address, token: SECOND });
    await workbench.trees.row('Projects', 'Second 3').waitFor();
    await status()
      .getByText(`Mintscope: ${hostOf(second)}`)
      .waitFor();
    await openPicker();
    await workbench.screenshot('switch-connection');
    await workbench.quickInput.choose(shortOf(first));
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    await status().getByText(hostOf(first)).waitFor();
    assert.deepEqual(tokensAt(first), [`Bearer ${FIRST}`]);
    assert.deepEqual(tokensAt(second), [`Bearer ${SECOND}`]);
  });

  it('a sign-in can be deleted by keyboard only', async () => {
    await openPicker();
    const { quickInput, page } = workbench;
    const forgotten = quickInput.items.filter({ hasText: shortOf(second) });
    await page.keyboard.press('ArrowDown');
    await forgotten.and(page.locator('.focused')).waitFor();
    // Behind the list to the last button of the focused item.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await forgotten.waitFor({ state: 'detached' });
    await quickInput.items.filter({ hasText: 'Sign In Elsewhere…' }).waitFor();
    await quickInput.cancel();
  });

  it('sign-ins, and the names and colors of services, stay after a reload', async () => {
    const { quickInput } = workbench;
    await workbench.runToQuickInput('Mintscope: Name This Connection…', 'A name such as');
    await quickInput.enter('Production');
    await quickInput.choose('🔴 Red');
    await workbench.statusItem(/🔴 Production/).waitFor();
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Project 3').waitFor();
    await status().getByText('🔴 Production').waitFor();
    await openPicker();
    await workbench.quickInput.items.filter({ hasText: 'Sign In Elsewhere…' }).waitFor();
    const texts = await workbench.quickInput.itemTexts();
    assert.ok(
      !texts.some((text) => text.includes(shortOf(second))),
      'the forgotten one is still offered',
    );
    await workbench.quickInput.cancel();
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
