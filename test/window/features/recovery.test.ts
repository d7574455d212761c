import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';

describe('an outage in a window', () => {
  const the = windows();
  const start = () =>
    the.opened(rows(3), { 't/1': { total: 9, confirmed: 3, processing: 6, pending: 0 } });

  it('shows a refused token in stats and collection panels, until a request succeeds', async () => {
    const { service, window } = await start();
    const panel = await window.restorePanel('t/1');
    await eventually(() => panel.state?.counts?.confirmed, 3);
    const collection = await window.restorePanel('Coll1');
    service.fail(() => ({ status: 401 }));
    await window.run('projects.refresh');
    for (const one of [panel, collection])
      await eventually(() => one.state?.problem?.title?.startsWith('Token refused'), true);
    assert.equal(collection.state?.problem?.action, 'signIn');
    service.fail(undefined);
    collection.says({ type: 'refresh' });
    for (const one of [panel, collection]) await eventually(() => one.state?.problem, undefined);
  });

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

  it('Retry on a panel sends its request at once while requests are paused', async () => {
    const { service, window } = await start();
    const panel = await window.restorePanel('t/1');
    await eventually(() => panel.state?.counts?.confirmed, 3);
    // Without the focus, there is no automatic retry.
    window.desk.focused = false;
    service.fail(() => 'reset');
    // Enough failures in a row to pause requests.
    while (service.requests.length < 8) await window.run('projects.refresh');
    const before = service.requests.length;
    panel.says({ type: 'refresh' });
    // The list has failed too, so the panel shows the reason before it sends its own request.
    await eventually(() => service.requests.length > before, true);
    await eventually(() => panel.state?.loading, false);
    assert.match(panel.state!.problem!.message, /\(ECONNRESET\)/);
    const sent = service.requests.length;
    window.collections.show();
    await eventually(() => window.collections.sees.includes('(ECONNRESET)'), true);
    assert.equal(service.requests.length, sent, 'a request was sent while requests are paused');
    service.fail(undefined);
    panel.says({ type: 'refresh' });
    await eventually(() => panel.state?.problem, undefined);
  });
});
