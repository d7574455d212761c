import * as vscode from 'vscode';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import type { Collection } from '../../core/model/model.ts';
import type { RowState } from '../../core/panel/panel.ts';
import { rowId, rowTitle } from '../../rows/address.ts';
import { type Act, RowPanel, type ShownRow } from '../../rows/rowPanel.ts';
import { RowPanels, type RowPanelsParts, type RowTab } from '../../rows/rowPanels.ts';
import { type OpenedFrom, openingFrom } from '../../rows/rowTabs.ts';
import { collectionFacts } from './collectionFacts.ts';
import {
  type CollectionFacts,
  type CollectionState,
  type FromCollectionPanel,
  isFromCollectionPanel,
} from './messages.ts';

export interface ShownCollection extends ShownRow {
  /** The title of the tab. */
  title: string;
  facts: CollectionFacts | undefined;
  /** See `CollectionState`. */
  gone: boolean;
}

/** A tab that shows one collection. */
export class CollectionPanel extends RowPanel<
  ShownCollection,
  CollectionState,
  FromCollectionPanel
> {
  /**
   * Shows what the list has loaded of the collection.
   * @param row `undefined` if it is not loaded; then the earlier facts stay.
   * @param gone whether the whole list was read without it.
   */
  update(row: Collection | undefined, gone: boolean): void {
    const { title, facts } = this.shown;
    const next = row ? { ...shownOf(row), gone } : { title, facts, gone };
    if (JSON.stringify(next) === JSON.stringify({ title, facts, gone: this.shown.gone })) return;
    Object.assign(this.shown, next);
    this.repaint();
  }

  /**
   * Requests nothing: the service has no request for one Collection (service-interface §4), so its
   * facts come from the list by `update`.
   */
  protected read(): Promise<object> {
    return Promise.resolve({});
  }

  protected draw(common: RowState) {
    const { facts, gone } = this.shown;
    const state: CollectionState = {
      ...common,
      gone,
      facts: facts && { ...facts, image: this.loadable(facts.image) },
    };
    return { state, title: this.shown.title };
  }

  protected async act(message: Act<FromCollectionPanel>): Promise<void> {
    if (message.type === 'copy') {
      await this.copy(message.what, this.shown.facts?.[message.what]);
      return;
    }
    if (message.type === 'refresh') {
      await vscode.commands.executeCommand('mintscope.collections.refresh');
      return;
    }
    const key = `collection/${this.key}`;
    const row = { kind: 'collection', key, uri: this.shown.facts?.uri, source: {} };
    await vscode.commands.executeCommand('mintscope.openMetadata', row);
  }
}

/** The collection panels of this window. They show the rows of the list, and follow its changes. */
export class CollectionPanels extends RowPanels<CollectionPanel> {
  readonly #list: PagedList<Collection>;
  /** A row that is being opened and that the list may not have. */
  readonly #opened = new Map<string, Collection>();

  constructor(parts: RowPanelsParts, list: PagedList<Collection>) {
    super(parts, list);
    this.#list = list;
  }

  async openCollection(row: Collection, from: OpenedFrom): Promise<void> {
    const id = rowId(row);
    // The list is at least as new as the row that a command passes.
    const known = this.#rowOf(id) ?? row;
    this.#opened.set(id, known);
    await this.open({ kind: 'collection', id }, id, rowTitle(known), openingFrom(from));
  }

  /** Shows a collection in a tab. */
  show(id: string, tab: RowTab): void {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    const type = {
      page: 'collections',
      extensionUri: this.extensionUri,
      isMessage: isFromCollectionPanel,
    };
    const first = () => {
      const row = this.isOwn(tab.place) ? (this.#rowOf(id) ?? opened) : undefined;
      return row ? shownOf(row) : { title: tab.title, facts: undefined, gone: false };
    };
    this.add(tab, (frame) => new CollectionPanel({ ...frame, type, key: id }, first));
  }

  protected followList(): void {
    const { state } = this.#list;
    const { rows, asOf, work, failure, drifted } = state;
    // Until the first page has arrived, and while the list is read, a missing row may still come.
    if (this.surfaces.length === 0 || work !== undefined || asOf === undefined) return;
    const byId = new Map(rows.map((row) => [rowId(row), row]));
    const isWhole = isComplete(state) && !failure && !drifted;
    for (const panel of this.surfaces) {
      if (panel.isOfAnotherAccount) continue;
      const row = byId.get(panel.key);
      panel.update(row, !row && isWhole);
    }
  }

  #rowOf(id: string): Collection | undefined {
    return this.#list.state.rows.find((row) => rowId(row) === id);
  }
}

function shownOf(row: Collection): ShownCollection {
  return { title: rowTitle(row), facts: collectionFacts(row), gone: false };
}
