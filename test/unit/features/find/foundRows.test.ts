import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/core/model/model.ts';
import { COLLECTIONS } from '../../../../src/lists/collections.ts';
import { PROJECTS } from '../../../../src/lists/projects.ts';
import {
  foundItem,
  FoundRows,
  nothingItem,
  searchRestItem,
} from '../../../../src/features/find/foundRows.ts';
import { bareLook } from '../../../../src/views/tree/rowItems.ts';
import { FakeQuickPick } from '../../../support/fakeVscode/quickPick.ts';

const project = (source: JsonObject) => PROJECTS.decode({ results: [source] }).rows[0]!;
const collection = (source: JsonObject) => COLLECTIONS.decode({ results: [source] }).rows[0]!;

describe('foundItem', () => {
  const line = (row: Parameters<typeof foundItem>[0]) => {
    const { label, description, detail, alwaysShow, buttons } = foundItem(row, bareLook);
    assert.equal(alwaysShow, true);
    return [label, description, detail, buttons?.map(({ tooltip }) => tooltip).join()];
  };

  it('shows name, symbol, reference and mint address of a found project', () => {
    const all = { id: 1, transferable: true, name: 'A', symbol: 'S', mintAddress: 'Mint1' };
    const buttons = 'Copy Mint Address,Reveal in Projects';
    assert.deepEqual(line(project(all)), ['A', 'S', '1 · transferable · Mint1', buttons]);
    const unnamed = ['Project 1', '', '1', 'Reveal in Projects'];
    assert.deepEqual(line(project({ id: 1 })), unnamed);
  });

  it('shows a found collection and its owner', () => {
    const all = { name: 'C', mintAddress: 'Mint1', ownerAddress: 'OwnerAddress1234' };
    const buttons = 'Copy Mint Address,Reveal in Collections';
    const texts = ['C', 'owned by OwnerAddress1234', 'Collection · Mint1'];
    assert.deepEqual(line(collection(all)), [...texts, buttons]);
  });

  it('puts into the second line what does not fit beside a long name', () => {
    const name = 'The Complete Harbor Lights Anniversary Collection of 2026';
    const row = project({ id: 1, name, symbol: 'HARBOR', status: 'processing' });
    assert.deepEqual(line(row).slice(1, 3), ['', 'processing · HARBOR · 1']);
    const long = 'waiting for the confirmation of the third party';
    assert.equal(line(project({ id: 1, name, status: long }))[2], `${long} · 1`);
  });
});

describe('FoundRows', () => {
  const rows = [1, 2, 3, 4].map((id) => project({ id, transferable: true, name: `P ${id}` }));
  const [one, two, three, four] = rows as [Row, Row, Row, Row];
  type Row = ReturnType<typeof project>;
  const rest = searchRestItem('Search the rest', undefined);

  function start() {
    const pick = new FakeQuickPick();
    const found = new FoundRows(pick as never, bareLook);
    const active = () => pick.activeItems[0]?.label;
    return { pick, found, active };
  }

  it('shows found rows, or why there are none, and sends them again only if they changed', () => {
    const { pick, found } = start();
    found.show('p 3', [], [one, three], []);
    found.show('p 3', [], [one, three], []);
    assert.deepEqual([pick.drawn, pick.labels, found.typed], [1, ['P 1', 'P 3'], 'p 3']);
    for (const words of ['None.', 'None.', 'None yet.'])
      found.show('x', [], [], [nothingItem(words)]);
    assert.deepEqual([pick.drawn, pick.labels], [3, ['None yet.']]);
  });

  it('adds better matches that arrive later below, so that each line stays at its place, and ranks them for the next text', () => {
    const { pick, found, active } = start();
    found.show('p', [], [one, two], [rest]);
    pick.moveTo(1);
    found.show('p', [], [three, one, two, four], []);
    assert.deepEqual(pick.labels, ['P 1', 'P 2', 'P 3', 'P 4']);
    assert.deepEqual([active(), pick.keepScrollPosition], ['P 2', true]);
    found.show('p', [], [three, one], [rest]);
    assert.deepEqual(pick.labels, ['P 1', 'P 2', 'P 3', 'P 4', 'Search the rest']);
    found.show('p ', [], [three, one, two], []);
    assert.deepEqual(pick.labels, ['P 3', 'P 1', 'P 2']);
    assert.deepEqual([active(), pick.keepScrollPosition], ['P 3', false]);
  });

  it('repeats a move that the editor has undone because rows arrived at the same moment', () => {
    const { pick, found, active } = start();
    found.show('p', [], [one, two], []);
    found.show('p', [], [one, two, three], []);
    assert.equal(active(), 'P 1');
    // The editor reports the move that it had made before it showed the third row.
    found.moved([pick.items[1] as never]);
    assert.equal(active(), 'P 2');
  });
});
