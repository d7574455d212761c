import { type MinimalOptions, TOKEN } from '../../support/minimalService.ts';
import { type Settings, signedOutWindow } from './editor.ts';
import { closeServices, startService } from './service.ts';
import type { Workbench } from './workbench.ts';

/**
 * Signs in as a user does, step by step.
 * @param scope `not asked` if no folder is open.
 * @param account the answer if a token of the same service is in use.
 */
export async function signIn(
  workbench: Workbench,
  {
    address,
    token,
    scope = 'This workspace',
    account,
  }: {
    readonly address: string;
    readonly token: string;
    readonly scope?: 'This workspace' | 'Every workspace' | 'not asked';
    readonly account?: 'The same account' | 'Another account';
  },
): Promise<void> {
  await workbench.runCommand('Mintscope: Sign In…');
  await workbench.quickInput.waitFor('Address of the service');
  await workbench.quickInput.enter(address);
  await workbench.quickInput.waitFor('Access token for');
  await workbench.quickInput.enter(token);
  if (scope !== 'not asked') {
    await workbench.quickInput.waitFor('A sign-in for this workspace comes');
    await workbench.quickInput.choose(scope);
  }
  if (account) {
    await workbench.quickInput.waitFor('a new token of the same account');
    await workbench.quickInput.choose(account);
  }
  await workbench.messages.toast('Signed in to').waitFor();
}

/**
 * Starts a service, and signs a window in to it, which shows the first rows of both lists. Services of
 * earlier tests are closed.
 */
export async function startSignedIn(options: Partial<MinimalOptions>, settings: Settings = {}) {
  await closeServices();
  const served = { token: TOKEN, ...options };
  const service = await startService(served);
  const { editor, workbench } = await signedOutWindow(settings);
  const signedOut = Date.now();
  await signIn(workbench, { address: service.address, token: served.token });
  await workbench.clearToasts();
  for (const name of ['Projects', 'Collections'] as const) {
    const pane = workbench.views.pane(name);
    const count = pane.locator('.pane-header .description').getByText(/\d/);
    await count.or(pane.getByText(`lists no ${name}`)).waitFor();
  }
  await workbench.messages.spamProtectionOver(signedOut);
  return { service, editor, workbench };
}
