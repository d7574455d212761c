import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { openLink } from '../../support/openLink.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { isStats, listedProjects, openPortfolio, statsOfAll } from '../../support/portfolio.ts';

const COUNT = 120;

describe('Switch Connection during work', () => {
  const the = windows();
  const newFolder = temporaryFolders();

  it('ends a portfolio, an export, a search and a panel of the old connection, sends it no further request and shows nothing of it', async () => {
    const rows = listedProjects(COUNT);
    const other = await the.service(listedProjects(2), { 't/1': { total: 9, confirmed: 4 } });
    const folder = newFolder();
    const { service, window, desk } = await the.opened(rows, statsOfAll(rows));
    service.hold(isStats);
    const portfolio = await openPortfolio(window, 'stats');
    await eventually(() => service.held.length, 4);
    const panel = await openLink(window, '/projects/t/7');
    desk.save = () => Uri.file(join(folder, 'all.csv'));
    const exporting = window.run('exportProjects');
    await window.choose(`All ${COUNT} projects`, 'With stats', 'CSV');
    await eventually(() => desk.progress.some(({ title }) => title.includes('all.csv')), true);
    const { pick, done: finding } = await window.ask('find');
    pick.type('no such project');
    await window.signInTo(other);
    await finding;
    assert.equal(pick.disposed, true);
    await exporting;
    assert.deepEqual(await readdir(folder), []);
    const [failed] = desk.shown.splice(
      desk.shown.findIndex(({ kind }) => kind === 'error'),
      1,
    );
    assert.equal(
      failed?.text,
      'Mintscope: Nothing was exported. The sign-in changed meanwhile. Export again.',
    );
    await eventually(() => panel.disposed, true);
    const asked = service.requests.length;
    await eventually(() => service.held.every(({ gone }) => gone), true);
    for (const answer of service.held) answer.release();
    await eventually(() => portfolio.row('t/1')?.counts?.confirmed, 4);
    await eventually(() => [...portfolio.rows.keys()], ['project/t/1', 'project/t/2']);
    assert.equal(service.requests.length, asked);
    assert.deepEqual(
      desk.shown.filter(({ kind }) => kind === 'error'),
      [],
    );
  });
});
