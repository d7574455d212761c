import { type Editor, newcomer, type Settings } from './editor.ts';
import type { Workbench } from './workbench.ts';

/** Signs in as a person does, step by step. */
export async function signIn(
  workbench: Workbench,
  {
    address,
    token,
    scope = 'This workspace',
  }: {
    readonly address: string;
    readonly token: string;
    readonly scope?: 'This workspace' | 'Every workspace';
  },
): Promise<void> {
  await workbench.runCommand('Mintscope: Sign In…');
  await workbench.quickInput.waitFor('Address of the service');
  await workbench.quickInput.enter(address);
  await workbench.quickInput.waitFor('Access token for');
  await workbench.quickInput.enter(token);
  await workbench.quickInput.waitFor('A workspace’s own sign-in wins');
  await workbench.quickInput.choose(scope);
  await workbench.toast('Signed in to').waitFor();
}

/** The editor with one window, signed in to a service, its views open and the first rows there. */
export async function startSignedIn(
  service: { readonly address: string },
  token: string,
  settings: Settings = {},
): Promise<{ readonly editor: Editor; readonly workbench: Workbench }> {
  const editor = await newcomer(settings);
  const workbench = await editor.openWindow();
  await workbench.openView();
  await signIn(workbench, { address: service.address, token });
  await workbench.clearToasts();
  await workbench.pane('Projects').locator('.pane-header .description').getByText(/\d/).waitFor();
  return { editor, workbench };
}
