import * as l10n from '@vscode/l10n';
import { displayText, joinWords, shortAddress } from '../core/base/displayText.ts';
import { plural } from '../core/base/format.ts';
import { markWords } from '../core/messages/listMessages.ts';
import { addressPart, rowReader } from '../core/model/decode.ts';
import { text } from '../core/model/json.ts';
import type { Collection } from '../core/model/model.ts';
import { searchText } from '../core/search/searchText.ts';
import type { ListDefinition } from './definition.ts';

/** The Collections (service-interface §2.2, §4.3). Their panel is `features/collections`. */
export const COLLECTIONS: ListDefinition<Collection, 'collections'> = {
  name: 'collections',
  kind: 'collection',
  commands: {
    openRow: 'mintscope.collections.openRow',
    refresh: 'mintscope.collections.refresh',
    loadMore: 'mintscope.collections.loadMore',
    loadAll: 'mintscope.collections.loadAll',
  },
  folder: 'Collections',
  path: '/v1/collections',
  ...rowReader<Collection>(
    'collection',
    { uri: ({ uri }) => text(uri), ownerAddress: ({ ownerAddress }) => text(ownerAddress) },
    { likely: addressPart },
  ),
  columns: [
    'mintAddress',
    'name',
    'description',
    'image',
    'attributes',
    'uri',
    'collectionDetails',
    'ownerAddress',
  ],
  hasStats: false,
  open: {
    title: () => l10n.t('Open Collection'),
    link: ({ key }) => ({ command: 'mintscope.openCollection', argument: key }),
  },
  searchText: ({ name, mintAddress, ownerAddress }) =>
    searchText([name], [mintAddress], [ownerAddress]),
  icon: () => ({ codicon: 'library' }),
  describe: (row, { mark, beside = '' } = {}) => {
    // Without a name, the label has the address.
    const address = displayText(row.name ?? '') === '' ? '' : shortAddress(row.mintAddress ?? '');
    return joinWords(mark ? markWords(mark, row, beside) : beside, address);
  },
  inFinder: ({ ownerAddress }) => ({
    description:
      ownerAddress === undefined ? '' : l10n.t('owned by {0}', displayText(ownerAddress)),
    detail: l10n.t('Collection'),
  }),
  links: ({ uri }) => ({ metadata: uri }),
  facts: ({ ownerAddress }) => ({ ownerAddress }),
  words: {
    one: () => l10n.t('collection'),
    several: () => l10n.t('collections'),
    unnamed: (id) => id || l10n.t('Unnamed collection'),
    reveal: () => l10n.t('Reveal in Collections'),
    page: (page, limit) => l10n.t('page {0} of your collections, {1} at a time', page, limit),
    searched: () => l10n.t('Name, mint address or owner'),
    export: {
      title: () => l10n.t('Export Collections'),
      rows: (count) => plural(count, l10n.t('{0} collection | {0} collections')),
      rowsOf: (some, all) =>
        plural(all, l10n.t('{1} of {0} collection | {1} of {0} collections'), some),
    },
  },
};
