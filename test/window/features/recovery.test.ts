import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';

describe('an outage in a window', () => {
  const the = windows();
  const outageTitle =
    /^Unreachable since \d\d:\d\d( · last try \d\d:\d\d:\d\d)? · next try \d\d:\d\d:\d\d$/;

  async function start() {
    const stats: Record<string, object> = {
      't/1': { total: 9, confirmed: 3, processing: 6, pending: 0 },
    };
    return { stats, ...(await the.opened(rows(3), stats)) };
  }

  it('shows an outage on all surfaces, and no pace in the stats panel, until one request succeeds', async () => {
    const { stats, service, window, desk, host } = await start();
    window.collections.show();
    const panel = await window.restorePanel('t/1');
    await eventually(() => panel.state?.counts?.confirmed, 3);
    const collection = await window.restorePanel('Coll1');
    stats['t/1'] = { total: 9, confirmed: 5, processing: 4, pending: 0 };
    // The pace, or why there is none; empty while the counts cannot be updated.
    const hasPace = () => Boolean(panel.state?.timeLine?.pace.length);
    panel.says({ type: 'refresh' });
    await eventually(() => panel.state?.counts?.confirmed, 5);
    await eventually(hasPace, true);
    const status = () => desk.statusItems[0]!.text;
    service.fail(() => 'reset');
    await window.run('projects.refresh');
    await window.run('collections.refresh');
    for (const one of [panel, collection]) {
      await eventually(() => outageTitle.test(one.state?.problem?.title ?? ''), true);
      assert.match(one.state!.problem!.message, /ECONNRESET/);
    }
    assert.deepEqual([panel.state?.counts?.confirmed, hasPace()], [5, false]);
    await eventually(status, `$(warning) Mintscope: ${host} · unreachable`);
    assert.match(
      window.projects.sees,
      /^3 \| 3 rows \| Connection cut off – rows from .* next try .* \| Unreachable\.$/,
    );
    await eventually(() => window.collections.sees.includes('(ECONNRESET)'), true);
    service.fail(undefined);
    await window.run('projects.refresh');
    await eventually(() => window.projects.sees, '3 | 3 rows');
    await eventually(() => window.collections.sees.includes('(ECONNRESET)'), false);
    for (const one of [panel, collection]) await eventually(() => one.state?.problem, undefined);
    await eventually(hasPace, true);
    await eventually(status, `$(plug) Mintscope: ${host}`);
  });

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
