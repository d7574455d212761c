import * as l10n from '@vscode/l10n';
import { joinWords } from '../../../src/core/base/displayText.ts';
import { markWords } from '../../../src/core/messages/listMessages.ts';
import { addressPart, rowReader } from '../../../src/core/model/decode.ts';
import { integer, text } from '../../../src/core/model/json.ts';
import type { RowOfService } from '../../../src/core/model/model.ts';
import { statusTone } from '../../../src/core/model/statusTone.ts';
import { searchText } from '../../../src/core/search/searchText.ts';
import type { ListDefinition } from '../../../src/lists/definition.ts';

/** A row of an invented list, which `thirdList.test.ts` adds to a copy of the source. */
export interface Thing extends RowOfService {
  readonly kind: 'thing';
  readonly id: string | undefined;
  readonly status: string | undefined;
}

export const THINGS: ListDefinition<Thing, 'things'> = {
  name: 'things',
  kind: 'thing',
  path: '/v3/things',
  ...rowReader<Thing>(
    'thing',
    { id: ({ id }) => integer(id), status: ({ status }) => text(status) },
    { certain: ({ id }) => integer(id), likely: addressPart },
  ),
  columns: ['id', 'name', 'status'],
  hasStats: false,
  open: { title: () => l10n.t('View as JSON'), link: () => undefined },
  table: { head: ['Name', 'ID', 'Status'], cells: ({ name, id, status }) => [name, id, status] },
  searchText: ({ name, id, status }) => searchText([name], [id], [status]),
  icon: ({ status }) => statusTone(status),
  describe: (row, mark) => (mark ? markWords(mark, row) : joinWords(row.status ?? '')),
  inFinder: ({ status = '', id }) => ({ description: status, detail: id }),
  idWords: ({ id }) => id,
  links: () => ({}),
  facts: ({ id, status }) => ({ id, status }),
  words: {
    one: () => l10n.t('thing'),
    several: () => l10n.t('things'),
    unnamed: () => l10n.t('Unnamed thing'),
    loading: () => l10n.t('Loading things…'),
    short: (said, gave) =>
      l10n.t('The service says there are {0} things, but gave {1}', said, gave),
    reveal: () => l10n.t('Reveal in Things'),
    onceLoaded: () => l10n.t('Once the Things are loaded, it appears here.'),
    notAmong: (n) => [
      l10n.t('This row is not among those loaded ({0} Thing).', n),
      l10n.t('This row is not among those loaded ({0} Things).', n),
    ],
    page: (page, limit) => l10n.t('page {0} of your things, {1} at a time', page, limit),
    searched: () => l10n.t('Name, id or status'),
    export: {
      title: () => l10n.t('Export Things'),
      saveTitle: (format) => l10n.t('Export Things as {0}', format),
      progress: (file) => l10n.t('Exporting things to {0}', file),
      which: () => l10n.t('Which things?'),
      rows: (n) => [l10n.t('1 thing'), l10n.t('{0} things', n)],
      rowsOf: (some) => (n) => [
        l10n.t('{0} of 1 thing', some),
        l10n.t('{0} of {1} things', some, n),
      ],
      selected: (n) => [l10n.t('the selected thing'), l10n.t('the {0} selected things', n)],
      loaded: (n) => [l10n.t('the loaded thing'), l10n.t('the {0} loaded things', n)],
      all: (n) => [l10n.t('The only thing'), l10n.t('All {0} things', n)],
      allOfThem: () => l10n.t('All things'),
    },
  },
};
