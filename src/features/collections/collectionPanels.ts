import * as l10n from '@vscode/l10n';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import type { Collection } from '../../core/model/model.ts';
import type { RowState } from '../../core/panel/panel.ts';
import { resourceOfRow, rowId, rowTitle } from '../../rows/address.ts';
import {
  type Act,
  RowPanel,
  type RowPanels,
  type RowTab,
  type ShownRow,
} from '../../rows/rowPanel.ts';
import { FROM_ROW, type Opening } from '../../rows/rowTabs.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import { collectionFacts } from './collectionFacts.ts';
import {
  type CollectionFacts,
  type CollectionState,
  type FromCollectionPanel,
  isFromCollectionPanel,
} from './messages.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';

interface ShownCollection extends ShownRow {
  title: string;
  facts: CollectionFacts | undefined;
  /** See `CollectionState`. */
  gone: boolean;
}

/** A tab that shows one collection. It shows the row of the list, and follows its changes. */
class CollectionPanel extends RowPanel<ShownCollection, FromCollectionPanel> {
  readonly #list: PagedList<Collection>;
  /** Its `rowId`. */
  readonly #id: string;

  constructor(
    panels: RowPanels,
    tab: RowTab,
    list: PagedList<Collection>,
    id: string,
    first: () => ShownCollection,
  ) {
    super(panels, tab, { page: 'collections', isMessage: isFromCollectionPanel, first });
    this.#list = list;
    this.#id = id;
  }

  /** It requests nothing that could fail. */
  override get failed(): boolean {
    return false;
  }

  override followList(): void {
    const { state } = this.#list;
    // Until the first page has arrived, and while the list is read, a missing row may still come.
    if (this.isOfAnotherAccount || state.work !== undefined || state.asOf === undefined) return;
    const row = rowOf(this.#list, this.#id);
    const isWhole = isComplete(state) && !state.failure && !state.drifted;
    Object.assign(this.shown, row ? shownOf(row) : { gone: isWhole });
    this.repaint();
  }

  /**
   * Requests nothing: the service has no request for one Collection (service-interface §4), so its
   * facts come from the list by `followList`.
   */
  protected read(): Promise<ShownRow> {
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
      await runCommand('mintscope.collections.refresh');
      return;
    }
    const key = `collection/${this.#id}`;
    const row = { kind: 'collection', key, uri: this.shown.facts?.uri, source: {} };
    await runCommand('mintscope.openLink', row);
  }
}

export function collectionPanels(panels: RowPanels, list: PagedList<Collection>) {
  const openCollection = async (row: Collection, opening: Opening): Promise<void> => {
    await panels.open(resourceOfRow(row), rowTitle(row), opening);
  };
  const handlers = (targets: Targets) =>
    ({
      /** @param called a row, or its key as a hover names it. */
      'mintscope.openCollection': async (called, selected) => {
        const title = l10n.t('Open which collection?');
        const question = { title, lists: ['collections'] } as const;
        const named = list.state.rows.find(({ key }) => key === called);
        const row = named ?? (await targetRow(targets, called, selected, question));
        if (row) await openCollection(row, FROM_ROW);
      },
    }) satisfies Handlers;
  return {
    openCollection,
    handlers,
    show: (id: string, tab: RowTab): void => {
      const unknown = { title: tab.title, facts: undefined, gone: false };
      const first = () => {
        const row = panels.isOf(panels.session.account, tab.place) ? rowOf(list, id) : undefined;
        return row ? shownOf(row) : unknown;
      };
      new CollectionPanel(panels, tab, list, id, first);
    },
  };
}

function rowOf({ state }: PagedList<Collection>, id: string): Collection | undefined {
  return state.rows.find((row) => rowId(row) === id);
}

function shownOf(row: Collection): ShownCollection {
  return { title: rowTitle(row), facts: collectionFacts(row), gone: false };
}
