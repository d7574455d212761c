import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { Database } from '../../../../src/kept/database.ts';
import { TOKEN } from '../../../faults/support/rig.ts';
import { windows } from '../../../faults/support/windows.ts';
import { eventually, type FakeWindow, keepSignIn } from '../../../support/fakeVscode/window.ts';
import { keptWindows } from '../../../support/keptWindows.ts';
import { systemClock } from '../../../../src/editor/systemClock.ts';

const MINTING = { total: 100, confirmed: 63, processing: 7, pending: 30 };
const MINTED = { total: 100, confirmed: 100, processing: 0, pending: 0 };
const ITEM = 'Mintscope Watched Projects';

describe('watched projects of a window', () => {
  const the = windows();
  const person = keptWindows();

  async function start(count = 3, kind: object = { transferable: true }) {
    const projects = Array.from({ length: count }, (_, at) => ({
      ...{ id: at + 1, name: `P ${at + 1}`, symbol: 'HLD', status: 'processing' },
      ...kind,
    }));
    const stats: Record<string, object> = Object.fromEntries(
      projects.map(({ id }) => [`t/${id}`, MINTING]),
    );
    const service = await the.service(projects, stats);
    const someone = await person();
    await keepSignIn(someone.secrets, { address: service.address, token: TOKEN });
    const window = await shown(await someone.open());
    const asked = (id: number) =>
      service.requests.filter(({ path }) => path === `/v2/projects/t/${id}/stats`).length;
    return { service, projects, stats, someone, window, asked };
  }
  async function shown(window: FakeWindow): Promise<FakeWindow> {
    window.projects.show();
    await eventually(() => window.projects.painted.length > 0, true);
    return window;
  }
  const row = ({ projects }: FakeWindow, id: number) => projects.painted[id - 1]!.row;
  const item = ({ projects }: FakeWindow, id: number) => projects.painted[id - 1]!.item;
  const status = ({ desk }: FakeWindow) => {
    const found = desk.statusItems.find(({ name, visible }) => name === ITEM && visible);
    return found?.text;
  };
  const said = ({ desk }: FakeWindow) => desk.shown.map(({ text }) => text);
  const described = (window: FakeWindow, id: number) => item(window, id).description;

  it('show their share in the row and the status bar, and offer to stop', async () => {
    const { window } = await start();
    await window.run('watchProject', row(window, 1), [row(window, 1), row(window, 2)]);
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    assert.equal(
      item(window, 1).accessibilityInformation?.label,
      'P 1, 63% confirmed, watched, processing · HLD',
    );
    await eventually(() => status(window), '$(sync~spin) 2 minting · 63%');
    assert.match(item(window, 1).contextValue ?? '', /^project\b.* watched$/);
    assert.equal(described(window, 3), 'processing · HLD');
    assert.equal(window.desk.contexts.get('mintscope.watching'), true);
    const { accessibilityInformation } = window.desk.statusItems.find(({ name }) => name === ITEM)!;
    assert.equal(
      accessibilityInformation?.label,
      'Mintscope, watched projects: 2 minting, 63% confirmed',
    );
    await window.run('stopWatching', row(window, 1));
    await window.run('stopWatching', row(window, 2));
    await eventually(() => status(window), undefined);
    await eventually(() => described(window, 1), '63% · processing · HLD');
    assert.equal(window.desk.contexts.get('mintscope.watching'), false);
  });

  it('are told of as the user wants, which the list shows and changes, also in the next window', async () => {
    const { window, someone, stats } = await start();
    const telling = window.run('tellMeWhen', row(window, 1));
    await eventually(() => window.desk.pick?.title, 'When to tell you about P 1');
    window.desk.pick!.toggle('at 75%');
    window.desk.pick!.toggle('when its total grows');
    window.desk.pick!.accept();
    await telling;
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    const next = await shown(await someone.open());
    stats['t/1'] = { ...MINTING, confirmed: 80, processing: 7, pending: 13 };
    await eventually(() => said(next), ['P 1: 75% reached, 80 of 100 confirmed.']);
    void next.run('showWatched');
    await eventually(
      () => next.desk.pick?.items[0]?.detail?.endsWith('tells when its total grows'),
      true,
    );
    next.desk.pick!.press('P 1', 1);
    await eventually(() => next.desk.pick?.title, 'When to tell you about P 1');
    assert.deepEqual(
      next.desk.pick!.items.map(({ label }) => label),
      ['at 90%', 'at 95%', 'when it moves again', 'when its total grows'],
    );
    next.desk.pick!.toggle('when its total grows');
    next.desk.pick!.accept();
    await eventually(() => next.desk.pick?.items[0]?.detail, '1 · transferable');
    next.desk.pick!.hide();
  });

  it('are all that are being minted and have not stalled, up to the limit', async () => {
    const { window } = await start(25);
    window.desk.settings.set('mintscope.pageSize', 100);
    await window.run('watchAllProcessing');
    const all = '25 of the loaded projects (25) are being minted.';
    await eventually(
      () => said(window),
      [
        '5 projects cannot be watched: at most 20 projects are watched at a time. Stop watching another one first.',
        `20 projects are watched now. ${all}`,
      ],
    );
  });

  it('count as minting only as long as something is left', async () => {
    const { window, stats } = await start();
    stats['t/2'] = MINTED;
    await window.run('watchProject', row(window, 1), [row(window, 1), row(window, 2)]);
    await eventually(() => described(window, 2), '100% · watched · processing · HLD');
    assert.equal(status(window), '$(sync~spin) 1 minting · 63%');
    await window.run('stopWatching', row(window, 1));
    await window.run('stopWatching', row(window, 2));
  });

  it('of many rows are those with an id and a kind, and one message says how many are not', async () => {
    const { window } = await start(5, {});
    const rows = [1, 2, 3, 4, 5].map((id) => row(window, id));
    await window.run('watchProject', rows[0], rows);
    assert.deepEqual(said(window), [
      '5 of 5 projects cannot be watched: the service gave no id or no kind of them.',
    ]);
    assert.equal(window.desk.pick, undefined, 'no question for each');
  });

  it('are told to be minted once, whoever has asked, and Open shows the stats', async () => {
    const { window, projects, stats } = await start();
    await window.run('watchProject', row(window, 1));
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    stats['t/1'] = MINTED;
    projects[0]!.status = 'confirmed';
    window.desk.choose = () => 'Open';
    await window.run('openStats', row(window, 1));
    await eventually(() => said(window), ['P 1: all 100 confirmed.']);
    // The row is read again, without a refresh.
    await eventually(() => described(window, 1), '100% · confirmed · HLD');
    assert.equal(status(window), undefined);
  });

  it('warn that minting has ended with failed NFTs, and Open shows the stats', async () => {
    const { window, stats } = await start();
    await window.run('watchProject', row(window, 1));
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    stats['t/1'] = { total: 100, confirmed: 90, processing: 0, pending: 0, failed: 10 };
    window.desk.choose = () => 'Open';
    await window.run('openStats', row(window, 2));
    await window.run('openStats', row(window, 1));
    await eventually(() => said(window), ['P 1: minting ended, 90 of 100 confirmed, 10 failed.']);
    assert.equal(window.desk.shown[0]!.kind, 'warning');
    await eventually(() => status(window), undefined);
  });

  it('say that watching has ended to a Stop Watching that comes after that', async () => {
    const { window, stats } = await start();
    await window.run('watchProject', row(window, 1));
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    stats['t/1'] = { total: 100, confirmed: 63, processing: 27, pending: 0, failed: 10 };
    let answer: ((choice: string) => void) | undefined;
    window.desk.choose = ({ choices }) =>
      choices.includes('Stop Watching') ? new Promise((resolve) => (answer = resolve)) : undefined;
    await window.run('openStats', row(window, 1));
    await window.run('refreshStats');
    await eventually(() => answer !== undefined, true);
    stats['t/1'] = { total: 100, confirmed: 90, processing: 0, pending: 0, failed: 10 };
    await window.run('refreshStats');
    await eventually(() => said(window).length, 2);
    answer?.('Stop Watching');
    await eventually(() => said(window).at(-1), 'P 1 is not watched any more.');
  });

  it('are still watched after a restart, and no more after Sign Out', async () => {
    const { window: first, someone } = await start();
    await first.run('watchProject', row(first, 2));
    await eventually(() => described(first, 2), '63% · watched · processing · HLD');
    await first.close();
    const database = new Database(someone.globalStorage, systemClock);
    const sql = 'select watched.project, confirmed, poller from watched join reading join account';
    const stored = database.all(sql).map((row) => ({ ...row }));
    database.close();
    assert.deepEqual(stored, [{ project: 't/2', confirmed: 63, poller: null }]);
    const second = await shown(await someone.open());
    await eventually(() => described(second, 2), '63% · watched · processing · HLD');
    assert.equal(status(second), '$(sync~spin) 1 minting · 63%');
    await second.run('signOut');
    await eventually(() => status(second), undefined);
  });

  it('say until when the service has asked to wait', async () => {
    const { window, service } = await start();
    service.fail(({ path }) =>
      path.endsWith('/stats')
        ? { status: 429, headers: { 'retry-after': '30' }, body: {} }
        : undefined,
    );
    await window.run('watchProject', row(window, 1));
    const tooltip = () => {
      const found = window.desk.statusItems.find(({ name }) => name === ITEM)?.tooltip;
      return String((found as vscode.MarkdownString | undefined)?.value);
    };
    await eventually(() => tooltip().includes('waiting until'), true);
    assert.match(tooltip(), /^\*\*P 1\*\*: not read yet\n\nwaiting until /);
  });

  it('are never those of another sign-in', async () => {
    const { window, someone, service, asked } = await start();
    await window.run('watchProject', row(window, 1));
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    service.setToken('token-of-another');
    await keepSignIn(someone.secrets, { address: service.address, token: 'token-of-another' });
    const before = asked(1);
    const other = await shown(await someone.open());
    await other.run('showWatched');
    await eventually(() => said(other).at(-1)?.startsWith('No project is watched.'), true);
    assert.equal(status(other), undefined);
    assert.equal(asked(1), before);
  });

  it('are at most twenty, and the next one is refused with the reason', async () => {
    const { window } = await start(22);
    const rows = Array.from({ length: 21 }, (_, at) => row(window, at + 1));
    await window.run('watchProject', rows[0], rows);
    await eventually(() => said(window).length, 1);
    assert.equal(
      said(window)[0],
      'P 21 cannot be watched: at most 20 projects are watched at a time. Stop watching another one first.',
    );
    assert.ok(status(window)?.startsWith('$(sync~spin) 20 minting'));
  });

  it('are listed by a click on the status bar, to be opened or stopped', async () => {
    const { window } = await start();
    await window.run('watchProject', row(window, 1), [row(window, 1), row(window, 2)]);
    await eventually(() => described(window, 2), '63% · watched · processing · HLD');
    const done = window.run('showWatched');
    await eventually(() => window.desk.pick?.items.length, 2);
    const { pick } = window.desk;
    assert.deepEqual(
      pick!.items.map(({ label, description }) => [label, description]),
      [1, 2].map((id) => [`P ${id}`, '63%: 63 of 100 confirmed']),
    );
    pick!.press('P 1');
    await eventually(() => pick!.items.length, 1);
    pick!.hide();
    await done;
    const stopping = window.run('stopWatching');
    await eventually(() => window.desk.pick?.title, 'Stop watching which project?');
    window.desk.pick!.choose('P 2');
    await stopping;
    await eventually(() => status(window), undefined);
  });

  it('show their share in a row that does not say the kind, and are stopped there', async () => {
    const { window, someone } = await start(1, {});
    const watching = window.run('watchProject', row(window, 1));
    await eventually(() => window.desk.pick?.items.length, 2);
    window.desk.pick!.choose(window.desk.pick!.items[0]!.label);
    await watching;
    await eventually(() => described(window, 1), '63% · watched · processing · HLD');
    const next = await shown(await someone.open());
    await eventually(() => described(next, 1), '63% · watched · processing · HLD');
    assert.match(item(next, 1).contextValue ?? '', / watched$/);
    await next.run('stopWatching', row(next, 1));
    await eventually(() => described(next, 1), 'processing · HLD');
    assert.equal(status(next), undefined);
  });

  it('are offered to be stopped in the title of their panel', async () => {
    const { window } = await start();
    const isWatched = () => window.desk.contexts.get('mintscope.panelWatched');
    await window.run('openStats', row(window, 1));
    await eventually(() => window.desk.panels.at(-1)?.state?.loading, false);
    await window.run('watchProject', row(window, 1));
    await eventually(isWatched, true);
    await window.run('openStats', row(window, 2));
    await eventually(isWatched, false);
  });

  it('are not offered in the title of the panel of a project of which nothing is left', async () => {
    const { window, stats } = await start();
    const isOver = () => window.desk.contexts.get('mintscope.panelOver');
    await window.run('openStats', row(window, 1));
    await eventually(() => window.desk.panels.at(-1)?.state?.counts?.confirmed, MINTING.confirmed);
    assert.equal(isOver(), false);
    stats['t/1'] = { total: 100, confirmed: 100, processing: 0, pending: 0 };
    await window.run('refreshStats');
    await eventually(isOver, true);
    await window.run('openStats', row(window, 2));
    await eventually(isOver, false);
  });
});
