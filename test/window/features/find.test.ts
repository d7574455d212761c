import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
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
    await eventually(() => pick.items.length, 51);
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

  it('searches loaded rows at once, and the others on request: the tree shows them too, also after the finder was closed', async () => {
    const { pick, letCome, finding, window, service } = await open();
    pick.type('p123');
    await eventually(() => pick.labels, ['Search the other 350']);
    assert.equal(pick.items[0]!.detail, 'No match. 50 of 400 rows searched.');
    assert.deepEqual([pick.busy, service.held.length], [false, 0], 'nothing is read yet');
    pick.accept();
    await eventually(() => pick.labels, ['No match yet. 50 of 400 rows searched…']);
    assert.equal(pick.busy, true);
    pick.accept();
    assert.equal(pick.disposed, false, 'a line that only explains opens nothing');
    await letCome(3);
    await eventually(() => pick.labels, ['An Ember 123']);
    assert.deepEqual(
      [pick.items[0]!.description, pick.items[0]!.detail],
      ['processing · P123', '123 · transferable · Mint123'],
    );
    assert.equal(pick.title, 'Find · 150 of 400 rows searched · 1 match');
    pick.hide();
    await finding;
    await letCome(8);
    await eventually(() => window.projects.description, '400');
    const again = await window.ask('find');
    const title = 'Find · all 400 rows searched · 200 of 400 shown';
    await eventually(() => again.pick.title, title);
  });

  it('shows a project as its row in the tree, and finds it by “failed”', async () => {
    const failing = { total: 4, confirmed: 3, processing: 0, pending: 0, failed: 1 };
    const { window } = await the.opened(projects(3), { 't/2': failing });
    await window.run('openStats', window.projects.painted[1]!.row);
    // A slow machine shows how long ago it has failed.
    const isFailing = (words = '') => /^75% · Failed 1.* · processing · P2$/.test(words);
    await eventually(() => isFailing(window.projects.descriptionOf('An Ember 2')), true);
    await eventually(() => window.desk.contexts.get('mintscope.attention'), true);
    const { pick } = await window.ask('find');
    await eventually(() => isFailing(pick.items[1]?.description), true);
    assert.deepEqual(pick.items[1]!.iconPath, window.projects.painted[1]!.item.iconPath);
    pick.type('failed');
    await eventually(() => pick.labels, ['An Ember 2']);
  });

  it('shows new counts of a project, and their age, while it is open', async () => {
    const time = the.skippableTime();
    const { window, desk } = await the.opened(projects(3), { 't/2': STATS });
    const { pick } = await window.ask('find');
    await eventually(() => pick.items[1]?.description, 'processing · P2');
    await desk.tools.invoke('mintscope_stats', { project: 't/2' });
    await eventually(() => pick.items[1]?.description, '75% · processing · P2');
    time.skip(5 * 60_000);
    await eventually(() => pick.items[1]?.description, '75% · 5 min ago · processing · P2');
  });

  it('stops and continues the search of the rest', async () => {
    const { pick, letCome, service } = await open();
    pick.type('ember');
    await eventually(() => pick.labels.at(-1), 'Search the other 350');
    pick.moveTo(50);
    pick.accept();
    await letCome(2);
    await eventually(() => pick.title, 'Find · 100 of 400 rows searched · 100 matches');
    pick.pressTitle('Stop');
    await eventually(() => pick.labels.at(-1), 'Search the other 300');
    assert.equal(pick.busy, false);
    service.fail(undefined);
    service.hold(() => false);
    pick.moveTo(100);
    pick.accept();
    await eventually(() => pick.title, 'Find · all 400 rows searched · 200 of 400 shown');
  });

  it('keeps the found rows when the service does not give a page, with the reason and Retry', async () => {
    const { pick, letCome, service } = await open();
    pick.type('p7');
    await eventually(() => pick.labels, ['An Ember 7', 'Search the other 350']);
    pick.moveTo(1);
    pick.accept();
    await letCome(2);
    await eventually(() => pick.title, 'Find · 100 of 400 rows searched · 11 matches');
    service.fail(() => ({ status: 404 }));
    for (const held of service.held) held.release();
    await eventually(() => pick.title.endsWith(' · The service gives no page 3 (404).'), true);
    assert.deepEqual([pick.labels[0], pick.labels.at(-1)], ['An Ember 7', 'Search the other 300']);
    pick.type('nowhere');
    await eventually(() => pick.labels, ['Search the other 300']);
    service.fail(undefined);
    pick.pressTitle('Retry');
    await eventually(() => pick.labels, ['No match. All 400 rows searched.']);
  });

  it('offers Sign In in the finder if the token was refused', async () => {
    const { pick, service, finding, desk } = await open();
    pick.type('nowhere');
    await eventually(() => pick.labels, ['Search the other 350']);
    pick.accept();
    await eventually(() => service.held.length > 0, true);
    service.setToken('another');
    service.fail(undefined);
    for (const held of service.held) held.release();
    await eventually(() => pick.buttons[0]?.tooltip, 'Sign In…');
    assert.match(pick.title, /The service refused this token\./);
    pick.pressTitle('Sign In…');
    await finding;
    await eventually(() => desk.box?.title, 'Sign in to your NFT service');
  });
});
