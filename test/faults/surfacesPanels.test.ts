import assert from 'node:assert/strict';
import type { FakePanel } from '../support/fakeVscode/panel.ts';
import { eventually } from '../support/eventually.ts';
import { fault } from './support/matrix.ts';
import { rows, STATS, outcome } from './support/openers.ts';
import { windows } from '../support/windows.ts';
import { isStats, TOKEN } from '../support/minimalService.ts';

/** Stats panels of a whole window: restored, hidden or closed during requests, and of one id twice. */
describe('Surfaces', () => {
  const the = windows();

  fault('a restored stats panel with an invalid state: the tab closes', async () => {
    const service = await the.service(rows(1));
    const window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    const panels = [];
    for (const saved of [undefined, { ref: 't/1/../../admin' }, { ref: 7 }, 't/1']) {
      panels.push(await window.restorePanel(saved));
    }
    assert.ok(panels.every(({ disposed }) => disposed));
    return outcome('the tab closes', service.requests.length, {
      sees: 'the tab closes',
      requests: 0,
    });
  });

  /** A panel of project 1, whose request for stats is held back. */
  async function requesting() {
    const service = await the.service(rows(1), { 't/1': STATS });
    service.hold(isStats);
    const window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    const panel = await window.restorePanel({ ref: 't/1' });
    await eventually(() => service.held.length, 1);
    return { service, panel };
  }
  const COUNTED = 'Project 1 · transferable | 3 of 4 confirmed';

  fault('stats panel hidden during its request: it shows the counts later', async () => {
    const { service, panel } = await requesting();
    await eventually(() => panel.sees, 'Project 1 · transferable | loading');
    panel.setVisible(false);
    service.held[0]!.release();
    await eventually(() => panel.title, 'Project 1 · transferable');
    panel.setVisible(true);
    await eventually(() => panel.sees, COUNTED);
    return outcome(panel.sees, service.requests.length, { sees: COUNTED, requests: 1 });
  });

  fault('stats panel closed during its request: the request is canceled', async () => {
    const { service, panel } = await requesting();
    panel.dispose();
    await eventually(() => service.held[0]!.gone, true);
    return outcome('nothing', service.requests.length, { sees: 'nothing', requests: 1 });
  });

  fault('stats panel refreshed during its request: only the last request is shown', async () => {
    const { service, panel } = await requesting();
    // Each Refresh sends a new request, and the result of the earlier one is not shown.
    for (const requests of [2, 3]) {
      panel.says({ type: 'refresh' });
      await eventually(() => service.held.length, requests);
      await eventually(() => service.held[requests - 2]!.gone, true);
    }
    assert.equal(panel.sees, 'Project 1 · transferable | loading');
    service.held[2]!.release();
    await eventually(() => panel.sees, COUNTED);
    const problems = panel.received.filter(
      (message) => message.type === 'state' && message.state.problem,
    );
    assert.deepEqual(problems, []);
    return outcome(panel.sees, service.requests.length, { sees: COUNTED, requests: 3 });
  });

  fault('window reloaded with two stats panels of one project: one stays', async () => {
    const service = await the.service(rows(1), { 't/1': STATS });
    const window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    const panels: FakePanel[] = [];
    for (let n = 0; n < 2; n++) panels.push(await window.restorePanel({ ref: 't/1' }));
    await eventually(() => panels[0]!.sees, COUNTED);
    assert.deepEqual(
      panels.map(({ disposed }) => disposed),
      [false, true],
    );
    return outcome(panels[0]!.sees, service.requests.length, { sees: COUNTED, requests: 1 });
  });

  fault('one id as transferable and as non-transferable: two rows and two panels', async () => {
    const both = [true, false].map((transferable) => ({ id: 7, name: 'Twin', transferable }));
    const stats = { 't/7': { ...STATS, confirmed: 1 }, 'n/7': { ...STATS, confirmed: 2 } };
    const service = await the.service(both, stats);
    const window = await the.signedIn(service);
    await eventually(() => window.projects.sees, '2 | 2 rows');
    window.desk.settings.set('workbench.editor.enablePreview', false);
    for (const { row } of window.projects.painted) {
      window.projects.select(row);
      await window.run('projects.openRow');
    }
    const [first, second] = window.desk.panels;
    await eventually(() => first!.sees, 'Twin (7 · transferable) | 1 of 4 confirmed');
    await eventually(() => second!.sees, 'Twin (7 · non-transferable) | 2 of 4 confirmed');
    assert.deepEqual(
      window.projects.painted.map(({ item }) => item.id),
      ['project/t/7', 'project/n/7'],
    );
    return outcome(`${first!.sees}, ${second!.sees}`, service.requests.length, {
      sees: 'Twin (7 · transferable) | 1 of 4 confirmed, Twin (7 · non-transferable) | 2 of 4 confirmed',
      requests: 3,
    });
  });
});
