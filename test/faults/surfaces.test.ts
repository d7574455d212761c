import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import type { FakePanel } from '../support/fakeVscode/panel.ts';
import { isStats } from '../support/minimalService.ts';
import { unhandledDuring } from '../support/unhandled.ts';
import { windows } from '../support/windows.ts';
import { fault } from './support/matrix.ts';
import { rows, outcome, STATS } from './support/openers.ts';

/** Trees and stats panels of a whole window that end or change while their requests are under way. */
describe('Surfaces', () => {
  const the = windows();

  fault('window closed during Load More: the request is canceled', async () => {
    const service = await the.service(rows(120));
    const window = await the.signedIn(service);
    const tree = window.projects;
    await eventually(() => tree.sees, '50 of 120 | 50 rows | Load more – 50 of 120 shown');
    service.hold(({ query }) => query.page === '2');
    const unhandled = await unhandledDuring(async () => {
      const more = window.run('projects.loadMore');
      await eventually(() => service.held.length, 1);
      await window.close();
      await eventually(() => service.held[0]!.gone, true);
      await more;
    });
    assert.deepEqual(unhandled, []);
    const sees = tree.sees.replace('50 of 120 | ', '');
    // The first page is read again, to notice a changed list.
    return outcome(sees, service.requests.length, { sees: '0 rows', requests: 3 });
  });

  /** A window, and the stats panels of these projects that it restores. */
  async function restored(...refs: readonly string[]) {
    const service = await the.service(rows(1), { 't/1': STATS });
    service.hold(isStats);
    const window = await the.signedIn(service);
    window.projects.hide();
    const panels: FakePanel[] = [];
    for (const ref of refs) panels.push(await window.restorePanel(ref));
    await eventually(() => service.held.length, 1);
    const stats = () => service.requests.filter(isStats).length;
    return { service, panels, panel: panels[0]!, stats };
  }
  const COUNTED = 'Project 1 · transferable | 3 of 4 confirmed';

  fault('stats panel refreshed during its request: only the last request is shown', async () => {
    const { service, panel, stats } = await restored('t/1');
    panel.says({ type: 'refresh' });
    await eventually(() => service.held.length, 2);
    await eventually(() => service.held[0]!.gone, true);
    assert.equal(panel.sees, 'Project 1 · transferable | loading');
    service.held[1]!.release();
    await eventually(() => panel.sees, COUNTED);
    const problems = panel.received.filter(
      (message) => message.type === 'state' && message.state.problem,
    );
    assert.deepEqual(problems, []);
    return outcome(panel.sees, stats(), { sees: COUNTED, requests: 2 });
  });
});
