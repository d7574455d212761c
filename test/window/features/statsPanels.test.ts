import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { eventually } from '../../support/eventually.ts';
import { openLink } from '../../support/openLink.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';
import { turns } from '../../support/turn.ts';

const STATS = {
  't/1': { total: 4, confirmed: 3, burnt: 2 },
  't/2': { total: 6, confirmed: 3, processing: 2, pending: 1 },
  't/60': { total: 9 },
};

const projects = (count: number) => sentProjects(count, (id) => ({ mintAddress: `Mint${id}` }));

describe('stats panels', () => {
  const the = windows();

  async function start(count = 3) {
    const rows = projects(count);
    return { rows, ...(await the.opened(rows, STATS)) };
  }
  const opened = async (count?: number) => {
    const started = await start(count);
    const panel = await started.window.openRow(0);
    await isLoaded(panel);
    return { ...started, panel };
  };
  const isLoaded = (panel: FakePanel) => eventually(() => panel.state?.loading, false);

  it('shows the reading of another surface in a stats panel, in place of its problem and without a request', async () => {
    const { window, service } = await start();
    service.fail((request) => (isStats(request) ? { status: 500 } : undefined));
    const panel = await window.openRow(0);
    await eventually(() => panel.state?.problem !== undefined, true);
    service.fail(undefined);
    const count = service.requests.length;
    await window.desk.tools.invoke('mintscope_stats', { project: 't/1' });
    await eventually(() => panel.sees, 'P 1 (1 · transferable) | 3 of 4 confirmed');
    const sent = service.requests.slice(count).filter(isStats);
    assert.equal(sent.length, 1, 'that of the tool');
  });

  it('follows a mint in a visible panel without a press, and sends no request while it is hidden, the window is left or the token is refused', async () => {
    const time = the.skippableTime();
    const stats = { 't/1': { total: 900, confirmed: 1, processing: 899, pending: 0 } };
    const { window, service } = await the.opened(projects(1), stats);
    const requested = () => service.requests.filter(isStats).length;
    const move = () => stats['t/1'].confirmed++;
    const shows = () => [panel.state?.counts?.confirmed, panel.state?.timeLine?.readings.length];
    const panel = await window.openRow(0);
    await isLoaded(panel);
    for (let readings = 2; readings < 5; readings++) {
      move();
      time.skip(5_000);
      await eventually(shows, [stats['t/1'].confirmed, readings]);
    }
    const isUnread = async () => {
      move();
      const before = requested();
      time.skip(60_000);
      await turns();
      assert.equal(requested(), before);
    };
    panel.setVisible(false);
    await isUnread();
    panel.setVisible(true);
    await eventually(() => panel.state?.counts?.confirmed, stats['t/1'].confirmed);
    window.desk.focused = false;
    await isUnread();
    // A browser may not notice that the page of a new panel has the focus.
    panel.says({ type: 'focus' });
    await eventually(() => panel.state?.counts?.confirmed, stats['t/1'].confirmed);
    panel.says({ type: 'blur' });
    await isUnread();
    panel.says({ type: 'focus' });
    await eventually(() => panel.state?.counts?.confirmed, stats['t/1'].confirmed);
    panel.setVisible(false);
    panel.setVisible(true);
    await isUnread();
    window.desk.focused = true;
    await eventually(() => panel.state?.counts?.confirmed, stats['t/1'].confirmed);
    service.setToken('another');
    time.skip(5_000);
    await eventually(() => panel.state?.problem?.action, 'signIn');
    await isUnread();
    service.setToken(TOKEN);
    await window.run('projects.refresh');
    await eventually(() => panel.state?.counts?.confirmed, stats['t/1'].confirmed);
    assert.equal(panel.state!.problem, undefined);
  });

  it('requests stats and row once each on Refresh of the panel or the view, for both, and on that of the given row or else the panel in front', async () => {
    const { window, service, rows, panel } = await opened(60);
    const requests = (from: number) =>
      service.requests
        .slice(from)
        .map((request) => (isStats(request) ? 'stats' : 'rows'))
        .sort();
    assert.deepEqual(requests(1), ['stats'], 'not on opening');
    const described = () =>
      String(window.projects.painted[0]?.item.description).replace(/^→ (.*) · (75%).*/, '$2 · $1');
    for (const refresh of [
      () => {
        panel.says({ type: 'refresh' });
        return Promise.resolve();
      },
      () => window.run('projects.refresh'),
      () => window.run('refreshStats'),
      () => window.run('refreshStats', window.projects.painted[0]!.row),
    ]) {
      const before = service.requests.length;
      const status = `state ${before}`;
      Object.assign(rows[0]!, { status });
      await refresh();
      await eventually(() => panel.state?.facts.status, status);
      await eventually(described, `75% · ${status}`);
      await isLoaded(panel);
      assert.deepEqual(requests(before), ['rows', 'stats']);
    }
    window.projects.moveTo(window.projects.painted[1]!.row);
    await window.cancel('Refresh the stats of which project?', 'refreshStats');
    await window.run('refreshStats', window.projects.painted[1]!.row);
    await eventually(() => window.desk.panels.at(-1)?.state?.ref, 't/2');
  });

  it('copies id and mint address from a panel, confirms each with a tick, and copies no missing one', async () => {
    const { window, desk, panel } = await opened();
    const ticks = () => panel.received.flatMap((one) => (one.type === 'done' ? one.what : []));
    panel.says({ type: 'copy', what: 'mintAddress' });
    await eventually(ticks, ['mintAddress']);
    assert.equal(desk.clipboard, 'Mint1');
    const unknown = await openLink(window, '/projects/t/60');
    await isLoaded(unknown);
    unknown.says({ type: 'copy', what: 'mintAddress' });
    panel.says({ type: 'copy', what: 'id' });
    await eventually(ticks, ['mintAddress', 'id']);
    assert.equal(desk.clipboard, 't/1');
  });
});
