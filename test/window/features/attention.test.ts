import assert from 'node:assert/strict';
import { unseenProject } from '../../../src/core/model/projectRef.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import type { FakeTree } from '../../support/fakeVscode/tree.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { isStats } from '../../support/minimalService.ts';
import { openLink } from '../../support/openLink.ts';
import { openPortfolio } from '../../support/portfolio.ts';
import { turns } from '../../support/turn.ts';
import { sentProjects } from '../../support/projects.ts';

const NAMES = ['Harbor', 'Lantern', 'Orchard', 'Tide'];
const project = (at: number, status = 'processing') => ({
  ...{ id: at, name: NAMES[at - 1], status, transferable: true },
});
const minting = { total: 100, confirmed: 40, processing: 60, pending: 0 };
const failing = { ...minting, confirmed: 60, processing: 2, failed: 38 };
const contradicting = { total: 100, confirmed: 80, processing: 0, pending: 0 };

describe('Needs Attention', () => {
  const the = windows();

  const isShown = (window: FakeWindow) => window.desk.contexts.get('mintscope.attention');
  const view = (window: FakeWindow) => window.desk.trees.get('mintscope.attention')!;
  const rows = (window: FakeWindow) =>
    view(window).painted.flatMap(({ item }) =>
      item.id === 'attention/rest' || item.id === 'attention/acknowledged'
        ? []
        : `${item.label as string}: ${item.description ?? ''}`,
    );
  /** The row that says how many projects are read; empty without it. */
  const rest = (window: FakeWindow) => {
    const { item } = view(window).painted.find(({ item: { id } }) => id === 'attention/rest') ?? {};
    return item ? `${item.label as string}: ${item.description ?? ''}` : '';
  };

  async function looked(
    projects: readonly object[],
    stats: Readonly<Record<string, unknown>>,
    refs = Object.keys(stats),
  ) {
    const { service, window } = await the.opened(projects, stats);
    await eventually(() => window.desk.trees.has('mintscope.attention'), true);
    view(window).show();
    for (const ref of refs) {
      const panel = await openLink(window, `/projects/${ref}`);
      await eventually(() => panel.state?.loading, false);
    }
    return { service, window };
  }

  it('says that not all projects are read after a page has failed, also if nothing was found by then', async () => {
    const service = await the.service(sentProjects(30, () => ({ status: 'pending' })));
    service.fail(({ query }) => (query.page === '3' ? { status: 501 } : undefined));
    const settings = { 'mintscope.showProgress': 'visible' };
    const window = await the.signedIn(service, { pageSize: 10, settings });
    await eventually(() => isShown(window), true);
    view(window).show();
    await eventually(() => rest(window).startsWith('Read All: 20 of 30 read'), true);
  });

  it('lists what needs attention by readings and rows, the worst first, with its reason, also in panels, and opens it', async () => {
    const name = 'A name of more than forty letters, and then some';
    const all = [project(1), { ...project(2), name }, project(3, 'Failed'), project(4)];
    const stats = { 't/1': contradicting, 't/2': failing, 't/4': minting };
    const { service, window } = await looked(all, stats);
    await eventually(
      () => rows(window),
      [
        'A name of more…hen some: Failed 38 · 60%',
        'Orchard: Status failed',
        'Harbor: 20 missing · 80%',
      ],
    );
    const read = service.requests.filter(isStats).map(({ path }) => path);
    assert.equal(new Set(read).size, 3, 'those of the panels');
    assert.equal(isShown(window), true);
    await eventually(() => view(window).message, '2 failed · others: 1 with NFTs missing');
    assert.equal(view(window).description, '3');
    await eventually(() => rest(window), 'Read All: 3 of 4 read');
    const [{ item } = { item: undefined }, , last] = view(window).painted;
    assert.equal(
      item?.accessibilityInformation?.label,
      `${name}, needs attention: Failed 38, 60% confirmed`,
    );
    // The editor drops arguments when it repaints the row.
    const command = { command: 'mintscope.attention.openRow', title: 'Open Stats' };
    assert.deepEqual(item.command, command);
    const look = ({ state }: FakePanel) => [state?.tone, state?.chips];
    await eventually(() => look(window.desk.panels[1]!), ['failed', 'Failed 38']);
    const panel = await openLink(window, '/projects/t/3');
    await eventually(() => look(panel), ['failed', undefined]);
    for (const open of window.desk.panels) open.dispose();
    view(window).select(last!.row);
    await window.run('attention.openRow');
    await eventually(() => window.desk.panels.at(-1)?.title, 'Harbor (1 · transferable)');
  });

  it('lists watched projects below what needs attention, with their share, and reports an outage above them', async () => {
    const stats = { 't/1': minting, 't/2': failing };
    const { service, window } = await looked([project(1), project(2)], stats);
    await window.run('watchProject', window.projects.painted[0]!.row);
    await eventually(() => rows(window), ['Lantern: Failed 38 · 60%', 'Harbor: 40% · watched']);
    assert.deepEqual(
      [view(window).description, view(window).message],
      ['1', '1 failed · 1 only watched'],
    );
    const words = String(view(window).painted[1]!.item.contextValue);
    assert.match(words, /^project\b(?!.* attention).* watched$/, 'Stop Watching is offered');
    await window.run('stopWatching', view(window).painted[1]!.row);
    await eventually(() => rows(window), ['Lantern: Failed 38 · 60%']);
    service.fail(() => ({ status: 503 }));
    await window.run('projects.refresh');
    await eventually(() => view(window).message, 'service error · 1 failed');
  });

  it('an unloaded project keeps the name that a panel has given it, until its row is loaded', async () => {
    const many = sentProjects(60, (id) => ({ name: `Tide ${id - 1}`, status: 'processing' }));
    const { window } = await looked(many, { 't/57': failing, 't/58': failing }, ['t/57']);
    await eventually(() => rows(window), ['Project 57 · transferable: Failed 38 · 60%']);
    await eventually(() => rest(window), 'Read All: 1 of 60 read');
    await window.run('openStats', unseenProject('t/58', { name: 'Harbor' }));
    await eventually(() => rows(window).includes('Harbor: Failed 38 · 60%'), true);
    const { pick, done } = await window.ask('find');
    pick.type('tide 56');
    await eventually(() => pick.labels[0], 'Search the other 10');
    pick.accept();
    await eventually(() => pick.labels[0], 'Tide 56');
    pick.accept();
    await done;
    const found = ['Tide 56: Failed 38 · 60%', 'Tide 57: Failed 38 · 60%'];
    await eventually(() => rows(window).toSorted(), found);
    for (const panel of window.desk.panels) panel.dispose();
    await window.run('projects.refresh');
    await window.run('acknowledge', view(window).painted[0]!.row);
    await eventually(() => rows(window), found.slice(1));
  });

  it('after Acknowledge the focus is on the row that took the place of the acknowledged one', async () => {
    const stats = { 't/1': failing, 't/2': failing, 't/3': failing };
    const { window } = await looked([project(1), project(2), project(3)], stats);
    await eventually(() => rows(window).length, 3);
    const [, second, third] = view(window).painted.map(({ row }) => row);
    view(window).select(second);
    await window.run('acknowledge', second);
    await eventually(() => rows(window).length, 2);
    await eventually(() => view(window).focusedRow, third);
    const { revealed } = view(window);
    const before = revealed.length;
    // From a message, or the menu of the portfolio, while the view keeps the focus of its row.
    await window.run('acknowledge', third, undefined, true);
    await eventually(() => rows(window).length, 1);
    view(window).moveTo(view(window).row('Harbor'));
    view(window).select(view(window).row('Harbor'));
    await turns();
    // From the palette.
    await window.run('acknowledge');
    await eventually(() => rows(window), []);
    assert.equal(revealed.length, before, 'the focus stays where the user is');
  });

  it('every surface has the same number of failed projects, and says how many of them are acknowledged', async () => {
    const all = [project(1), project(2), project(3, 'Failed'), project(4)];
    const stats = { 't/1': failing, 't/2': failing, 't/3': minting, 't/4': minting };
    const { window } = await looked(all, stats);
    const words = '3 failed, 1 acknowledged';
    await eventually(() => rows(window).length, 3);
    await window.run('acknowledge', view(window).painted[0]!.row);
    await eventually(() => view(window).message, words);
    const page = await openPortfolio(window);
    await eventually(() => page.chips, [words]);
    await window.answer('projects.arrange', 'Group by what needs attention');
    const groups = () =>
      window.projects.painted
        .filter(({ item }) => item.contextValue === 'group')
        .map(({ item }) => `${item.label as string}: ${String(item.description)}`);
    await eventually(groups, ['Failed: 3, 1 acknowledged', 'Nothing needs attention: 1']);
    const filtering = await window.ask('filterProjects');
    filtering.pick.toggle('Failed or stalled');
    filtering.pick.accept();
    await filtering.done;
    await eventually(() => window.projects.description, '3 of 4');
    const message = 'Filter: failed or stalled. 1 match is acknowledged.';
    await eventually(() => window.projects.message, message);
  });

  it('hides an acknowledged project until it changes or the user undoes it, while others stay hidden', async () => {
    const { service, window } = await looked([project(1), project(2), project(3)], {
      't/1': failing,
      't/2': contradicting,
      't/3': failing,
    });
    await eventually(() => rows(window).length, 3);
    const [first, second] = view(window).painted.map(({ row }) => row);
    await window.run('acknowledge', first);
    assert.equal(window.desk.shown.at(-1)?.text, 'Harbor is acknowledged until it changes.');
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Undo');
    await window.run('acknowledge', second);
    const others = ['Orchard: Failed 38 · 60%', 'Lantern: 20 missing · 80%'];
    await eventually(() => rows(window), others);
    assert.equal(view(window).message, '2 failed, 1 acknowledged · others: 1 with NFTs missing');
    await window.run('acknowledge', first);
    assert.equal(window.desk.shown.length, 2, 'no message where nothing was acknowledged');
    service.fail(({ path }) =>
      path.includes('/t/1/')
        ? { status: 200, body: { ...failing, processing: 1, failed: 39 } }
        : undefined,
    );
    await window.run('openStats', 't/1');
    await window.run('refreshStats');
    await eventually(() => rows(window)[0], 'Harbor: Failed 39 · 60%');
    window.desk.choose = () => undefined;
    view(window).select(...view(window).painted.map(({ row }) => row));
    await window.run('acknowledge', view(window).selection[0], view(window).selection);
    assert.equal(window.desk.shown.at(-1)?.text, '3 projects are acknowledged until they change.');
    await eventually(() => isShown(window), false);
    await window.run('showAcknowledged');
    await eventually(() => rows(window).length, 3);
  });

  /** A window that shows the view and requests counts by itself. */
  async function visible(
    projects: readonly object[],
    stats: Readonly<Record<string, unknown>>,
    collections: readonly object[] = [],
  ) {
    const service = await the.service(projects, stats, { collections });
    const settings = { 'mintscope.showProgress': 'visible' };
    const window = await the.signedIn(service, { settings });
    await eventually(() => window.projects.painted.length > 0, true);
    await eventually(() => window.desk.trees.has('mintscope.attention'), true);
    view(window).show();
    return { service, window };
  }

  it('says of a large service how many projects are read, and Read All reads them until Stop, then all again; the title of the view has it too', async () => {
    const time = the.skippableTime();
    const many = sentProjects(520, (id) => ({ name: `Tide ${id}`, status: 'processing' }));
    const stats = Object.fromEntries(
      many.map((_, at) => [`t/${at + 1}`, at + 1 === 510 ? failing : minting]),
    );
    const { service, window } = await visible(many, stats);
    await eventually(() => view(window).painted.length, 1);
    await eventually(() => isShown(window), true);
    assert.equal(rest(window), 'Read All: ');
    await eventually(() => view(window).message, '0 of 520 read');
    service.hold(isStats);
    const reading = window.run('attention.readAll');
    await eventually(() => rest(window), 'Reading: Stop');
    await eventually(() => view(window).message, '0 of 520 read');
    view(window).select(view(window).painted[0]!.row);
    await window.run('attention.openRow');
    await reading;
    await eventually(() => rest(window), 'Read All: ');
    service.release();
    await window.run('attention.readAll');
    await eventually(() => rows(window), ['Tide 510: Failed 38 · 60%']);
    // The view is painted again some time after the last answer.
    await eventually(() => rest(window), '');
    await eventually(() => view(window).message, '1 failed');
    stats['t/510'] = minting;
    await window.run('attention.readAll');
    await eventually(() => view(window).message, 'Nothing needs attention');
    assert.equal(isShown(window), true, 'the button is in its title');
    time.skip(11 * 60_000);
    await eventually(
      () =>
        /^Nothing needs attention · counts of (yesterday )?\d\d:\d\d or later$/.test(
          view(window).message,
        ),
      true,
    );
  });

  it('knows since when a project has failed by its status that is not among the loaded rows', async () => {
    const many: Record<string, unknown>[] = sentProjects(60, (id) => ({
      name: `Tide ${id}`,
      status: 'processing',
    }));
    const stats: Record<string, object> = {};
    for (let id = 1; id <= 60; id++) stats[`t/${id}`] = minting;
    const { window } = await visible(many, stats);
    await window.run('attention.readAll');
    many[55] = { ...many[55], status: 'failed' };
    await window.run('attention.readAll');
    await eventually(() => rows(window), ['Tide 56: Failed just now · new · 40%']);
  });

  it('a selection of another account is none after a change of account, so that no command acts on it', async () => {
    const { window } = await looked([project(1, 'failed')], {});
    await eventually(() => rows(window), ['Harbor: Status failed']);
    view(window).select(view(window).painted[0]!.row);
    const token = 'another';
    const other = await the.service([project(2)], {}, { token });
    await window.signInTo(other, token);
    await eventually(() => window.projects.labels, ['Lantern']);
    await window.cancel('Watch which project until it is minted?', 'watchProject');
    await eventually(() => rows(window), []);
  });

  it('each Stop ends only what it stands at', async () => {
    const many = sentProjects(520, (id) => ({ name: `Tide ${id}`, status: 'processing' }));
    const collections = Array.from({ length: 120 }, (_, at) => ({ mintAddress: `mint${at}` }));
    const { service, window } = await visible(many, {}, collections);
    window.collections.show();
    await eventually(() => window.collections.labels.at(-1), 'Load more');
    await eventually(() => rest(window), 'Read All: ');
    service.hold();
    const runs = [
      window.run('attention.readAll'),
      window.run('projects.loadAll'),
      window.run('collections.loadAll'),
    ];
    const trees = { projects: window.projects, collections: window.collections };
    const underWay = () => [
      ...Object.values(trees).map(({ labels }) => labels.at(-1) === 'Loading all…'),
      rest(window).startsWith('Reading'),
    ];
    const click = async (name: string, tree: FakeTree) => {
      tree.select(tree.painted.at(-1)!.row);
      await window.run(`${name}.openRow`);
    };
    await eventually(underWay, [true, true, true]);
    await click('collections', window.collections);
    await eventually(underWay, [true, false, true]);
    runs.push(window.run('collections.loadAll'));
    await eventually(underWay, [true, true, true]);
    await click('attention', view(window));
    await eventually(underWay, [true, true, false]);
    runs.push(window.run('attention.readAll'));
    await eventually(underWay, [true, true, true]);
    // From the title of a view, the editor passes the row that has the focus in it.
    await window.run('stopLoading', window.projects.painted[0]!.row);
    await eventually(underWay, [false, true, true]);
    await window.run('stopLoading');
    await eventually(underWay, [false, false, true]);
    await click('attention', view(window));
    await Promise.all(runs);
  });
});
