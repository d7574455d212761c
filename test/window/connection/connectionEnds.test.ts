import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { windows } from '../../support/windows.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { openLink } from '../../support/openLink.ts';
import { isStats, listedProjects, openPortfolio, statsOfAll } from '../../support/portfolio.ts';

describe('End of a connection', () => {
  const the = windows();

  const rowsOf = (name: string) => [{ id: 1, name, transferable: true }];
  const open = async () => {
    const { service: one, window } = await the.opened(rowsOf('One'));
    const two = await the.service(rowsOf('Two'));
    /** Switches to the second service as another window would. */
    const switchElsewhere = () => window.signInTo(two);
    return { window, one, two, switchElsewhere };
  };

  it('closes each picker when the connection ends', async () => {
    for (const command of ['find', 'filterProjects', 'projects.arrange', 'exportProjects']) {
      const { window, switchElsewhere } = await open();
      const { done } = await window.ask(command);
      await switchElsewhere();
      await done;
      assert.equal(window.desk.pick, undefined, command);
      await eventually(() => window.projects.labels[0], 'Two');
      await window.close();
    }
  });

  it('updates the list of connections, which stays open, when the connection ends', async () => {
    const { window, one, two, switchElsewhere } = await open();
    const { pick } = await window.ask('switchConnection');
    await switchElsewhere();
    await eventually(() => pick.labels.slice(0, 3), [two.host, 'recent', one.host]);
  });

  it('ends a portfolio, an export, a search and a panel of the old connection, sends it no further request and shows nothing of it', async () => {
    const rows = listedProjects(120);
    const other = await the.service(listedProjects(2), { 't/1': { total: 9, confirmed: 4 } });
    const folder = the.newFolder();
    const { service, window, desk } = await the.opened(rows, statsOfAll(rows));
    service.hold(isStats);
    const portfolio = await openPortfolio(window, 'stats');
    await eventually(() => service.held.length, 1);
    const panel = await openLink(window, '/projects/t/7');
    desk.save = () => Uri.file(join(folder, 'all.csv'));
    const exporting = window.run('exportProjects');
    await window.choose('All rows', 'CSV with counts');
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
    assert.equal(portfolio.panel.disposed, true);
    assert.equal(service.requests.length, asked);
  });
});
