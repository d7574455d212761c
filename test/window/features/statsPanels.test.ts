import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { endAfterEach } from '../../support/ends.ts';
import { skipTime } from '../../support/skippedTime.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';
import { turns } from '../../support/turn.ts';

const STATS = {
  't/1': { total: 4, confirmed: 3, burnt: 2 },
  't/2': { total: 6, confirmed: 3, processing: 2, pending: 1 },
  't/60': { total: 9 },
};
const LOOPBACK = 'http://127.0.0.1:* http://localhost:*';

const projects = (count: number) => sentProjects(count, (id) => ({ mintAddress: `Mint${id}` }));

describe('stats panels', () => {
  const atEnd = endAfterEach();
  const the = windows();

  async function start(count = 3) {
    const rows = projects(count);
    return { rows, ...(await the.opened(rows, STATS)) };
  }
  const open = async (window: FakeWindow, at: number) => {
    await window.run('openStats', window.projects.painted[at]!.row);
    return window.desk.panels.at(-1)!;
  };
  const opened = async (count?: number) => {
    const started = await start(count);
    const panel = await open(started.window, 0);
    await isLoaded(panel);
    return { ...started, panel };
  };
  const isLoaded = (panel: FakePanel) => eventually(() => panel.state?.loading, false);
  const states = ({ received }: FakePanel) =>
    received.flatMap((message) => (message.type === 'state' ? [message.state] : []));

  it('sends a stats page complete states only, and none before the connection is known', async () => {
    const { window, service } = await start();
    service.hold(isStats);
    const before = Date.now();
    const panel = await open(window, 0);
    await eventually(() => panel.state !== undefined, true);
    const shown = {
      ref: 't/1',
      sample: false,
      loadImages: 'onClick',
      watched: false,
    };
    const { facts, ...rest } = panel.state!;
    assert.deepEqual(rest, { ...shown, tone: 'unknown', loading: true });
    const { asOf: listed = 0, ...words } = facts!;
    assert.deepEqual(words, { name: 'P 1', mintAddress: 'Mint1' });
    assert.ok(listed > 0 && listed <= before, 'the status is as old as the list');
    await eventually(() => service.held.length, 1);
    service.held[0]!.release();
    await isLoaded(panel);
    const { asOf = 0, timeLine, ...state } = panel.state!;
    assert.deepEqual(
      timeLine?.readings.map(({ at }) => at),
      [asOf],
    );
    const counts = { total: 4, confirmed: 3, burned: 2 };
    assert.deepEqual(state, { ...shown, tone: 'underWay', facts, loading: false, counts });
    assert.ok(asOf >= before);
    assert.deepEqual(panel.lost, [], 'the page was there for each message');
  });

  it('shows the reading of another surface in a stats panel, in place of its problem and without a request', async () => {
    const { window, service } = await start();
    service.fail((request) => (isStats(request) ? { status: 500 } : undefined));
    const panel = await open(window, 0);
    await eventually(() => panel.state?.problem !== undefined, true);
    service.fail(undefined);
    const count = service.requests.length;
    await window.desk.tools.invoke('mintscope_stats', { project: 't/1' });
    await eventually(() => panel.sees, 'P 1 (1 · transferable) | 3 of 4 confirmed');
    const sent = service.requests.slice(count).filter(isStats);
    assert.equal(sent.length, 1, 'that of the tool');
  });

  it('draws a time line from the second reading on, also in a panel opened later', async () => {
    const { window, service, panel } = await opened();
    atEnd(() => (STATS['t/1'].confirmed = 3));
    const drawn = ({ state }: FakePanel) =>
      state?.timeLine?.readings.map(({ confirmed }) => confirmed);
    assert.deepEqual(panel.state!.timeLine?.pace, [
      'no estimate yet: five readings that show progress are needed',
    ]);
    const before = panel.state!.asOf!;
    await eventually(() => Date.now() > before, true);
    STATS['t/1'].confirmed = 4;
    panel.says({ type: 'refresh' });
    await eventually(() => drawn(panel), [3, 4]);
    panel.dispose();
    service.hold(isStats);
    const again = await open(window, 0);
    await eventually(() => drawn(again), [3, 4]);
    assert.equal(again.state!.loading, true, 'before the service has answered');
    assert.ok(
      states(again).every(({ counts }) => counts?.confirmed === 4),
      'no state without the last counts came before',
    );
  });

  it('follows a mint in a visible panel without a press, and sends no request while it is hidden, the window is left or the token is refused', async () => {
    const time = skipTime(atEnd);
    const stats = { 't/1': { total: 900, confirmed: 1, processing: 899, pending: 0 } };
    const { window, service } = await the.opened(projects(1), stats);
    const requested = () => service.requests.filter(isStats).length;
    const move = () => stats['t/1'].confirmed++;
    const shows = () => [panel.state?.counts?.confirmed, panel.state?.timeLine?.readings.length];
    const panel = await open(window, 0);
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

  it('requests a row again whose status newer counts contradict, only while its panel is seen', async () => {
    const time = skipTime(atEnd);
    const minting = { total: 4, confirmed: 3, processing: 1, pending: 0 };
    const minted = { ...minting, confirmed: 4, processing: 0 };
    const stats = { 't/1': minting, 't/2': minting };
    const rows = sentProjects(2, () => ({ status: 'processing' }));
    const { window, service } = await the.opened(rows, stats);
    const [first, second] = window.projects.painted.map(({ row }) => row);
    const pages = () => service.requests.filter((request) => !isStats(request)).length;
    const panel = await open(window, 0);
    await isLoaded(panel);
    const before = pages();
    stats['t/1'] = minted;
    time.skip(5_000);
    await eventually(() => pages() - before, 1);
    panel.setVisible(false);
    await open(window, 1);
    await isLoaded(window.desk.panels.at(-1)!);
    window.desk.panels.at(-1)!.setVisible(false);
    stats['t/2'] = minted;
    await window.run('compareProgress', first, [first, second]);
    const hasRead = () => service.requests.filter(isStats).length;
    const read = hasRead();
    time.skip(5_000);
    await eventually(() => hasRead() > read, true);
    await turns();
    assert.equal(pages() - before, 1);
  });

  it('reads a visible panel less often while its mint rests, and leaves it to the recovery in an outage', async () => {
    const time = skipTime(atEnd);
    const { service, panel } = await opened();
    const requested = () => service.requests.filter(isStats).length;
    const before = requested();
    for (let second = 0; second < 300; second += 5) {
      time.skip(5_000);
      await turns(3);
    }
    const count = requested() - before;
    assert.ok(count >= 2 && count <= 12, `${count} requests in five minutes`);
    service.fail(() => 'reset');
    time.skip(60_000);
    await eventually(() => panel.state?.problem?.title?.startsWith('Unreachable'), true);
    service.fail(undefined);
    const failed = requested();
    time.skip(14_000);
    await turns();
    assert.equal(requested(), failed);
    time.skip(60_000);
    await eventually(() => panel.state?.problem, undefined);
  });

  it('shows new counts in a visible panel after Refresh of the Projects view', async () => {
    const stats = { 't/1': { total: 9, confirmed: 1, processing: 8, pending: 0 } };
    const { window } = await the.opened(projects(1), stats);
    const panel = await open(window, 0);
    await isLoaded(panel);
    for (const confirmed of [2, 3, 4]) {
      stats['t/1'].confirmed = confirmed;
      await window.run('projects.refresh');
      await eventually(() => panel.state?.counts?.confirmed, confirmed);
    }
  });

  it('requests stats and row once each on Refresh, for panel and tree, of the given row or else the panel in front', async () => {
    const { window, service, rows, panel } = await opened(60);
    const requests = (from: number) =>
      service.requests
        .slice(from)
        .map((request) => (isStats(request) ? 'stats' : 'rows'))
        .sort();
    assert.deepEqual(requests(1), ['stats'], 'not on opening');
    for (const refresh of [
      () => {
        panel.says({ type: 'refresh' });
        return Promise.resolve();
      },
      () => window.run('refreshStats'),
      () => window.run('refreshStats', window.projects.painted[0]!.row),
    ]) {
      const before = service.requests.length;
      const status = `state ${before}`;
      Object.assign(rows[0]!, { status });
      await refresh();
      await eventually(() => panel.state?.facts?.status, status);
      await eventually(() => window.projects.painted[0]?.item.description, `75% · ${status}`);
      await isLoaded(panel);
      assert.deepEqual(requests(before), ['rows', 'stats']);
    }
    await window.run('refreshStats', window.projects.painted[1]!.row);
    await eventually(() => window.desk.panels.at(-1)?.state?.ref, 't/2');
  });

  it('leaves the focus in the list for a panel opened or shown again from a row, and takes it otherwise', async () => {
    const { window, service } = await start();
    const fromRow = await open(window, 0);
    assert.equal(fromRow.focused, false);
    const fromLink = await openLink(window, '/projects/t/2');
    assert.equal(fromLink.focused, true);
    window.desk.choose = ({ choices }) => choices[0];
    window.desk.openLink!(Uri.parse('vscode://mintscope.mintscope/projects/t/1'));
    await eventually(() => fromRow.focused, true);
    await isLoaded(fromRow);
    fromRow.setVisible(false);
    const before = service.requests.length;
    await open(window, 0);
    await eventually(() => service.requests.length, before + 1);
    assert.deepEqual([fromRow.visible, fromRow.focused], [true, false]);
    assert.equal(window.desk.panels.length, 2);
    assert.equal(fromRow.pages.length, 1, 'the page is not loaded again');
  });

  it('shows the facts of the list in a panel opened by a link, at once or at the end of Load All', async () => {
    const { window, service } = await start(120);
    const known = await openLink(window, '/projects/t/1');
    await isLoaded(known);
    assert.equal(states(known)[0]?.facts?.name, 'P 1');
    const unknown = await openLink(window, '/projects/t/60');
    await eventually(() => unknown.sees, 'Project 60 · transferable | – of 9 confirmed');
    service.hold(({ query }) => query.page === '3');
    const all = window.run('projects.loadAll');
    await eventually(() => window.projects.description, '100 of 120');
    assert.equal(unknown.state!.facts?.name, undefined);
    service.held[0]!.release();
    await all;
    await eventually(() => unknown.sees, 'P 60 (60 · transferable) | – of 9 confirmed');
  });

  it('updates changed facts, and the time of the status in every panel, after a refresh', async () => {
    const { window, rows } = await start();
    const [first, second] = [await openLink(window, '/projects/t/1'), await open(window, 1)];
    await isLoaded(first);
    await isLoaded(second);
    const before = second.state!.facts!;
    const { titled } = first;
    Object.assign(rows[0]!, { name: 'Other', mintAddress: 'Mint9' });
    await window.run('projects.refresh');
    await eventually(() => first.sees, 'Other (1 · transferable) | 3 of 4 confirmed');
    assert.equal(first.state!.facts!.mintAddress, 'Mint9');
    const { asOf = 0, ...words } = second.state!.facts!;
    assert.deepEqual({ ...words, asOf: before.asOf }, before);
    assert.ok(asOf > before.asOf!, 'the status is known to be younger');
    assert.equal(first.titled, titled + 1);
  });

  it('a panel restored while signed out opens the log and Sign In, and shows its project after that', async () => {
    const { service } = await start();
    const signIn = { address: service.address, token: TOKEN };
    const globalState = new FakeMemento();
    const before = await the.window({ signIn, globalState });
    const address = await before.address('t/60', 'As it was (60 · transferable)');
    await before.close();
    const window = await the.window({ globalState });
    const panel = await window.desk.openResource(address);
    await eventually(
      () => panel.sees,
      'As it was (60 · transferable) | Sign in to see this. [signIn]',
    );
    assert.equal(panel.state!.watched, undefined);
    panel.says({ type: 'showLog' });
    await eventually(() => window.desk.logShown, 1);
    panel.says({ type: 'signIn' });
    await eventually(() => window.desk.box?.title, 'Sign in to your NFT service');
    window.desk.box!.hide();
    await window.signInTo(service);
    await eventually(() => panel.sees, 'As it was (60 · transferable) | – of 9 confirmed');
  });

  it('an address of another account shows a sentence, nothing of this one, and sends no request', async () => {
    const { window, service } = await start();
    const before = service.requests.length;
    const panel = await window.restorePanel('t/1', 'Any', 'https://other.example#1');
    await eventually(
      () => panel.sees,
      'Project 1 · transferable | This belongs to another sign-in. Switch to that one to see it. [signIn]',
    );
    panel.says({ type: 'refresh' });
    await window.run('projects.refresh');
    await turns(10);
    assert.deepEqual(panel.state?.facts, {});
    assert.deepEqual(service.requests.slice(before).filter(isStats), []);
  });

  it('shows in a panel why signing in is impossible', async () => {
    const secrets = new FakeSecrets();
    secrets.keys = () => Promise.reject(new Error('The keyring is locked.'));
    const window = await the.window({ secrets });
    const panel = await window.restorePanel('t/1');
    await isLoaded(panel);
    assert.match(panel.sees, /The keyring is locked\..* Until it works.* \[retry\]$/);
  });

  it('reports a project of which the service knows neither kind, or why that is not known', async () => {
    const { window, service } = await start();
    const panel = await openLink(window, '/projects/t/7');
    const message = 'The service has no stats of project 7 · transferable.';
    await eventually(() => panel.state?.problem, { message, action: 'retry' });
    service.fail(({ path }) => ({ status: path.includes('/t/') ? 404 : 400 }));
    panel.says({ type: 'refresh' });
    await eventually(() => panel.state?.problem?.message.includes('(400)'), true);
  });

  it('offers the project of the other kind if only that exists, and opens it', async () => {
    const { window, desk } = await start();
    const panel = await openLink(window, '/projects/n/1');
    const message =
      'The service knows no non-transferable project 1, but a transferable project 1 exists.';
    await eventually(() => panel.state?.problem, { message, action: 'retry', other: 't/1' });
    assert.equal(panel.state?.watched, undefined, 'nothing to watch');
    panel.says({ type: 'openOther' });
    await eventually(() => desk.panels.at(-1)?.state?.ref, 't/1');
  });

  it('shows until when the service asks to wait, and is read again when it is shown after that', async () => {
    const time = skipTime(atEnd);
    const { window, service } = await start();
    const requested = () => service.requests.filter(isStats).length;
    service.fail(() => ({ status: 429, headers: { 'retry-after': '900' } }));
    const panel = await open(window, 0);
    await isLoaded(panel);
    assert.match(
      panel.state!.problem!.message,
      /^The service asks to send no requests until .* read again after that\.$/,
    );
    panel.setVisible(false);
    service.fail(() => undefined);
    const before = requested();
    time.skip(900_000);
    assert.equal(requested(), before, 'it is hidden');
    panel.setVisible(true);
    await eventually(() => panel.sees, 'P 1 (1 · transferable) | 3 of 4 confirmed');
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

  it('allows images in an open panel as mintscope.loadImages is changed, and from this machine only if the service runs there', async () => {
    const { desk, panel } = await opened();
    assert.ok(panel.pages[0]!.includes(LOOPBACK));
    desk.changeSetting('mintscope.loadImages', 'never');
    assert.equal(panel.pages.length, 2);
    assert.ok(panel.pages[1]!.includes("img-src 'none'"));
    await eventually(() => panel.state?.loadImages, 'never');
    assert.deepEqual(panel.lost, [], 'nothing is sent to a page that is still loading');
    desk.changeSetting('mintscope.loadImages', 'always');
    assert.ok(panel.pages[2]!.includes('img-src https:'));
    desk.changeSetting('mintscope.loadImages', 'onClick');
    await eventually(() => panel.state?.loadImages, 'onClick');
    assert.equal(panel.pages.length, 3, 'the same page may load them');
  });
});
