import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { isStats, type MinimalService, TOKEN } from '../../support/minimalService.ts';
import { unhandledDuring } from '../../support/unhandled.ts';
import { windows } from '../../support/windows.ts';
import { rows } from '../../support/projects.ts';

const ODD = 'A token has no spaces, line breaks or accented letters. Copy it again.';

describe('Requests of a window', () => {
  const the = windows();
  /** The requests with a token; the address is checked without one. */
  const withToken = ({ requests }: MinimalService) =>
    requests.filter(({ headers }) => headers.authorization).length;

  it('a token that is refused to both lists and after Refresh is reported once', async () => {
    const service = await the.service(rows(1));
    service.setToken('another');
    const window = await the.signedIn(service);
    window.collections.show();
    const refused =
      '0 rows | Sign In… –  | The service refused this token. Sign in again with a token that is valid.';
    await eventually(() => [window.projects.sees, window.collections.sees], [refused, refused]);
    await window.run('projects.refresh');
    const prompts = window.desk.shown.filter(({ kind }) => kind === 'warning');
    assert.deepEqual(
      prompts.map(({ text }) => text),
      [`${service.host} refused your token. What is shown stays, but is not kept up to date.`],
    );
    assert.deepEqual([window.projects.sees, service.requests.length], [refused, 3]);
  });

  it('a token that is odd is not sent, one that cannot be stored is used in this window, and no message or log contains it', async () => {
    const secrets = new FakeSecrets();
    secrets.store = (_, value) => Promise.reject(new Error(`cannot write ${value}`));
    const service = await the.service(rows(1));
    const window = await the.window({ secrets });
    const { desk } = window;
    const done = window.run('signIn');
    await eventually(() => desk.box?.title, 'Sign in to your NFT service');
    desk.box!.enter(service.address);
    await eventually(() => desk.box?.password, true);
    const box = desk.box!;
    box.enter(`${TOKEN}\r\nx-admin: yes`);
    await eventually(() => box.validationMessage, ODD);
    assert.equal(withToken(service), 0);
    const token = 'secret"canary';
    service.setToken(token);
    box.enter(token);
    await done;
    await window.run('showLog');
    assert.doesNotMatch(JSON.stringify([desk.shown, desk.log]), /canary/);
    const shown = desk.shown.splice(0).map(({ text }) => text);
    assert.equal(
      shown.join().replace(/cannot write .*\)/, 'cannot write …)'),
      `Signed in to ${service.host} (this window only). The token cannot be stored, so sign in again after a reload. The editor’s secret storage does not work (cannot write …).`,
    );
    assert.equal(withToken(service), 1);
  });

  it('a window that is closed during Load More cancels the request', async () => {
    const service = await the.service(rows(120));
    const window = await the.signedIn(service);
    await eventually(() => window.projects.description, '50 of 120');
    service.hold(({ query }) => query.page === '2');
    const unhandled = await unhandledDuring(async () => {
      const more = window.run('projects.loadMore');
      await eventually(() => service.held.length, 1);
      await window.close();
      await eventually(() => service.held[0]!.gone, true);
      await more;
    });
    assert.deepEqual(unhandled, []);
  });

  it('a stats panel that is refreshed during its request shows the last one only', async () => {
    const service = await the.service(rows(1), { 't/1': { total: 4, confirmed: 3 } });
    service.hold(isStats);
    const window = await the.signedIn(service);
    window.projects.hide();
    const panel = await window.restorePanel('t/1');
    await eventually(() => service.held.length, 1);
    panel.says({ type: 'refresh' });
    await eventually(() => service.held.length, 2);
    await eventually(() => service.held[0]!.gone, true);
    assert.equal(panel.sees, 'Project 1 · transferable | loading');
    service.held[1]!.release();
    await eventually(() => panel.sees, 'Project 1 · transferable | 3 of 4 confirmed');
    const isProblem = (one: (typeof panel.received)[number]) =>
      one.type === 'state' && one.state.problem !== undefined;
    assert.ok(!panel.received.some(isProblem));
  });
});
