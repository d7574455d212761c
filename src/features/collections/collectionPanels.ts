import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { settings } from '../../editor/settings.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import type { Collection } from '../../core/model/model.ts';
import { shortKey } from '../../documents/jsonUri.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { RowPanels, type RowPanelType } from '../../panels/rowPanels.ts';
import {
  type FromCollectionPanel,
  isFromCollectionPanel,
  readSavedCollectionPanel,
} from '../../protocol/collection.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import { collectionFacts } from './collectionFacts.ts';
import {
  CollectionPanel,
  collectionTabTitle,
  isTabOf,
  type ShownCollection,
} from './collectionPanel.ts';

/** The collection panels of this window. They show what the list says, and follow it. */
export class CollectionPanels extends RowPanels<
  ShownCollection,
  FromCollectionPanel,
  CollectionPanel
> {
  readonly #list: PagedList<Collection>;

  constructor(session: Session, list: PagedList<Collection>, extensionUri: vscode.Uri) {
    const kind: RowPanelType<ShownCollection, CollectionPanel, FromCollectionPanel> = {
      viewType: 'mintscope.collection',
      extensionUri,
      stylesheet: 'panels.css',
      isMessage: isFromCollectionPanel,
      titleOf: collectionTabTitle,
      isTabOf,
      create: (...parts) => new CollectionPanel(...parts),
    };
    super(session, kind, list);
    this.#list = list;
  }

  open(row: Collection, from: OpenedFrom): void {
    const key = shortKey(row.key);
    // The list is at least as new as the row that a command passes.
    const facts = this.#factsOf(key) ?? collectionFacts(row, row.askedAt);
    this.show({ key, facts, gone: false, account: undefined }, from);
  }

  /** The collection of the panel in front; see `RowInFront`. */
  get inFront(): ReturnType<RowInFront> {
    const panel = this.active;
    if (!panel) return undefined;
    if (panel.isOfAnotherAccount) return 'unknown';
    return this.#list.state.rows.find(({ key }) => shortKey(key) === panel.key) ?? 'unknown';
  }

  restore(tab: vscode.WebviewPanel, state: unknown): void {
    const saved = readSavedCollectionPanel(state);
    if (!saved) {
      tab.dispose();
      return;
    }
    const { ref: key, service: account } = saved;
    const facts = this.#factsOf(key) ?? (settings.keepRows ? saved.facts : undefined);
    this.adopt(tab, { key, facts, gone: false, account }, saved.preview === true);
  }

  protected followList(): void {
    const open = this.byKey;
    const { state } = this.#list;
    const { rows, asOf, work, failure, drifted } = state;
    // Until the first page has arrived, and during work, the list says nothing of other rows.
    if (open.size === 0 || work !== undefined || asOf === undefined) return;
    const found = new Map(
      rows.flatMap((row) => {
        const key = shortKey(row.key);
        return open.has(key) ? [[key, row] as const] : [];
      }),
    );
    const isWhole = isComplete(state) && !failure && !drifted;
    for (const [key, panel] of open) {
      const row = found.get(key);
      panel.update(row && this.#facts(row), !row && isWhole);
    }
  }

  #factsOf(key: string) {
    const row = this.#list.state.rows.find((one) => shortKey(one.key) === key);
    return row && this.#facts(row);
  }

  /** As of the time of the row's page, or of the oldest page if that is unknown. */
  #facts(row: Collection) {
    return collectionFacts(row, row.askedAt ?? this.#list.state.asOf);
  }
}
