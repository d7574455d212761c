import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { unhandledDuring } from '../support/unhandled.ts';
import { fault } from './support/matrix.ts';
import { rows, outcome } from './support/openers.ts';
import { windows } from '../support/windows.ts';

const FIRST = '50 of 120 | 50 rows | Load more – 50 of 120 shown';

/** The trees of a whole window while their requests are under way. */
describe('Surfaces', () => {
  const the = windows();

  /** A window with the first of three pages; the second is held back when it is requested. */
  async function withSecondPageHeld() {
    const service = await the.service(rows(120));
    const window = await the.signedIn(service);
    await eventually(() => window.projects.sees, FIRST);
    service.hold(({ query }) => query.page === '2');
    return { service, window, tree: window.projects, requests: () => service.requests.length };
  }

  fault('sign-out during Load More: the request is canceled', async () => {
    const { service, window, tree, requests } = await withSecondPageHeld();
    const more = window.run('projects.loadMore');
    await eventually(() => service.held.length, 1);
    await eventually(() => window.desk.contexts.get('mintscope.projects.hasMore'), true);
    await window.run('signOut');
    await eventually(() => tree.sees, '0 rows');
    await eventually(() => service.held[0]!.gone, true);
    service.held[0]!.release();
    await more;
    assert.equal(window.desk.contexts.get('mintscope.connection'), 'none');
    await eventually(() => window.desk.contexts.get('mintscope.projects.hasMore'), false);
    assert.equal(window.secrets.stored.size, 0);
    const { host } = new URL(service.address);
    const [message] = window.desk.shown;
    return outcome(`${tree.sees}, ${message?.text}`, requests(), {
      sees: `0 rows, Signed out of ${host} in every workspace.`,
      requests: 2,
    });
  });

  fault('view hidden during the first page: it shows the rows later', async () => {
    const service = await the.service(rows(120));
    service.hold(() => true);
    const window = await the.signedIn(service);
    await eventually(() => service.held.length, 1);
    window.projects.hide();
    service.held[0]!.release();
    await eventually(() => window.projects.description, '50 of 120');
    window.projects.show();
    await eventually(() => window.projects.sees, FIRST);
    return outcome(window.projects.sees, service.requests.length, { sees: FIRST, requests: 1 });
  });

  fault('window closed during Load More: the request is canceled', async () => {
    const { service, window, tree, requests } = await withSecondPageHeld();
    const unhandled = await unhandledDuring(async () => {
      const more = window.run('projects.loadMore');
      await eventually(() => service.held.length, 1);
      await window.close();
      await eventually(() => service.held[0]!.gone, true);
      await more;
    });
    assert.deepEqual(unhandled, []);
    return outcome(tree.sees.replace('50 of 120 | ', ''), requests(), {
      sees: '0 rows',
      requests: 2,
    });
  });

  fault('window closed during the wait before a repeated request: the wait ends', async () => {
    const { service, window, requests } = await withSecondPageHeld();
    service.fail(() => ({ status: 503, headers: { 'retry-after': '30' } }));
    const timers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const unhandled = await unhandledDuring(async () => {
      const more = window.run('projects.loadMore');
      await eventually(requests, 2);
      const before = timers();
      await window.close();
      await more;
      assert.ok(timers() < before, 'the wait was called off');
    });
    assert.deepEqual(unhandled, []);
    return outcome('nothing', requests(), { sees: 'nothing', requests: 2 });
  });
});
