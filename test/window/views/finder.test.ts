import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import type { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

/** Projects whose names differ; every hundredth has another kind of name. */
const projects = (count: number) =>
  sentProjects(count, (id) => ({
    name: id % 100 === 0 ? `Ember ${id}` : `An Ember ${id}`,
    symbol: `P${id}`,
    status: 'processing',
    mintAddress: `Mint${id}`,
  }));

const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };

describe('Finder', () => {
  const the = windows();

  /** Opens Find with the first page loaded. Each further page waits for the test. */
  async function open() {
    const { service, window, desk } = await the.opened(projects(400), { 't/7': STATS });
    service.hold(({ path, query }) => path === '/v2/projects' && query.page !== '1');
    const { pick, done: finding } = await window.ask('find');
    await eventually(() => pick.items.length, 50);
    /** Releases the requested pages in order up to this one. */
    const letCome = async (page: number) => {
      for (let next = Math.max(2, done + 1); next <= page; next++) {
        await eventually(() => service.held.some(({ request }) => isPage(request, next)), true);
        service.held.find(({ request }) => isPage(request, next))!.release();
        done = next;
      }
    };
    let done = 1;
    return { service, window, desk, finding, pick, letCome };
  }
  const isPage = ({ query }: { readonly query: Readonly<Record<string, string>> }, page: number) =>
    query.page === String(page);

  it('searches loaded rows at once, and further pages as they arrive', async () => {
    const { pick, letCome, finding, window, service } = await open();
    await eventually(() => pick.title, 'Find · 50 of 400 or more searched; type to search all');
    assert.deepEqual([pick.busy, service.held.length], [false, 0], 'nothing is read yet');
    pick.type('p123');
    assert.equal(pick.busy, true);
    await eventually(() => pick.labels, ['No match yet. 50 of 400 searched…']);
    pick.accept();
    assert.equal(pick.disposed, false, 'a line that only explains opens nothing');
    await letCome(3);
    await eventually(() => pick.labels, ['An Ember 123']);
    assert.deepEqual(
      [pick.items[0]!.description, pick.items[0]!.detail],
      ['processing · P123', '123 · transferable · Mint123'],
    );
    assert.equal(pick.title, 'Find · 150 of 400 searched · 1 match');
    await letCome(8);
    await eventually(() => pick.title, 'Find · all 400 searched · 1 match');
    assert.deepEqual(
      [pick.busy, pick.buttons.map(({ tooltip }) => tooltip)],
      [false, ['Load all searched rows into the view']],
    );
    pick.hide();
    await finding;
    assert.equal(window.projects.description, '50 of 400', 'the view stays as it was');
    const again = await window.ask('find');
    const title = 'Find · all 400 searched · first 200 shown';
    await eventually(() => again.pick.title, title);
    again.pick.hide();
    await again.done;
  });

  it('shows a project as its row in the tree, and finds it by “failed”', async () => {
    const failing = { total: 4, confirmed: 3, processing: 0, pending: 0, failed: 1 };
    const { window } = await the.opened(projects(3), { 't/2': failing });
    const { item, row } = window.projects.painted[1]!;
    await window.run('openStats', row);
    const words = '75% · Failed 1 · processing · P2';
    await eventually(() => window.projects.painted[1]!.item.description, words);
    await eventually(() => window.desk.contexts.get('mintscope.attention'), true);
    const { pick, done } = await window.ask('find');
    await eventually(() => pick.items[1]?.description, words);
    assert.equal((item.iconPath as { id: string }).id, 'record');
    const { dark } = pick.items[1]!.iconPath as { readonly dark: Uri };
    const drawn = Buffer.from(dark.path.split(',')[1]!, 'base64').toString();
    assert.match(drawn, /^<svg .*color="#f88070".*<\/svg>$/, 'in the color of its row');
    pick.type('failed');
    await eventually(() => pick.labels, ['An Ember 2']);
    pick.hide();
    await done;
  });

  it('stops and continues a search by its button', async () => {
    const { pick, letCome, service } = await open();
    pick.type('ember');
    await letCome(2);
    await eventually(() => pick.title, 'Find · 100 of 400 searched · 100 matches');
    pick.pressTitle('Stop searching further pages');
    assert.equal(pick.busy, false);
    await eventually(() => service.held.filter(({ gone }) => !gone).length, 1);
    pick.type('ember ');
    assert.equal(pick.busy, false, 'typing does not start it again');
    service.fail(undefined);
    pick.pressTitle('Search the rest');
    await eventually(() => pick.title, 'Find · all 400 searched · best 200 of 400 matches');
  });

  it('cancels requests when the finder is closed', async () => {
    const { pick, finding, service, window } = await open();
    pick.type('ember');
    await eventually(() => service.held.length > 1, true);
    // The view itself must load nothing, because its request would not end before the release.
    await eventually(() => window.desk.contexts.get('mintscope.projects.loading') === true, false);
    pick.hide();
    await finding;
    await eventually(() => service.held.every(({ gone }) => gone), true);
    assert.equal(window.projects.description, '50 of 400');
  });

  it('keeps the found rows when the service does not give a page, with the reason and Retry', async () => {
    const { pick, letCome, service } = await open();
    pick.type('t/7');
    await letCome(2);
    await eventually(() => pick.title, 'Find · 100 of 400 searched · 11 matches');
    service.fail(() => ({ status: 404 }));
    for (const held of service.held) held.release();
    await eventually(() => pick.title.endsWith(' · The service gives no page 3 (404).'), true);
    assert.equal(pick.labels[0], 'An Ember 7');
    pick.type('nowhere');
    const advice = 'Try again; if that does not help, ask whoever runs the service.';
    await eventually(() => pick.items[0]?.detail, advice);
    service.fail(undefined);
    pick.pressTitle('Retry');
    await eventually(() => pick.labels, ['No match. All 400 searched.']);
  });

  it('offers Sign In in the finder if the token was refused', async () => {
    const { pick, service, finding, desk } = await open();
    pick.type('ember');
    await eventually(() => service.held.length > 0, true);
    service.setToken('another');
    service.fail(undefined);
    for (const held of service.held) held.release();
    await eventually(() => pick.buttons[0]?.tooltip, 'Sign In…');
    assert.match(pick.title, /The service refused this token\./);
    pick.pressTitle('Sign In…');
    await finding;
    await eventually(() => desk.box?.title, 'Sign in to your NFT service');
    desk.box!.hide();
  });

  it('stays open when it copies a mint address, or loads the searched rows into the view', async () => {
    const { pick, window, desk, letCome } = await open();
    pick.pressOnItem(6, 'Copy Mint Address');
    await eventually(() => desk.clipboard, 'Mint7');
    assert.deepEqual(desk.statusMessages, ['1 mint address copied.']);
    pick.type('p123');
    await letCome(8);
    await eventually(() => pick.title, 'Find · all 400 searched · 1 match');
    const [first] = window.projects.painted;
    pick.pressTitle('Load all searched rows into the view');
    await eventually(() => window.projects.description, '400');
    assert.equal(window.projects.painted[0]!.row, first!.row, 'the rows shown stay the same');
    await eventually(() => pick.buttons, []);
    assert.equal(pick.disposed, false);
  });

  it('opens the stats of a found project that the view has not loaded, or reveals it with the rows above it', async () => {
    const { pick, finding, window, letCome, desk } = await open();
    pick.type('p123');
    await letCome(3);
    await eventually(() => pick.labels, ['An Ember 123']);
    pick.accept();
    await finding;
    await eventually(() => desk.panels[0]?.state?.facts?.name, 'An Ember 123');
    assert.ok(desk.panels[0]!.state!.facts!.asOf! > 0, 'the time of its page is known');
    assert.equal(window.projects.description, '50 of 400');
    const again = await window.ask('find');
    again.pick.type('p123');
    await eventually(() => again.pick.labels, ['An Ember 123']);
    again.pick.pressOnItem(0, 'Reveal in Projects');
    await again.done;
    const [selected] = window.projects.selection;
    assert.equal((selected as { readonly id: string }).id, '123');
    assert.equal(window.projects.focusedRow, selected);
    assert.match(window.projects.description, /^(150|200|250|300) of 400$/);
    assert.match(desk.statusMessages.join(), /^\d+ more rows were loaded into the view\.$/);
    await eventually(() => window.projects.labels.includes('An Ember 123'), true);
    const messages = desk.statusMessages.length;
    const third = await window.ask('find');
    assert.equal(third.pick.placeholder, 'Name, symbol, id, mint address, status or owner');
    third.pick.type('p123');
    await eventually(() => third.pick.labels, ['An Ember 123']);
    third.pick.pressOnItem(0, 'Reveal in Projects');
    await third.done;
    assert.equal(desk.statusMessages.length, messages, 'nothing more had to be loaded');
  });
});
