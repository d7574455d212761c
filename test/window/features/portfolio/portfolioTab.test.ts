import assert from 'node:assert/strict';
import { COLUMNS } from '../../../../src/core/messages/projectColumns.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { eventually } from '../../../support/eventually.ts';
import { accountAt } from '../../../support/signIns.ts';
import { TOKEN } from '../../../support/minimalService.ts';
import {
  isStats,
  openPortfolio,
  PortfolioPage,
  portfolioWindows,
} from '../../../support/portfolio.ts';

describe('Portfolio tab', () => {
  const { newFolder, start } = portfolioWindows();

  it('closes the portfolio with a sign-out, and shows nothing of another account', async () => {
    const { window, service } = await start(3);
    const page = await openPortfolio(window);
    await eventually(() => page.rows.size, 3);
    assert.equal(page.state?.service, await accountAt(service, TOKEN));
    await window.run('signOut');
    await eventually(() => page.panel.disposed, true);
    await window.signInTo(service);
    window.projects.show();
    await eventually(() => window.projects.painted.length, 3);
    const foreign = new PortfolioPage(
      await window.restorePanel({ kind: 'portfolio' }, 'Portfolio', 'https://other.example#1'),
    );
    await eventually(() => foreign.state?.problem?.message.startsWith('This belongs to'), true);
    assert.deepEqual([foreign.rows.size, foreign.state?.listed], [0, 0]);
  });

  it('sends 20,000 portfolio rows in pieces, and again after the page was rebuilt', async () => {
    const { window, service } = await start(20_000);
    service.hold(isStats);
    const page = await openPortfolio(window, 'stats');
    const whole = () => page.batches.slice(-80).reduce((sum, count) => sum + count, 0);
    await eventually(() => page.rows.size, 20_000);
    assert.ok(Math.max(...page.batches) <= 250, String(page.batches));
    page.panel.setVisible(false);
    page.panel.received.length = 0;
    page.panel.setVisible(true);
    await eventually(whole, 20_000);
    assert.deepEqual(page.batches, Array<number>(80).fill(250));
    assert.deepEqual([...page.rows.keys()].at(-1), 'project/t/20000');
    page.says({ type: 'stop' });
    await eventually(() => page.phase, 'stopped');
  });

  it('watches portfolio rows and stops watching them, with the number of each', async () => {
    const { window } = await start(5);
    const page = await openPortfolio(window);
    const watched = () =>
      [...page.rows.values()].filter((row) => row.watched === true).map(({ ref }) => ref);
    const keys = ['project/t/3', 'project/t/1'];
    page.says({ type: 'watch', keys: [...keys, 'project/t/99'] });
    await eventually(() => window.desk.said, ['2 projects are watched now.']);
    await eventually(watched, ['t/1', 't/3']);
    page.says({ type: 'stopWatching', keys: ['project/t/3', 'project/t/2'] });
    await eventually(() => page.said.at(-1), '1 project is no longer watched');
    await eventually(watched, ['t/1']);
    page.says({ type: 'watch', keys: ['project/t/2'] });
    await eventually(watched, ['t/1', 't/2']);
    page.says({ type: 'stopWatching', keys: ['project/t/2'] });
    await eventually(() => page.said.at(-1)?.endsWith(' is no longer watched'), true);
    page.says({ type: 'stopWatching', keys: ['project/t/2'] });
    await eventually(() => page.said.at(-1)?.endsWith(' was not watched'), true);
  });

  it('opens, copies and compares the chosen portfolio rows, also from the row menu unless that was opened under another account', async () => {
    const { window, stats } = await start(5);
    const { desk } = window;
    stats['t/2'] = { total: 100, confirmed: 88, processing: 0, pending: 0, failed: 12 };
    const page = await openPortfolio(window);
    await eventually(() => page.reasons('t/2'), 'Failed 12');
    page.says({ type: 'open', key: 'project/t/4' });
    await eventually(() => desk.panels.at(-1)?.title, 'Project 4 (4 · transferable)');
    page.says({ type: 'copy', keys: ['project/t/2', 'project/t/1', 'project/t/99'] });
    await eventually(() => page.said.at(-1), '2 projects copied');
    const [head, , two = '', one = '', ...others] = desk.clipboard.split('\n');
    const withoutValues = ['Pace', 'Last change', 'Since', 'Burned', 'Cancelled', 'Other stages'];
    const columns = COLUMNS.map(({ heading }) => heading()).filter(
      (heading) => !withoutValues.includes(heading),
    );
    assert.equal(head, `| ${columns.join(' | ')} |`);
    const cells = two.split('|').map((cell) => cell.trim());
    const cellOf = (name: string) => cells[columns.indexOf(name) + 1];
    assert.deepEqual(
      ['Name', 'ID', 'Progress', 'Needs attention', 'Status', 'Confirmed', 'Symbol'].map(cellOf),
      ['Project 2', 't/2', '88%', 'Failed 12', 'processing', '88', 'P2'],
    );
    assert.match(cellOf('As of') ?? '', /Z$/);
    assert.match(one, /^\| Project 1 \|/);
    assert.deepEqual(others, []);
    page.says({ type: 'showLog' });
    await eventually(() => desk.logShown, 1);
    page.says({ type: 'whatHappened' });
    await eventually(() => desk.pick?.title, 'What happened since when?');
    desk.pick!.hide();
    page.says({ type: 'compare', keys: ['project/t/3', 'project/t/1'] });
    const compared = () => desk.panels.at(-1)?.state as { readonly covers?: string } | undefined;
    await eventually(() => compared()?.covers, 'All 2 projects read');
    assert.equal(desk.panels.at(-1)?.title, 'Project 1 and Project 3 compared');
    const menu = {
      ...{ webviewSection: 'projects', service: page.state?.service },
      ...{ key: 'project/t/2', keys: ['project/t/3', 'project/t/2'] },
    };
    await window.run('copyId', menu);
    assert.equal(desk.clipboard, 't/3\nt/2');
    await window.run('openStats', menu);
    await eventually(() => desk.panels.at(-1)?.title, 'Project 2 (2 · transferable)');
    const before = desk.panels.length;
    const other = { ...menu, service: 'another account', keys: ['project/t/2'] };
    for (const command of ['copyId', 'openStats']) await window.run(command, other);
    assert.deepEqual([desk.clipboard, desk.panels.length], ['t/3\nt/2', before]);
    const message = 'Mintscope: This project is not listed any more.';
    const messages = desk.shown.splice(0).map(({ text }) => text);
    assert.deepEqual(messages, [message, message]);
  });

  it('exports the chosen portfolio rows with their counts, without a request', async () => {
    const { window, service, stats } = await start(5);
    delete stats['t/5'];
    const page = await openPortfolio(window);
    await eventually(() => page.row('t/5')?.failure !== undefined, true);
    const asked = service.requests.length;
    const path = join(newFolder(), 'a.csv');
    window.desk.save = () => Uri.file(path);
    page.says({ type: 'export', keys: ['project/t/5', 'project/t/2', 'project/t/1'] });
    await eventually(() => window.desk.pick?.title, 'Export 3 Projects');
    window.desk.pick!.choose('CSV');
    const message = /^Exported 3 of 5 projects to a\.csv\. Counts of \S+\. 1 row has no counts\.$/;
    await eventually(() => message.test(window.desk.said.at(-1) ?? ''), true);
    const { data } = Papa.parse<Record<string, string>>(await readFile(path, 'utf8'), {
      header: true,
    });
    assert.deepEqual(
      data.slice(0, 3).map((row) => [row.id, row.total, row.confirmed]),
      [
        ['5', '', ''],
        ['2', '100', '50'],
        ['1', '100', '50'],
      ],
    );
    assert.ok(Math.abs(Date.now() - Date.parse(data[1]!['as of']!)) < 60_000);
    assert.equal(service.requests.length, asked);
    assert.deepEqual(page.said, []);
  });
});
