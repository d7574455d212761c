import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import type { CompareState } from '../../../src/features/compare/messages.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { statsAsked } from '../../support/portfolio.ts';
import { isStats } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';

const TYPE = 'mintscope.compare';

describe('Compare Progress', () => {
  const the = windows();

  async function start(rows: object[] = sentProjects(10)) {
    const stats: Record<string, object> = {
      't/1': { total: 10, confirmed: 2, processing: 8, pending: 0 },
      't/2': { total: 20, confirmed: 20, processing: 0, pending: 0 },
      't/3': { total: 50, confirmed: 0, processing: 0, pending: 50 },
    };
    return { rows, stats, ...(await the.opened(rows, stats)) };
  }
  const stateOf = (panel: FakePanel | undefined) =>
    panel?.state as unknown as CompareState | undefined;
  const namesIn = (panel: FakePanel | undefined) =>
    stateOf(panel)
      ?.lines.map(({ name }) => name)
      .join();
  const panelsOf = ({ desk }: FakeWindow) =>
    desk.panels.filter(({ viewType, disposed }) => viewType === TYPE && !disposed);
  const select = ({ projects: tree }: FakeWindow, ...at: readonly number[]) => {
    tree.select(...at.map((one) => tree.painted[one]!.row));
  };
  const compare = async (window: FakeWindow, ...at: readonly number[]) => {
    select(window, ...at);
    await window.run('compareProgress');
    const panel = panelsOf(window).at(-1)!;
    await eventually(() => stateOf(panel)?.loading, false);
    return panel;
  };
  const rowsOf = (panel: FakePanel) =>
    stateOf(panel)?.lines.map(({ name, cells, note, readings }) =>
      [name, cells.share, cells.confirmed, cells.left, note ?? `${readings.length} readings`].join(
        ' | ',
      ),
    );

  it('compares selected projects, or the rows of the menu instead, in one tab, and requests their counts each time', async () => {
    const { window, service } = await start();
    const panel = await compare(window, 2, 0, 1);
    const one = 'One reading; a line begins with the next';
    assert.deepEqual(rowsOf(panel), [
      `P 1 | 20% | 2 of 10 | 8 | ${one}`,
      `P 2 | 100% | 20 of 20 | 0 | ${one}`,
      `P 3 | 0% | 0 of 50 | 50 | ${one}`,
    ]);
    assert.equal(stateOf(panel)?.covers, 'All 3 projects read');
    assert.equal(panel.title, 'P 1, P 2, and 1 more compared');
    assert.deepEqual(statsAsked(service).sort(), ['t/1', 't/2', 't/3']);
    const drawn = panel.received.length;
    const again = await compare(window, 0, 1, 2);
    assert.equal(again, panel, 'the same projects have one tab');
    const loads = () =>
      panel.received.slice(drawn).map((one) => one.type === 'state' && one.state.loading);
    await eventually(loads, [true, false]);
    assert.equal(panelsOf(window).length, 1);
    assert.deepEqual(statsAsked(service).slice(3).sort(), ['t/1', 't/2', 't/3']);
    assert.match(panel.pages[0]!, /img-src 'none'/);
    const projects = window.projects.painted.map(({ row }) => row);
    const [second, tenth] = [projects[1], projects[9]];
    select(window, 4, 5, 6);
    await window.run('compareProgress', tenth, [tenth, second]);
    await eventually(() => namesIn(panelsOf(window)[1]), 'P 2,P 10');
    assert.deepEqual(window.desk.said, []);
  });

  it('asks which projects to compare if one or nine are selected, with these checked and first, until two to eight are', async () => {
    const { window } = await start();
    select(window, 4);
    const { pick, done } = await window.ask('compareProgress');
    assert.equal(pick.title, 'Select 2 to 8 projects to compare: 1 selected');
    assert.equal(pick.placeholder, '10 loaded');
    assert.deepEqual(pick.sees.slice(0, 2), ['P 5 | t/5', 'P 1 | t/1']);
    pick.accept();
    assert.equal(pick.disposed, false);
    pick.toggle('P 2');
    assert.equal(pick.title, 'Compare Progress');
    pick.accept();
    await done;
    await eventually(() => namesIn(panelsOf(window)[0]), 'P 2,P 5');
    select(window, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    const nine = await window.ask('compareProgress');
    assert.equal(nine.pick.title, 'Select 2 to 8 projects to compare: 9 selected');
    nine.pick.hide();
    await nine.done;
    assert.equal(panelsOf(window).length, 1);
    assert.deepEqual(window.desk.said, []);
  });

  it('leaves out projects to which the service gave no kind', async () => {
    const [first, ...others] = sentProjects(9);
    const { window } = await start([first!, { id: 2, name: 'Odd' }, ...others]);
    select(window, 0, 1);
    const { pick, done } = await window.ask('compareProgress');
    assert.match(window.desk.said.at(-1)!, /^1 of 2 projects cannot be compared: /);
    assert.equal(pick.labels.includes('Odd'), false);
    pick.hide();
    await done;
    const panel = await compare(window, 0, 1, 2);
    assert.match(window.desk.said.at(-1)!, /^1 of 3 projects cannot be compared: /);
    assert.equal(namesIn(panel), 'P 1,P 2');
  });

  it('shows readings requested by other surfaces, and no pace for a failed project, also when it is copied', async () => {
    const time = the.skippableTime();
    const { window, rows, stats } = await start();
    const panel = await compare(window, 0, 1);
    const drawn = panel.received.length;
    const other = await openLink(window, '/projects/t/3');
    await eventually(() => other.state?.counts?.total, 50);
    assert.equal(panel.received.length, drawn, 'not for another project');
    time.skip(60_000);
    stats['t/1'] = { total: 10, confirmed: 6, processing: 4, pending: 0 };
    panel.setVisible(false);
    await openLink(window, '/projects/t/1');
    panel.setVisible(true);
    await eventually(() => rowsOf(panel)?.[0], 'P 1 | 60% | 6 of 10 | 4 | 2 readings');
    const pace = () => stateOf(panel)?.lines[0]?.cells.pace;
    assert.equal(pace(), '4 a minute');
    rows[0] = { ...rows[0], status: 'failed' };
    await window.run('projects.refresh');
    await eventually(pace, '');
    panel.says({ type: 'copy', what: 'table' });
    const copied = /\n\| P 1 · Status failed \| 60% \| 6 of 10 \|.*\| \d+\\:\d\d \|\n/;
    await eventually(() => copied.test(window.desk.clipboard), true);
  });

  it('follows mints in a visible comparison without a press, also beside a project that cannot be read', async () => {
    const time = the.skippableTime();
    const { window, service } = await start();
    const counts: Record<string, object> = {};
    const move = (confirmed: number) => {
      for (const id of [1, 2])
        counts[`t/${id}`] = { total: 900, confirmed, processing: 900, pending: 0 };
    };
    service.fail(({ path }) => {
      const body = counts[/([tn]\/\d+)\/stats$/.exec(path)?.[1] ?? ''];
      return body ? { status: 200, body } : path.endsWith('/stats') ? { status: 503 } : undefined;
    });
    move(1);
    const panel = await compare(window, 0, 1, 2);
    const confirmed = () => stateOf(panel)?.lines.map(({ cells }) => cells.confirmed);
    for (const count of [2, 3, 4]) {
      move(count);
      time.skip(5_000);
      await eventually(confirmed, [`${count} of 900`, `${count} of 900`, '']);
    }
    assert.match(stateOf(panel)!.lines[2]!.note!, /\(503\)/);
    assert.equal(stateOf(panel)?.covers, '2 of 3 projects read');
  });

  it('shows new counts of all its projects after each Refresh of a comparison or of the Projects view', async () => {
    const { window, stats, service } = await start();
    const panel = await compare(window, 0, 1);
    const shares = () => stateOf(panel)?.lines.map(({ cells }) => cells.share);
    let confirmed = 2;
    for (const refresh of [
      () => window.run('refreshStats'),
      () => window.run('projects.refresh'),
      () => {
        panel.says({ type: 'refresh' });
        return Promise.resolve();
      },
    ]) {
      confirmed++;
      for (const id of [1, 2])
        stats[`t/${id}`] = { total: 10, confirmed, processing: 9, pending: 0 };
      const before = statsAsked(service).length;
      await refresh();
      await eventually(shares, [`${confirmed}0%`, `${confirmed}0%`]);
      assert.deepEqual(statsAsked(service).slice(before).sort(), ['t/1', 't/2']);
    }
  });

  it('what is known of compared projects stays in an outage, without a pace', async () => {
    const { window, service } = await start();
    await openLink(window, '/projects/t/1');
    await eventually(() => window.desk.panels[0]?.state?.loading, false);
    service.fail((request) => (isStats(request) ? { status: 503 } : undefined));
    const panel = await compare(window, 0, 1);
    await eventually(() => stateOf(panel)?.problem?.action, 'retry');
    const { problem, lines } = stateOf(panel)!;
    assert.match(problem!.message, /503/);
    const cells = lines.map(({ cells: { share, pace } }) => `${share} ${pace}`);
    assert.deepEqual(cells, ['20% ', ' ']);
    service.fail(undefined);
    panel.says({ type: 'refresh' });
    await eventually(() => stateOf(panel)?.problem, undefined);
    await eventually(() => stateOf(panel)?.covers, 'All 2 projects read');
  });
});
