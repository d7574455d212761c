import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import type { Collection } from '../../core/model/model.ts';
import { shortKey } from '../../documents/jsonUri.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { settings } from '../../editor/settings.ts';
import { type Act, RowPanel, type ShownRow } from '../../panels/rowPanel.ts';
import { RowPanels, type RowPanelType } from '../../panels/rowPanels.ts';
import {
  type CollectionFacts,
  type CollectionState,
  type FromCollectionPanel,
  isFromCollectionPanel,
  readSavedCollectionPanel,
} from './messages.ts';
import type { RowState } from '../../core/panel/panel.ts';
import type { RowInFront } from '../../views/commandTargets.ts';
import { collectionFacts } from './collectionFacts.ts';

const NAME_LENGTH = 40;

export interface ShownCollection extends ShownRow {
  facts: CollectionFacts | undefined;
  /** See `CollectionState`. */
  gone: boolean;
}

/** `Shelf 1 (9mBq…22ad)`. Tabs are found by their titles, as the API links no tab to its panel. */
function collectionTabTitle({ key, facts }: Pick<ShownCollection, 'key' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH) || l10n.t('Unnamed collection');
  const address = addressOf(key);
  return address === undefined ? name : `${name} (${address})`;
}

/** Whether a tab's title names the collection `key`; never for one without a mint address. */
export function isTabOf({ label }: Pick<vscode.Tab, 'label'>, key: string): boolean {
  const address = addressOf(key);
  return address !== undefined && label.endsWith(` (${address})`);
}

/** The mint address in a key of `decode.ts`, shortened; `undefined` for a key without one. */
function addressOf(key: string): string | undefined {
  const address = key.slice('collection/'.length);
  return address.includes('/') ? undefined : shortAddress(address);
}

/** A tab that shows one collection, and another one later if it is a preview. */
export class CollectionPanel extends RowPanel<
  ShownCollection,
  CollectionState,
  FromCollectionPanel
> {
  /**
   * Shows what the list has loaded of the collection.
   * @param facts `undefined` if the row is not loaded; then the earlier facts stay.
   * @param gone whether the whole list was read without it.
   */
  update(facts: CollectionFacts | undefined, gone: boolean): void {
    const next = { facts: facts ?? this.shown.facts, gone };
    const { facts: shown, gone: wasGone } = this.shown;
    if (JSON.stringify(next) === JSON.stringify({ facts: shown, gone: wasGone })) return;
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
    return { state, title: collectionTabTitle(this.shown) };
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
    const row = { kind: 'collection', key: this.key, uri: this.shown.facts?.uri, source: {} };
    await vscode.commands.executeCommand('mintscope.openMetadata', row);
  }
}

/** The collection panels of this window. They show the rows of the list, and follow its changes. */
export class CollectionPanels extends RowPanels<
  ShownCollection,
  FromCollectionPanel,
  CollectionPanel
> {
  readonly #list: PagedList<Collection>;

  constructor(session: Session, list: PagedList<Collection>, extensionUri: vscode.Uri) {
    const kind: RowPanelType<ShownCollection, CollectionPanel, FromCollectionPanel> = {
      viewType: 'mintscope.collection',
      page: 'collections',
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
    const facts = this.#factsOf(key) ?? collectionFacts(row);
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
    // Until the first page has arrived, and while the list is read, a missing row may still come.
    if (open.size === 0 || work !== undefined || asOf === undefined) return;
    const rowsByKey = new Map(
      rows.flatMap((row) => {
        const key = shortKey(row.key);
        return open.has(key) ? [[key, row] as const] : [];
      }),
    );
    const isWhole = isComplete(state) && !failure && !drifted;
    for (const [key, panel] of open) {
      const row = rowsByKey.get(key);
      panel.update(row && collectionFacts(row), !row && isWhole);
    }
  }

  #factsOf(key: string) {
    const row = this.#list.state.rows.find((one) => shortKey(one.key) === key);
    return row && collectionFacts(row);
  }
}
