import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { isStats, TOKEN } from '../../../support/minimalService.ts';
import { windows } from '../../../support/windows.ts';
import { eventually } from '../../../support/eventually.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';
import { sentProjects } from '../../../support/projects.ts';
import { turns } from '../../../support/turn.ts';

const MINTING = { total: 100, confirmed: 63, processing: 7, pending: 30 };
const MINTED = { total: 100, confirmed: 100, processing: 0, pending: 0 };
const ITEM = 'Mintscope Watched Projects';
/** The description of a watched project's row. */
const WATCHED = '63% · watched · processing · HLD';
/** Of a project that was read once. */
const EARLY = 'too early to say';

describe('watching in a window', () => {
  const the = windows();

  async function start(count = 3, hasKind = true) {
    const projects = sentProjects(count, () => ({ symbol: 'HLD', status: 'processing' }));
    const stats: Record<string, object> = Object.fromEntries(
      projects.map(({ id }) => [`t/${id}`, MINTING]),
    );
    const kindless = projects.slice(0, 4).map((one) => ({ ...one, transferable: undefined }));
    const sent = hasKind ? projects : [...kindless, ...projects.slice(4)];
    const service = await the.service(sent, stats);
    const user = await the.user({ address: service.address, token: TOKEN });
    const window = await shown(await user.open());
    const statsRequests = (id: number) =>
      service.requests.filter(({ path }) => path === `/v2/projects/t/${id}/stats`).length;
    return { service, projects, stats, user, window, statsRequests };
  }
  async function shown(window: FakeWindow): Promise<FakeWindow> {
    await eventually(() => window.projects.painted.length > 0, true);
    return window;
  }
  const row = ({ projects }: FakeWindow, id: number) => projects.painted[id - 1]!.row;
  const item = ({ projects }: FakeWindow, id: number) => projects.painted[id - 1]!.item;
  const status = ({ desk }: FakeWindow) => {
    const found = desk.statusItems.find(({ name, visible }) => name === ITEM && visible);
    return found?.text;
  };
  const described = (window: FakeWindow, id: number) => item(window, id).description;
  const showsShare = (window: FakeWindow, id = 1) =>
    eventually(() => described(window, id), WATCHED);
  const watch = async (window: FakeWindow, ...ids: readonly number[]) => {
    const rows = ids.map((id) => row(window, id));
    await window.run('watchProject', rows[0], rows);
    await showsShare(window, ids.at(-1));
  };

  it('watched projects show their share in their rows and the status bar until Stop Watching', async () => {
    const { window } = await start();
    await watch(window, 1, 2);
    assert.equal(
      item(window, 1).accessibilityInformation?.label,
      'P 1, 63% confirmed, watched, processing · HLD',
    );
    await eventually(() => status(window), `$(sync~spin) Watched: 2 minting · 63% · ${EARLY}`);
    assert.match(item(window, 1).contextValue ?? '', /^project\b.* watched$/);
    assert.equal(described(window, 3), 'processing · HLD');
    assert.equal(window.desk.contexts.get('mintscope.watching'), true);
    const { accessibilityInformation } = window.desk.statusItems.find(({ name }) => name === ITEM)!;
    assert.equal(
      accessibilityInformation?.label,
      `Mintscope Watched Projects: 2 minting, 63%, ${EARLY}`,
    );
    await window.run('stopWatching', row(window, 1));
    await eventually(() => described(window, 1), '63% · processing · HLD');
    await window.answer('stopWatching', 'P 2');
    await eventually(() => status(window), undefined);
    assert.equal(window.desk.contexts.get('mintscope.watching'), false);
    await window.run('showWatched');
    assert.match(window.desk.said.at(-1)!, /^No project is watched\./);
  });

  it('Watch Minting watches no mint that has ended, which it says, and of several only those that go on', async () => {
    const { window, stats } = await start(4);
    stats['t/1'] = { total: 100, confirmed: 95, processing: 0, pending: 0, failed: 5 };
    await window.run('openStats', row(window, 1));
    await eventually(() => described(window, 1)?.includes('95%'), true);
    await window.run('watchProject', row(window, 1));
    assert.equal(status(window), undefined);
    await window.run('openStats', row(window, 3));
    await eventually(() => described(window, 3)?.includes('63%'), true);
    const rows = [1, 2, 3, 4].map((id) => row(window, id));
    stats['t/2'] = MINTED;
    await window.run('watchProject', rows[0], rows);
    assert.deepEqual(window.desk.said, [
      'P 1 ended: Failed 5 · 95 of 100 confirmed. There is nothing left to watch.',
      '2 projects are watched now. P 1 and 1 more are left out, because they have ended.',
    ]);
    await window.run('stopWatching', rows[0], rows);
    stats['t/4'] = { total: 100, confirmed: 27, processing: 0, pending: 53, failed: 20 };
    await window.run('openStats', row(window, 4));
    await eventually(() => described(window, 4)?.includes('27%'), true);
    await window.run('watchProject', row(window, 4));
    assert.equal(window.desk.said.at(-1), 'P 4 is watched now. It has failed already.');
    await window.run('stopWatching', row(window, 4));
    await window.run('watchProject', rows[3], rows);
    assert.equal(
      window.desk.said.at(-1),
      '2 projects are watched now. P 4 has failed already. P 1 and 1 more are left out, because they have ended.',
    );
  });

  it('the next window reports a milestone that the user chose in the message of Watch Minting, and lets the user change the choice', async () => {
    const { window, user, stats } = await start();
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Tell Me When…');
    const { pick } = await window.ask('watchProject', row(window, 1));
    assert.deepEqual(window.desk.said, ['P 1 is watched now.']);
    assert.equal(pick.title, 'P 1: Tell Me When…');
    pick.toggle('at 75%');
    pick.toggle('when it goes on');
    pick.accept();
    await showsShare(window);
    const next = await shown(await user.open());
    stats['t/1'] = { ...MINTING, confirmed: 75, processing: 7, pending: 18 };
    await next.run('openStats', row(next, 1));
    await eventually(() => next.desk.said, ['P 1: 75% reached, 75 of 100 confirmed.']);
    void next.run('showWatched');
    await eventually(
      () => next.desk.pick?.items[0]?.detail?.endsWith('notifies when it goes on'),
      true,
    );
    next.desk.pick!.press('P 1', 1);
    await eventually(() => next.desk.pick?.title.endsWith('Tell Me When…'), true);
    const ahead = ['at 90%', 'at 95%', 'when it goes on'];
    assert.deepEqual(next.desk.pick!.labels, ahead);
    next.desk.pick!.toggle('when it goes on');
    next.desk.pick!.accept();
    await eventually(() => next.desk.pick?.items[0]?.detail, '1 · transferable');
    next.desk.pick!.hide();
  });

  it('of several selected projects, at most twenty are watched, and a message says how many are not', async () => {
    const { window } = await start(26);
    window.desk.settings.set('mintscope.pageSize', 100);
    await window.run('projects.refresh');
    const rows = Array.from({ length: 26 }, (_, at) => row(window, at + 1));
    await window.run('watchProject', rows[0], rows);
    assert.deepEqual(window.desk.said, [
      '6 could not be watched: at most 20 at a time. Stop watching another one first.',
      '20 projects are watched now.',
    ]);
    await window.run('watchProject', rows[25], [rows[25]]);
    const full = '1 could not be watched: at most 20 at a time. Stop watching another one first.';
    assert.deepEqual(window.desk.said.slice(2), [full], 'a message contradicts the warning');
    await window.run('watchProject', rows[0], [rows[0]]);
    assert.equal(window.desk.said.at(-1), 'P 1 is watched already.');
  });

  it('an end with NFTs that are not minted stays in Needs Attention and the status bar until it is acknowledged in its message', async () => {
    const { window, projects, stats } = await start();
    const { desk } = window;
    await watch(window, 1);
    const view = desk.trees.get('mintscope.attention')!;
    view.show();
    const attention = () =>
      view.painted.flatMap(({ item }) =>
        item.id?.startsWith('attention/project') === true ? item.description : [],
      );
    let answer: (choice: string) => void = () => undefined;
    desk.choose = () => new Promise((resolve) => (answer = resolve));
    projects[0]!.status = 'confirmed';
    stats['t/1'] = { total: 1200, confirmed: 1155, processing: 0, pending: 0, failed: 45 };
    await window.run('openStats', row(window, 1));
    await eventually(() => desk.said.at(-1), 'P 1 ended: Failed 45 · 1,155 of 1,200 confirmed.');
    assert.deepEqual(desk.shown.at(-1)!.choices, ['Open', 'Acknowledge']);
    assert.equal(status(window), '$(warning) Not all minted: P 1');
    await eventually(attention, ['Failed 45 (just now) · new · 96%']);
    answer('Acknowledge');
    await eventually(attention, []);
    assert.equal(desk.said.at(-1), 'P 1 is acknowledged until it changes.');
    await eventually(() => status(window), undefined);
  });

  it('what was minted stays in the status bar, also after a reload, until it was opened or is watched again', async () => {
    const time = the.skippableTime();
    const { window, user, stats } = await start();
    await watch(window, 1, 2, 3);
    stats['t/1'] = MINTED;
    await window.run('projects.refresh');
    await eventually(() => window.desk.said.includes('P 1 is minted: all 100 confirmed.'), true);
    const minted = `$(pass) Minted: P 1 · Watched: 2 minting · 63% · ${EARLY}`;
    await eventually(() => status(window), minted);
    const next = await shown(await user.open());
    await eventually(() => status(next), minted);
    assert.deepEqual(next.desk.said, [], 'announced again');
    await next.run('showWatched');
    await eventually(() => next.desk.panels.at(-1)?.title, 'P 1 (1 · transferable)');
    await eventually(() => status(next), `$(sync~spin) Watched: 2 minting · 63% · ${EARLY}`);
    stats['t/2'] = MINTED;
    await next.run('projects.refresh');
    const other = `$(pass) Minted: P 2 · Watched: 1 minting · 63% · ${EARLY}`;
    await eventually(() => status(next), other);
    stats['t/2'] = { ...MINTED, total: 200, pending: 100 };
    time.skip(61_000);
    await next.run('watchProject', row(next, 2));
    const again = `$(sync~spin) Watched: 2 minting · 54% · ${EARLY}`;
    await eventually(() => status(next), again);
    const last = await shown(await user.open());
    await eventually(() => status(last), again);
  });

  it('what has failed comes before what was minted, in the status bar and in the list that it opens; Mark All as Seen removes the latter', async () => {
    const { window, stats } = await start();
    await watch(window, 1, 2, 3);
    stats['t/1'] = MINTED;
    stats['t/2'] = MINTED;
    stats['t/3'] = { total: 100, confirmed: 63, processing: 0, pending: 30, failed: 7 };
    await window.run('projects.refresh');
    const words = /^\$\(warning\) Watched: 1 failed · .* · 2 minted$/;
    await eventually(() => words.test(status(window) ?? ''), true);
    const { pick, done } = await window.ask('showWatched');
    assert.deepEqual(pick.labels, [
      'P 3',
      'P 1 is minted: all 100 confirmed',
      'P 2 is minted: all 100 confirmed',
    ]);
    assert.match(
      pick.sees[0] ?? '',
      /^P 3 \| Failed just now, 63%: 63 of 100 confirmed, 7 failed, as/,
    );
    assert.equal(pick.sees[1], 'P 1 is minted: all 100 confirmed | just now');
    pick.choose('P 2 is minted: all 100 confirmed');
    await done;
    await eventually(() => status(window)?.endsWith(' · Minted: P 1'), true);
    await window.run('markAllSeen');
    await eventually(() => status(window)?.includes('inted'), false);
  });

  it('a watched project that fails by its status only is told of once its counts do not move', async () => {
    const time = the.skippableTime();
    const { window, projects } = await start();
    await watch(window, 1);
    projects[0]!.status = 'failed';
    for (let minute = 0; minute < 2; minute++) {
      time.skip(61_000);
      await turns();
    }
    await eventually(
      () => window.desk.said.includes('P 1: Status failed, 63 of 100 confirmed.'),
      true,
    );
  });

  it('the tooltip of the status bar item says until when the service asks to wait', async () => {
    const { window, service } = await start();
    const wait = { status: 429, headers: { 'retry-after': '30' } };
    service.fail((request) => (isStats(request) ? wait : undefined));
    await window.run('watchProject', row(window, 1));
    const tooltip = () => {
      const found = window.desk.statusItems.find(({ name }) => name === ITEM)?.tooltip;
      return String((found as vscode.MarkdownString | undefined)?.value);
    };
    const waits = '**P 1**: not read yet\n\nwaiting until ';
    await eventually(() => tooltip().startsWith(waits), true);
  });

  it('Show Watched Projects lists them, stops watching one by its button, and opens the chosen one', async () => {
    const { window } = await start();
    await watch(window, 1, 2);
    const { pick, done } = await window.ask('showWatched');
    const sees = pick.sees.map((one) => one.replace(/\d\d:\d\d:\d\d/, 'HH:MM:SS'));
    assert.deepEqual(sees, [
      `P 1 | 63%: 63 of 100 confirmed, as of HH:MM:SS, ${EARLY}: needs 5 increases`,
      `P 2 | 63%: 63 of 100 confirmed, as of HH:MM:SS, ${EARLY}: needs 5 increases`,
    ]);
    pick.press('P 1');
    await eventually(() => pick.labels, ['P 2']);
    pick.accept();
    await done;
    assert.equal(window.desk.panels[0]?.title, 'P 2 (2 · transferable)');
  });

  it('a project without a kind can be watched and stopped from its row; of several selected ones, one message says how many cannot be watched', async () => {
    const { window, user } = await start(5, false);
    const rows = [1, 2, 3, 4, 5].map((id) => row(window, id));
    await window.run('watchProject', rows[0], rows);
    assert.deepEqual(window.desk.said, [
      '4 of 5 projects cannot be watched: the service gave no ID or no kind for them, or others have the same ID.',
      'P 5 is watched now.',
    ]);
    assert.equal(window.desk.pick, undefined, 'a picker asked for the kind');
    const canceled = await window.ask('watchProject', rows[0]);
    canceled.pick.hide();
    await canceled.done;
    assert.equal(window.desk.said.length, 2, 'a message after the user canceled');
    const { pick, done } = await window.ask('watchProject', rows[0]);
    pick.choose(pick.labels[0]!);
    await done;
    await showsShare(window);
    const next = await shown(await user.open());
    await showsShare(next);
    assert.match(item(next, 1).contextValue ?? '', / watched$/);
    await next.run('stopWatching', row(next, 1));
    await eventually(() => described(next, 1), 'processing · HLD');
    await eventually(() => status(next), `$(sync~spin) Watched: 1 minting · 63% · ${EARLY}`);
  });

  it('the panel of a watched project sets its notifications, and one with nothing left to mint or that failed has no Watch Minting', async () => {
    const { window, stats } = await start();
    const panel = () => window.desk.panels.at(-1)!;
    const watched = () => panel().state?.watched;
    await window.run('openStats', row(window, 1));
    await eventually(() => panel().state?.counts?.confirmed, MINTING.confirmed);
    assert.equal(watched(), false);
    await window.run('watchProject', row(window, 1));
    await eventually(watched, true);
    panel().says({ type: 'tellMeWhen' });
    await eventually(() => window.desk.pick?.title, 'P 1: Tell Me When…');
    window.desk.pick!.hide();
    await window.run('openStats', row(window, 2));
    await eventually(watched, false);
    stats['t/2'] = MINTED;
    await window.run('refreshStats');
    await eventually(watched, undefined);
  });
});
