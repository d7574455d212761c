import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import { type Act, RowPanel, type ShownRow } from '../../panels/rowPanel.ts';
import type {
  CollectionFacts,
  CollectionState,
  FromCollectionPanel,
} from '../../protocol/collection.ts';
import type { RowState } from '../../protocol/panel.ts';

const NAME_LENGTH = 40;

export interface ShownCollection extends ShownRow {
  facts: CollectionFacts | undefined;
  /** See `CollectionState`. */
  gone: boolean;
}

/** The tab's title: `Shelf 1 (9mBq…22ad)`. It identifies a tab that was not restored. */
export function collectionTabTitle({ key, facts }: Pick<ShownCollection, 'key' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH) || l10n.t('Unnamed collection');
  const address = addressOf(key);
  return address === undefined ? name : `${name} (${address})`;
}

/** Whether a tab shows the collection `key`. A collection without a mint address is not found. */
export function isTabOf({ label }: Pick<vscode.Tab, 'label'>, key: string): boolean {
  const address = addressOf(key);
  return address !== undefined && label.endsWith(` (${address})`);
}

/** The address in a key of `decode.ts`, shortened. */
function addressOf(key: string): string | undefined {
  const part = key.slice('collection/'.length);
  return part.includes('/') ? undefined : shortAddress(part);
}

/** A tab that shows one collection, and another one later if it is a preview. */
export class CollectionPanel extends RowPanel<
  ShownCollection,
  CollectionState,
  FromCollectionPanel
> {
  /**
   * Follows the list.
   * @param facts `undefined` if the row is not loaded; then the last ones stay.
   * @param gone whether the whole list was read without it.
   */
  update(facts: CollectionFacts | undefined, gone: boolean): void {
    const next = { facts: facts ?? this.shown.facts, gone };
    const { facts: shown, gone: wasGone } = this.shown;
    if (JSON.stringify(next) === JSON.stringify({ facts: shown, gone: wasGone })) return;
    Object.assign(this.shown, next);
    this.repaint();
  }

  /** The service has no request for one Collection (service-interface §4). */
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
