import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { startTlsService } from '../../support/tlsService.ts';
import { sentProjects } from '../../support/projects.ts';

const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };
const projects = (count: number) => sentProjects(count, (id) => ({ name: `Lamp ${id}` }));

describe('commands of a window', () => {
  const the = windows();

  async function open() {
    const rows = projects(60);
    const opened = await the.opened(rows, { 't/1': STATS, 't/2': STATS, 'n/5': STATS });
    const tree = opened.window.projects;
    const rowAt = (at: number) => tree.painted[at]!.row;
    return { ...opened, rows, tree, rowAt };
  }

  it('asks for a project if Open Stats has none, or one with an invalid id', async () => {
    const { service, window, desk, rowAt } = await open();
    const id = '../../../admin/delete?x=1#';
    const forged = { kind: 'project', key: 'project/t/1', id, transferable: true, source: {} };
    for (const odd of [undefined, null, 'project', {}, { kind: 'collection' }, rowAt(50), forged])
      await window.cancel('Look Up Project Stats', 'openStats', odd);
    assert.deepEqual(desk.panels, []);
    assert.ok(service.requests.every(({ path }) => path === '/v2/projects'));
  });

  it('shows the view of a refreshed list, and does not scroll a visible one', async () => {
    const { window, tree } = await open();
    await window.run('projects.refresh');
    assert.equal(tree.focuses, 0);
    tree.hide();
    await window.run('projects.refresh');
    assert.deepEqual([tree.focuses, tree.visible], [1, true]);
  });

  it('reports why a command failed, and offers the log', async () => {
    const { window, desk } = await open();
    window.workspaceState.update = () => Promise.reject(new Error('no space left'));
    await window.run('clearFilter');
    assert.deepEqual([desk.shown.at(-1)?.text, desk.logShown], ['Mintscope: no space left', 0]);
    assert.ok(desk.log.includes('error mintscope.clearFilter: no space left'));
    desk.choose = () => 'Show Log';
    await window.run('clearFilter');
    assert.equal(desk.logShown, 1);
    desk.shown.length = 0;
  });

  it('applies changed http settings of the editor to the next request', async () => {
    const service = await startTlsService((_, response) => {
      response.end('{"results":[],"page":1,"limit":50,"totalPages":0,"totalResults":0}');
    });
    try {
      const window = await the.signedIn({ address: service.origin });
      await eventually(() => window.projects.message.includes('not accepted'), true);
      window.desk.changeSetting('http.proxyStrictSSL', false);
      await window.run('projects.refresh');
      await eventually(() => window.projects.message, '');
    } finally {
      await service.close();
    }
  });
});
