import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { windows } from '../../support/windows.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { sentProjects } from '../../support/projects.ts';
import { turns } from '../../support/turn.ts';
import { isStats, type Lie, seemsLong } from '../../support/minimalService.ts';

const UNTIL = /The service asks to send no requests until \d\d:\d\d:\d\d\./;

describe('Requests for stats of all surfaces together', () => {
  const the = windows();

  /** A window with `count` projects, which are all painted, but not in sight yet. */
  async function start(count: number, lie: Lie | undefined = seemsLong) {
    const time = the.skippableTime();
    const rows = sentProjects(count);
    const stats = rows.map(({ id }) => [`t/${id}`, { total: 100, confirmed: id }] as const);
    const service = await the.service(rows, Object.fromEntries(stats));
    service.lie(lie);
    const settings = { 'mintscope.showProgress': 'visible' };
    const window = await the.signedIn(service, { settings });
    await eventually(() => window.projects.addresses.size, count);
    const requested = () =>
      service.requests.filter(isStats).map(({ path }) => Number(/t\/(\d+)\//.exec(path)?.[1]));
    return { service, window, time, requested };
  }
  const look = ({ desk, projects: tree }: FakeWindow, from: number, to: number) => {
    desk.decorations.look([...tree.addresses.values()].slice(from, to));
  };
  const isShown = ({ projects: tree }: FakeWindow, from: number, to: number) =>
    tree.painted.slice(from, to).every(({ item }) => /^\d+%/.test(String(item.description)));

  it('a 429 to a row pauses the requests of all surfaces, which show the time and continue after it', async () => {
    const { service, window, time, requested } = await start(6, (envelope) => envelope);
    service.fail((request) =>
      isStats(request) ? { status: 429, headers: { 'retry-after': '30' } } : undefined,
    );
    look(window, 0, 1);
    await eventually(() => window.desk.log.some((line) => line.includes('/t/1/stats')), true);
    const panel = await openLink(window, '/projects/t/2');
    await eventually(() => UNTIL.test(panel.state?.problem?.message ?? ''), true);
    panel.says({ type: 'refresh' });
    await eventually(() => panel.state?.loading, false);
    assert.match(panel.state!.problem!.message, UNTIL);
    await assert.rejects(window.desk.tools.invoke('mintscope_stats', { project: 't/5' }), UNTIL);
    const file = join(the.newFolder(), 'all.json');
    window.desk.save = () => Uri.file(file);
    const exporting = window.run('exportProjects');
    await window.choose('All rows', 'JSON with counts');
    await eventually(() => UNTIL.test(window.desk.progress.at(-1)!.said.join()), true);
    const before = requested().length;
    look(window, 1, 3);
    await turns();
    assert.equal(requested().length, before);
    service.fail(undefined);

    time.skip(30_000);
    await exporting;
    await eventually(() => panel.state?.counts?.confirmed, 2);
    assert.equal(panel.state!.problem, undefined);
    await eventually(() => isShown(window, 1, 3), true);
    assert.equal((JSON.parse(await readFile(file, 'utf8')) as unknown[]).length, 6);
    assert.deepEqual([...new Set(requested().slice(before))].sort(), [1, 2, 3, 4, 5, 6]);
  });
});
