import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import Papa from 'papaparse';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { eventually } from '../../../support/eventually.ts';
import { accountAt } from '../../../support/signIns.ts';
import { type FakeWindow, openWindow } from '../../../support/fakeVscode/window.ts';
import { startMinimalService, TOKEN } from '../../../support/minimalService.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';
import {
  HALF,
  isStats,
  listedProjects,
  openPortfolio,
  PORTFOLIO,
  portfolioOf,
  PortfolioPage,
  portfolioWindows,
} from '../../../support/portfolio.ts';

describe('Portfolio tab', () => {
  const { atEnd, start } = portfolioWindows();
  const newFolder = temporaryFolders();
  const open = ({ desk }: FakeWindow) =>
    desk.panels.filter(({ viewType, disposed }) => viewType === PORTFOLIO && !disposed).length;

  it('reveals the open portfolio when it is opened again, and closes it when the extension ends', async () => {
    const { window } = await start(3);
    const page = await openPortfolio(window);
    assert.deepEqual([page.panel.title, page.panel.focused], ['Portfolio', true]);
    page.panel.setVisible(false);
    await window.run('openPortfolio');
    assert.deepEqual([open(window), page.panel.visible], [1, true]);
    const again = await window.desk.restorePanel(PORTFOLIO, {});
    assert.deepEqual([open(window), again.disposed], [1, true]);
    await window.close();
    assert.equal(open(window), 0);
  });

  it('asks for a sign-in to open the portfolio', async () => {
    const window = await openWindow();
    atEnd(() => window.close());
    await window.run('openPortfolio');
    assert.deepEqual(window.desk.said, ['Sign in to your NFT service first.']);
    assert.equal(open(window), 0);
    const panel = await window.desk.restorePanel(PORTFOLIO, {});
    const page = new PortfolioPage(panel);
    await eventually(() => page.state?.problem, {
      message: 'Sign in to see the counts of your projects.',
      action: 'signIn',
    });
    page.says({ type: 'signIn' });
    await eventually(() => window.desk.box?.title, 'Sign in to your NFT service');
    window.desk.box?.hide();
  });

  it('empties the portfolio after a sign-out, and reloads it after the next sign-in', async () => {
    const { window, service } = await start(3);
    const page = await openPortfolio(window);
    await eventually(() => page.rows.size, 3);
    await window.run('signOut');
    await eventually(() => page.rows.size, 0);
    await eventually(() => page.state?.problem?.action, 'signIn');
    assert.deepEqual([page.state?.listed, page.state?.service], [0, undefined]);
    page.says({ type: 'copy', keys: ['project/t/1'] });
    await window.signInTo(service);
    await eventually(() => page.phase, 'done');
    await eventually(() => page.row('t/3')?.counts, HALF);
    assert.deepEqual([window.desk.clipboard, page.said], ['', []]);
  });

  it('restarts the portfolio for another account, with nothing of the first', async () => {
    const { window, service } = await start(3);
    const page = await openPortfolio(window);
    await eventually(() => page.rows.size, 3);
    assert.equal(page.state?.service, await accountAt(service, TOKEN));
    const other = await startMinimalService({ token: 'other', projects: listedProjects(1) });
    atEnd(() => other.close());
    await window.signInTo(other, 'other');
    await eventually(() => page.coverage, 'stats of 0 of 1 project; 1 without stats');
    await eventually(() => [...page.rows.keys()], ['project/t/1']);
    assert.equal(page.row('t/1')?.counts, undefined);
    assert.equal(page.state.service, await accountAt(other, 'other'));
    assert.equal(page.withStats, 0);
  });

  it('marks the portfolio of sample data', async () => {
    const window = await openWindow();
    atEnd(() => window.close());
    await window.run('exploreSampleData');
    const page = await openPortfolio(window);
    assert.equal(page.state?.sample, true);
    assert.ok(page.rows.size > 100);
    await window.run('signOut');
    await eventually(() => page.panel.disposed, true);
  });

  it('sends 20,000 portfolio rows in pieces, and again after the page was rebuilt', async () => {
    const { window, service } = await start(20_000);
    service.hold(isStats);
    const page = await openPortfolio(window, 'stats');
    const whole = () => page.batches.slice(-20).reduce((sum, count) => sum + count, 0);
    await eventually(() => page.rows.size, 20_000);
    assert.ok(Math.max(...page.batches) <= 1000, String(page.batches));
    page.panel.setVisible(false);
    page.panel.received.length = 0;
    page.panel.setVisible(true);
    await eventually(whole, 20_000);
    assert.deepEqual(page.batches, Array<number>(20).fill(1000));
    assert.deepEqual([...page.rows.keys()].at(-1), 'project/t/20000');
    page.says({ type: 'cancel' });
    await eventually(() => page.phase, 'stopped');
  });

  it('watches portfolio rows and stops watching them, with the number of each', async () => {
    const { window, stats } = await start(5);
    const page = await openPortfolio(window);
    const watched = () =>
      [...page.rows.values()].filter((row) => row.watched === true).map(({ id }) => id);
    const keys = ['project/t/3', 'project/t/1'];
    page.says({ type: 'watch', keys: [...keys, 'project/t/99'] });
    await eventually(() => page.said, ['2 projects are watched now']);
    await eventually(watched, ['1', '3']);
    page.says({ type: 'watch', keys: [...keys, 'project/t/5'] });
    await eventually(() => page.said.at(-1), '1 project is watched now');
    page.says({ type: 'watch', keys });
    await eventually(() => page.said.at(-1), 'No further project is watched');
    await eventually(watched, ['1', '3', '5']);
    page.says({ type: 'stopWatching', keys });
    await eventually(() => page.said.at(-1), '2 projects are no longer watched');
    await eventually(watched, ['5']);
    page.says({ type: 'stopWatching', keys });
    await eventually(() => page.said.at(-1), 'None of them was watched');
    stats['t/5'] = { total: 100, confirmed: 100, processing: 0, pending: 0 };
    page.says({ type: 'retry', keys: ['project/t/5'] });
    await eventually(watched, []);
  });

  it('opens and copies the chosen portfolio rows', async () => {
    const { window, stats } = await start(5);
    stats['t/2'] = { total: 100, confirmed: 88, processing: 0, pending: 0, failed: 12 };
    const page = await openPortfolio(window);
    await eventually(() => page.reasons('t/2'), 'Failed 12');
    page.says({ type: 'open', key: 'project/t/4' });
    await eventually(() => window.desk.panels.at(-1)?.title, 'Project 4 (4 · transferable)');
    page.says({ type: 'copy', keys: ['project/t/2', 'project/t/1', 'project/t/99'] });
    await eventually(() => page.said.at(-1), '2 projects copied');
    const [head, line, two, one, ...others] = window.desk.clipboard.split('\n');
    assert.equal(
      head,
      '| Name | Symbol | Status | ID | Share | Total | Confirmed | Processing | Pending | As of | Needs attention |',
    );
    assert.match(line ?? '', /^\| --- \|/);
    assert.match(
      two ?? '',
      /^\| Project 2 \| P2 \| processing \| t\/2 \| 88% \| 100 \| 88 \| 0 \| 0 \| \d{4}-.+Z \| Failed 12 \|$/,
    );
    assert.match(one ?? '', /^\| Project 1 \|/);
    assert.deepEqual(others, []);
    page.says({ type: 'showLog' });
    await eventually(() => window.desk.logShown, 1);
  });

  it('runs commands of the row menu on the selected portfolio rows', async () => {
    const { window } = await start(5);
    const page = await openPortfolio(window);
    const menu = {
      ...{ webviewSection: 'projects', service: page.state?.service },
      ...{ key: 'project/t/2', keys: ['project/t/3', 'project/t/2'] },
    };
    await window.run('copyId', menu);
    assert.equal(window.desk.clipboard, 't/3\nt/2');
    await window.run('openStats', menu);
    await eventually(() => window.desk.panels.at(-1)?.title, 'Project 2 (2 · transferable)');
  });

  it('runs no command of a portfolio menu opened under another account', async () => {
    const { window } = await start(5);
    await openPortfolio(window);
    const menu = {
      ...{ webviewSection: 'projects', service: 'another account' },
      ...{ key: 'project/t/2', keys: ['project/t/2'] },
    };
    const before = window.desk.clipboard;
    await window.run('copyId', menu);
    await window.run('openStats', menu);
    assert.equal(window.desk.clipboard, before);
    assert.equal(window.desk.panels.length, 1, 'the portfolio');
    const messages = window.desk.shown.splice(0).map(({ text }) => text);
    assert.deepEqual(messages, Array(2).fill('Mintscope: This project is not listed any more.'));
  });

  it('exports the chosen portfolio rows with their counts, without a request', async () => {
    const { window, service, stats } = await start(5);
    stats['t/2'] = { total: 100, confirmed: 88, processing: 0, pending: 0, failed: 12 };
    delete stats['t/5'];
    const page = await openPortfolio(window);
    await eventually(() => page.row('t/5')?.failure !== undefined, true);
    const asked = service.requests.length;
    const folder = newFolder();
    const exportAs = async (format: string, name: string) => {
      const path = join(folder, name);
      window.desk.save = () => Uri.file(path);
      page.says({ type: 'export', keys: ['project/t/5', 'project/t/2', 'project/t/1'] });
      await eventually(() => window.desk.pick?.labels.includes(format), true);
      assert.equal(window.desk.pick!.title, 'Export Projects');
      assert.equal(window.desk.pick!.sees[0], 'CSV | a table for spreadsheets');
      window.desk.pick!.choose(format);
      const message = () => window.desk.shown.at(-1)?.text ?? '';
      await eventually(() => message().includes(name), true);
      return { text: await readFile(path, 'utf8'), message: message() };
    };
    const { text, message } = await exportAs('CSV', 'a.csv');
    assert.equal(message, 'Exported 3 projects with their counts to a.csv. 1 has no stats.');
    const { data } = Papa.parse<Record<string, string>>(text, { header: true });
    assert.deepEqual(
      data.slice(0, 3).map((row) => [row.id, row['stats.total'], row['stats.confirmed']]),
      [
        ['5', '', ''],
        ['2', '100', '88'],
        ['1', '100', '50'],
      ],
    );
    const json = await exportAs('JSON', 'b.json');
    const [, two] = JSON.parse(json.text) as { name: string; stats: object; asOf: string }[];
    assert.ok(Math.abs(Date.now() - Date.parse(two!.asOf)) < 60_000);
    assert.deepEqual([two!.name, two!.stats], ['Project 2', stats['t/2']]);
    // The time has the same name in both formats, and is in no other column.
    assert.deepEqual(
      [data[1]?.asOf, data[1]?.['stats.otherMembers']],
      [two!.asOf, '{"failed":12}'],
    );
    assert.equal(service.requests.length, asked);
    assert.deepEqual(portfolioOf(window).said, []);
  });
});
