import assert from 'node:assert/strict';
import type { Project } from '../../../src/core/model/model.ts';
import { TabInputText, Uri } from '../../support/fakeVscode/values.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';
import { turns } from '../../support/turn.ts';

describe('Load More', () => {
  const the = windows();

  /** A window with the first page. @param refused the page that the service refuses. */
  const start = async (count: number, pageSize = 10, refused?: number) => {
    const projects = sentProjects(count, () => ({ status: 'processing' }));
    const service = await the.service(projects);
    service.fail(({ query }) => (query.page === String(refused) ? { status: 400 } : undefined));
    const window = await the.signedIn(service, { pageSize });
    const tree = window.projects;
    await eventually(() => tree.labels.length, pageSize + 1);
    const nameOf = (row: unknown) => (row as Project | undefined)?.name;
    const more = async () => {
      const before = tree.labels.length;
      await window.run('projects.loadMore');
      await eventually(
        () => tree.labels.length > before || !tree.labels.includes('Load more'),
        true,
      );
    };
    return { service, projects, window, tree, nameOf, more };
  };

  it('moves focus and selection from Load more to the first new row, where a refresh keeps them', async () => {
    const { window, tree, nameOf, more } = await start(25);
    tree.select(tree.row('Load more'));
    await more();
    assert.equal(nameOf(tree.focused), 'P 11');
    assert.deepEqual(tree.selection.map(nameOf), ['P 11']);
    await window.run('projects.openRow');
    assert.match(window.desk.panels[0]?.title ?? '', /^P 11/);
    await window.run('projects.refresh');
    await eventually(() => tree.labels.length, 21);
    assert.equal(nameOf(tree.focused), 'P 11');
    tree.select(tree.row('Load more'));
    await more();
    assert.equal(nameOf(tree.focused), 'P 21', 'also by the last page');
  });

  it('focuses the row that took the place of the focused one, if Refresh does not find that', async () => {
    const { window, tree, projects, nameOf } = await start(25);
    tree.moveTo(tree.row('P 4'));
    projects.splice(3, 1);
    await window.run('projects.refresh', tree.row('P 4'));
    await eventually(() => nameOf(tree.focusedRow), 'P 5');
    assert.deepEqual(tree.selection, []);
    tree.focusedRow = undefined;
    projects.splice(3, 1);
    await window.run('projects.refresh');
    assert.equal(tree.focusedRow, undefined, 'from the palette, the user may be elsewhere');
  });

  it('shows the rows of a page at once, although a tooltip was opened while it was read', async () => {
    const { window, tree, service } = await start(25);
    service.hold(({ query }) => query.page === '2');
    const loaded = window.run('projects.loadMore');
    await eventually(() => service.held.length, 1);
    await tree.tooltipOf('P 1');
    service.release();
    await loaded;
    await turns();
    assert.ok(tree.labels.includes('P 11'));
  });

  it('says until when a page waits if the service asks for that, sends nothing meanwhile, and a Refresh asks once', async () => {
    const { service, window, tree } = await start(35);
    const wait = { status: 429, headers: { 'retry-after': '30' } };
    service.fail(() => wait);
    const more = window.run('projects.loadMore');
    const words = /^The service asks to send no requests until \d\d:\d\d:\d\d\.$/;
    await eventually(() => words.test(tree.message), true);
    window.collections.show();
    await eventually(() => words.test(window.collections.message), true);
    const listed = window.desk.tools.invoke('mintscope_list', { what: 'projects' });
    const asked = () => service.requests.map(({ path }) => path);
    assert.deepEqual(asked().slice(-2), ['/v2/projects', '/v2/projects']);
    service.fail(undefined);
    await window.run('projects.refresh');
    await eventually(() => tree.message, '');
    assert.equal(tree.labels.length, 11);
    await Promise.all([more, listed]);
  });

  it('shows ten thousand rows, says how many are loaded, and opens a found row that it does not show', async () => {
    const { window, service, projects, tree, nameOf } = await start(10_300, 100, 102);
    await window.run('projects.loadAll');
    const last = '10,000 shown of 10,100 loaded, 10,300 in all';
    await eventually(() => tree.labels.slice(-3), ['P 10000', 'Load more', last]);
    const { pick, done } = await window.ask('find');
    pick.type('t/10050');
    await eventually(() => pick.labels[0], 'P 10050');
    pick.press('P 10050');
    await done;
    await eventually(() => window.desk.panels[0]?.title.startsWith('P 10050'), true);
    assert.equal(
      window.desk.statusMessages.at(-1),
      'The row is beyond the 10,000 rows that Projects shows.',
    );
    assert.deepEqual(tree.revealed.map(nameOf), []);
    // A command that asks for a row does not take it for the answer.
    window.desk.goTo(undefined);
    const asking = await window.ask('copyMintAddress');
    asking.pick.type('t/10050');
    await eventually(() => asking.pick.labels[0], 'P 10050');
    asking.pick.press('P 10050');
    await asking.done;
    assert.equal(window.desk.clipboard, '');
    for (const at of [10_049, 10_059]) projects[at]!.status = 'failed';
    service.fail(undefined);
    await window.run('projects.refresh');
    for (const name of ['P 10050', 'P 10060', 'P 10050']) {
      await window.run('nextChange', { list: 'projects' });
      const said = window.desk.statusMessages.at(-1);
      assert.ok(said?.startsWith(`${name}: → failed`), said);
    }
    await eventually(() => window.desk.panels.at(-1)?.title.startsWith('P 10060'), true);
  });

  it('leaves focus and selection where the user has moved them while a page was read', async () => {
    const { window, service, tree } = await start(35);
    service.hold();
    tree.select(tree.row('Load more'));
    const loading = window.run('projects.loadMore');
    tree.moveTo(tree.painted[0]!.row);
    service.release();
    await loading;
    assert.deepEqual(tree.revealed, []);
    assert.equal(tree.focused, tree.painted[0]!.row);
  });

  it('takes no focus from a tab that the user has opened while a page was read', async () => {
    const { window, service, tree, nameOf } = await start(35);
    service.hold();
    tree.select(tree.row('Load more'));
    const loading = window.run('projects.loadMore');
    window.desk.openTab(new TabInputText(Uri.parse('file:///notes.txt')));
    service.release();
    await loading;
    assert.deepEqual(tree.selection.map(nameOf), ['P 11']);
    assert.equal(tree.focuses, 0);
  });
});
