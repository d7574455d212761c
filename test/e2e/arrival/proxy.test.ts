import assert from 'node:assert/strict';
import { type FakeProxy, startFakeProxy } from '../../support/fakeProxy.ts';
import { type Editor, newcomer } from '../support/editor.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Signing in behind a proxy that wants a password', () => {
  let proxy: FakeProxy;
  let editor: Editor;
  let workbench: Workbench;

  before(async () => {
    // It lets nobody in, so it connects to nothing.
    proxy = await startFakeProxy(9, { credentials: 'me:secret' });
    const address = proxy.origin.replace('//', '//me:wrong-password@');
    editor = await newcomer({ 'http.proxy': address });
    workbench = await editor.openWindow();
    await workbench.openView();
  });
  after(async () => {
    await editor.stop();
    await proxy.close();
  });

  it('a proxy that wants a password: the sign-in names the next step, without the password', async () => {
    await workbench.views.welcomeButton('Projects', 'Sign In').click();
    await workbench.quickInput.waitFor('Address of the service');
    await workbench.quickInput.enter('https://api.example.test');
    await workbench.quickInput.waitFor('The proxy asks for a user name and a password');
    await workbench.screenshot('sign-in-proxy-password');
    // One by Mintscope itself, one by the editor.
    const targets = proxy.asked.map(({ target }) => target);
    assert.deepEqual(
      targets.filter((target) => target.startsWith('api.')),
      ['api.example.test:443', 'api.example.test:443'],
    );
    assert.doesNotMatch(await workbench.page.locator('body').innerText(), /wrong-password/);
    await workbench.quickInput.cancel();
  });
});
