import assert from 'node:assert/strict';
import type { CompareState } from '../../../src/features/compare/messages.ts';
import { nameOf } from '../../../src/core/messages/projectColumns.ts';
import { eventually } from '../../support/eventually.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { openPortfolio } from '../../support/portfolio.ts';
import { isStats } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';

/** What the user sees of services that differ from the interface document. */
describe('Services as they are', () => {
  const the = windows();

  const SHARED = [
    { id: 1, name: 'Whole', transferable: true, compressed: false, mintAddress: 'MintAddressOfA' },
    {
      id: 1,
      name: 'Compressed',
      transferable: true,
      compressed: true,
      mintAddress: 'MintAddressOfB',
    },
    { id: 2, name: 'Other', transferable: true, mintAddress: 'MintAddressOfC' },
  ];
  const NOT_TOLD_APART =
    'The service lists several projects as 1 · transferable, so their stats cannot be told apart.';

  it('two projects of one id and kind are rows of their own, and show no stats', async () => {
    const { window, desk, service } = await the.opened(SHARED, { 't/1': { total: 4 } });
    const tree = window.projects;
    await eventually(() => tree.labels, ['Whole', 'Compressed', 'Other']);
    assert.deepEqual([tree.description, tree.message], ['3', '']);
    for (const name of ['Whole', 'Compressed']) {
      tree.select(tree.row(name));
      await window.run('projects.openRow');
      assert.equal(desk.said.at(-1), NOT_TOLD_APART);
      assert.ok((await tree.tooltipOf(name))?.includes(NOT_TOLD_APART));
      const said = desk.said.length;
      await window.run('watchProject', tree.row(name));
      assert.deepEqual(desk.said.slice(said), [NOT_TOLD_APART], 'it is not watched');
    }
    const agent = desk.tools.invoke('mintscope_stats', { project: 't/1' });
    await assert.rejects(agent, /lists 2 projects as t\/1/);
    await window.run('openStats', 't/1');
    assert.equal(desk.said.at(-1), NOT_TOLD_APART);
    desk.choose = ({ choices }) => choices[0];
    await window.run('copyLink', tree.row('Whole'));
    desk.openLink!(Uri.parse(desk.clipboard));
    const openedBy = () => desk.said.filter((text) => text === NOT_TOLD_APART).length;
    await eventually(openedBy, 6);
    const { pick, done } = await window.ask('lookUpStats');
    pick.type('t/1');
    await eventually(() => pick.labels, ['Whole', 'Compressed']);
    pick.hide();
    await done;
    assert.deepEqual(desk.panels, []);
    assert.ok(!service.requests.some((one) => isStats(one) && one.path.includes('/t/1/')));
  });

  it('once a second project of one id is listed, a comparison shows and requests no stats of it', async () => {
    const [first, second, other] = SHARED;
    const listed = [first!, other!];
    const counts = { total: 4, confirmed: 3 };
    const { window, desk, service } = await the.opened(listed, { 't/1': counts, 't/2': counts });
    const tree = window.projects;
    tree.select(tree.row('Whole'), tree.row('Other'));
    await window.run('compareProgress');
    const state = () => desk.panels[0]?.state as unknown as CompareState | undefined;
    const lines = () => state()?.lines.map(({ cells, note }) => `${cells.confirmed} ${note ?? ''}`);
    const asked = () => service.requests.filter(isStats).map(({ path }) => path);
    const one = '3 of 4 One reading; a line begins with the next';
    await eventually(lines, [one, one]);
    listed.push(second!);
    await window.run('projects.refresh');
    await eventually(lines, [` ${NOT_TOLD_APART}`, one]);
    // The refresh requests counts at once, before it is known that the projects share their id.
    await eventually(() => asked().length, 4);
    desk.panels[0]?.says({ type: 'refresh', ref: 't/1,t/2' });
    await eventually(() => asked().slice(4), ['/v2/projects/t/2/stats']);
    await eventually(() => state()?.loading, false);
    tree.select(tree.row('Whole'), tree.row('Other'));
    await window.cancel('Select 2 to 8 projects', 'compareProgress');
    assert.match(desk.said.at(-1)!, /^The service lists several projects as 1 · transferable, so/);
  });

  it('an open panel of a project empties once a second one with its id is listed', async () => {
    const listed = SHARED.slice(0, 1);
    const { window, desk } = await the.opened(listed, { 't/1': { total: 4, confirmed: 3 } });
    await window.run('openStats', 't/1');
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
    listed.push(SHARED[1]!);
    await window.run('projects.refresh');
    await eventually(() => desk.panels[0]?.state?.problem?.message, NOT_TOLD_APART);
    const { counts, facts, timeLine } = desk.panels[0]!.state!;
    assert.deepEqual([counts, facts, timeLine], [undefined, {}, undefined]);
  });

  it('Find and the portfolio have both projects of one id, and the sums say that they leave them out', async () => {
    const stats = { 't/1': { total: 4 }, 't/2': { total: 4, confirmed: 3 } };
    const { window } = await the.opened(SHARED, stats);
    const { pick, done } = await window.ask('find');
    pick.type('whole');
    await eventually(() => pick.labels, ['Whole']);
    pick.type('compressed');
    await eventually(() => pick.labels, ['Compressed']);
    pick.hide();
    await done;
    const portfolio = await openPortfolio(window);
    await eventually(
      () => portfolio.coverage?.replace(/, (just now|up to) .*?;/, ';'),
      '1 of 3 projects read; 2 share an ID and are left out',
    );
    const names = [...portfolio.rows.values()].map(({ name }) => name);
    assert.deepEqual(names, ['Whole', 'Compressed', 'Other']);
  });

  it('the portfolio calls projects whose name cannot be seen as the tree does', async () => {
    const unnamed = [
      { name: '\u202e', mintAddress: 'MintAddressOfA' },
      { id: 2, transferable: true, mintAddress: 'MintAddressOfC' },
      { symbol: 'HLD' },
    ];
    const { window } = await the.opened(unnamed, {});
    const names = ['Project Mint…sOfA', 'Project 2 · transferable', 'Unnamed project'];
    await eventually(() => window.projects.labels, names);
    const portfolio = await openPortfolio(window);
    await eventually(() => [...portfolio.rows.values()].map(nameOf), names);
  });
});
