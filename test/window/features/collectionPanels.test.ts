import assert from 'node:assert/strict';
import type { CollectionState } from '../../../src/features/collections/messages.ts';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';

const TYPE = 'mintscope.collection';

interface Row {
  mintAddress?: string;
  name: string;
}

const shelves = (count: number) =>
  Array.from({ length: count }, (_, at): Row => ({
    mintAddress: `Coll${'x'.repeat(20)}${String(at + 1).padStart(4, '0')}`,
    name: `Shelf ${at + 1}`,
    ...{ uri: 'https://meta.example/1.json', ownerAddress: 'Owner1111' },
  }));

describe('collection panels', () => {
  const the = windows();

  async function start(rows = shelves(3)) {
    const service = await the.service([], {}, { collections: rows });
    const window = await the.signedIn(service);
    window.collections.show();
    await eventually(() => window.collections.painted.length > 0, true);
    return { rows, service, window, desk: window.desk };
  }

  const stateOf = (panel: FakePanel | undefined) => panel?.state as CollectionState | undefined;
  const click = async (window: FakeWindow, at: number) => {
    window.collections.select(window.collections.painted[at]!.row);
    await window.run('collections.openRow');
  };
  const titles = ({ desk }: FakeWindow) =>
    desk.panels.filter(({ disposed }) => !disposed).map(({ title }) => title);
  const titlesAre = (window: FakeWindow, ...expected: readonly string[]) =>
    eventually(() => titles(window), expected);

  it('opens a collection panel for each address with the facts of the list, without a request, and copies addresses and opens metadata from it', async () => {
    const alike = shelves(2);
    alike[1]!.mintAddress = `Coll${'y'.repeat(20)}0001`;
    const { window, service, desk } = await start(alike);
    const before = service.requests.length;
    await click(window, 0);
    await titlesAre(window, 'Shelf 1 (Coll…0001)');
    const panel = desk.panels[0]!;
    await eventually(() => stateOf(panel)?.facts?.name, 'Shelf 1');
    const { facts, ...rest } = stateOf(panel)!;
    const address = `Coll${'x'.repeat(20)}0001`;
    assert.deepEqual(rest, { gone: false, sample: false, loadImages: 'onClick' });
    assert.equal(facts!.mintAddress, address);
    assert.ok(facts!.asOf! > 0 && facts!.asOf! <= Date.now());
    assert.deepEqual([panel.viewType, panel.focused], [TYPE, false]);
    panel.says({ type: 'copy', what: 'ownerAddress' });
    await eventually(() => desk.clipboard, 'Owner1111');
    panel.says({ type: 'openMetadata' });
    await eventually(() => desk.opened.map(String), ['https://meta.example/1.json']);
    assert.equal(desk.clipboard, 'Owner1111');
    window.collections.select();
    await window.run('copyMintAddress');
    assert.equal(desk.clipboard, address, 'of the panel in front');
    desk.panels[0]!.isPreview = false;
    await window.run('openCollection', `collection/${alike[1]!.mintAddress}`);
    await titlesAre(window, 'Shelf 1 (Coll…0001)', 'Shelf 2 (Coll…0001)');
    assert.equal(service.requests.length, before);
  });

  it('updates a collection panel after a refresh, and shows that its row is gone unless it may be on a later page, unreadable or of a list that is not loaded', async () => {
    const { window, desk, rows } = await start(shelves(60));
    await click(window, 0);
    const first = desk.panels[0]!;
    const { row: older } = window.collections.painted[0]!;
    const refresh = () => window.run('collections.refresh');
    rows[0]!.name = 'Shelf One';
    await refresh();
    await eventually(() => stateOf(first)?.facts?.name, 'Shelf One');
    first.dispose();
    await window.run('openCollection', older);
    const panel = desk.panels[1]!;
    await eventually(() => stateOf(panel)?.facts?.name, 'Shelf One');
    await titlesAre(window, 'Shelf One (Coll…0001)');
    const [row] = rows.splice(0, 1);
    rows[0]!.name = 'Refreshed';
    await refresh();
    await eventually(() => window.collections.labels[0], 'Refreshed');
    assert.equal(stateOf(panel)?.gone, false);
    await window.run('collections.loadAll');
    await eventually(() => stateOf(panel)?.gone, true);
    assert.equal(stateOf(panel)!.facts!.name, 'Shelf One', 'the known facts stay');
    const items: unknown[] = rows;
    items.push('no row');
    await refresh();
    await eventually(() => stateOf(panel)?.gone, false);
    items[items.length - 1] = { ...row, name: 'Found' };
    await refresh();
    await eventually(() => stateOf(panel)?.facts?.name, 'Found');
    assert.equal(stateOf(panel)?.gone, false);
  });

  it('marks a panel of sample data, loads its images from the sample service only, and closes it when sample data stops', async () => {
    const window = await the.window();
    window.collections.show();
    await window.run('exploreSampleData');
    await eventually(() => window.collections.painted.length > 1, true);
    await click(window, 0);
    const panel = window.desk.panels[0]!;
    await eventually(() => stateOf(panel)?.loadImages, 'always');
    assert.equal(stateOf(panel)?.sample, true);
    const { origin } = new URL(stateOf(panel)!.facts!.image!);
    assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(panel.pages.at(-1)!.includes(`img-src ${origin};`));
    await window.run('signOut');
    await eventually(() => panel.disposed, true);
    await assert.rejects(fetch(origin), 'the sample service has ended');
  });
});
