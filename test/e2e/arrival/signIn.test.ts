import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, newcomer } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-first-team';

describe('Signing in', () => {
  let editor: Editor;
  let service: MinimalService;
  let other: Server;
  let workbench: Workbench;

  before(async () => {
    service = await startService({
      token: TOKEN,
      projects: makeProjects(3),
      prefix: '/api',
    });
    other = createServer((_, response) => response.end('<h1>Another site</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    editor = await newcomer({ 'mintscope.baseUrl': service.address });
    workbench = await editor.openWindow();
    await workbench.openView();
  });

  after(async () => {
    await editor.stop();
    await service.close();
    other.close();
  });

  const input = () => workbench.quickInput;

  it('offers the address of the settings and refuses one that would expose the token', async () => {
    await workbench.views.welcomeButton('Projects', 'Sign In').click();
    await input().waitFor('Address of the service');
    await settles(async () => {
      assert.equal(await input().input.inputValue(), service.address);
    });
    await workbench.screenshot('sign-in-1-address');
    await input().enter('http://api.example.com');
    await input().waitFor('http would send the token unencrypted');
    await workbench.screenshot('sign-in-1-refused');
    await input().enter('https://me:secret@api.example.com');
    await input().waitFor('Leave the user name and password out');
  });

  it('hides the token as it is typed and says why it was refused', async () => {
    await input().enter(service.address);
    await input().waitFor('Access token for');
    await settles(async () => {
      assert.equal(await input().input.getAttribute('type'), 'password');
    });
    await input().enter('a-wrong-token');
    await input().waitFor('The service refused this token.');
    await workbench.screenshot('sign-in-2-refused');
  });

  it('a wrong address is reported at its own step, and Enter goes on all the same', async () => {
    await workbench.page.locator('.quick-input-titlebar').getByRole('button').first().click();
    await input().waitFor('Address of the service');
    await input().enter(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    await input().waitFor('There is no NFT service at this address.');
    await workbench.screenshot('sign-in-1-wrong-address');
    await input().titleButton('Where do I find the address?').click();
    await input().waitFor('Ask whoever runs the NFT service in your team');
    await workbench.screenshot('sign-in-1-help');
    await input().accept();
    await input().waitFor('Access token for');
    await input().enter(TOKEN);
    await input().waitFor('The answer is not JSON');
    await input().waitFor('Check that the address is that of the NFT service.');
  });

  it('reports that nothing answers at the address', async () => {
    await workbench.page.locator('.quick-input-titlebar').getByRole('button').first().click();
    await input().waitFor('Address of the service');
    await input().enter('http://127.0.0.1:1');
    await input().waitFor('Nothing answers at 127.0.0.1:1 (connection refused).');
    await input().cancel();
  });

  it('stores nothing before the check of the token succeeds', async () => {
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    assert.ok(service.requests.every(({ headers }) => headers.authorization !== `Bearer ${TOKEN}`));
  });

  it('asks for the scope, this workspace first, and shows the rows', async () => {
    await workbench.runCommand('Mintscope: Sign In…');
    await input().enter(service.address);
    await input().waitFor('Access token for');
    await input().enter(TOKEN);
    await input().waitFor('A sign-in for this workspace comes');
    await settles(async () => {
      const [first, second] = await input().itemTexts();
      assert.match(first ?? '', /^This workspace/);
      assert.match(second ?? '', /^Every workspace/);
    });
    await workbench.screenshot('sign-in-3-scope');
    await input().choose('This workspace');
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    const tried = service.requests.find(({ query }) => query.limit === '1');
    assert.deepEqual([tried?.path, tried?.query], ['/api/v2/projects', { page: '1', limit: '1' }]);
  });

  it('lets a second workspace have another token at another address', async () => {
    const second = await startService({
      token: 'token-of-the-second-team',
      projects: makeProjects(2, (id) => ({ name: `Second ${id}` })),
    });
    const window = await editor.openWindow();
    await window.openView();
    await window.views.welcomeButton('Projects', 'Sign In').waitFor();
    await signIn(window, { address: second.address, token: 'token-of-the-second-team' });
    await window.trees.row('Projects', 'Second 2').waitFor();
    await workbench.runCommand('Mintscope: Refresh Projects');
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    const sent = new Set(second.requests.flatMap(({ headers }) => headers.authorization ?? []));
    assert.deepEqual([...sent], ['Bearer token-of-the-second-team']);
    await window.close();
    await second.close();
  });

  it('signs out of every window at once', async () => {
    const twin = await editor.openWindow(workbench.folder);
    await twin.openView();
    await twin.trees.row('Projects', 'Project 1').waitFor();
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.views.welcomeButton('Projects', 'Sign In').waitFor();
    await twin.screenshot('signed-out-elsewhere');
    const before = service.requests.length;
    await twin.reload();
    await twin.openView();
    await twin.views.welcomeButton('Projects', 'Sign In').waitFor();
    assert.equal(service.requests.length, before);
    await twin.close();
  });

  it('uses a sign-in for every workspace if the workspace has none', async () => {
    await signIn(workbench, { address: service.address, token: TOKEN, scope: 'Every workspace' });
    const elsewhere = await editor.openWindow();
    await elsewhere.openView();
    await elsewhere.trees.row('Projects', 'Project 1').waitFor();
    await elsewhere.close();
  });
});
