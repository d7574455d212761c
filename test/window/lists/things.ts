import { joinWords } from '../../../src/core/base/displayText.ts';
import { markWords } from '../../../src/core/messages/listMessages.ts';
import { addressPart, rowReader } from '../../../src/core/model/decode.ts';
import { integer, text } from '../../../src/core/model/json.ts';
import type { RowOfService } from '../../../src/core/model/model.ts';
import { statusTone } from '../../../src/core/model/statusTone.ts';
import { searchText } from '../../../src/core/search/searchText.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import type { ListDefinition } from '../../../src/lists/definition.ts';

/** A row of an invented list. */
export interface Thing extends RowOfService {
  readonly kind: 'thing';
  readonly id: string | undefined;
  readonly status: string | undefined;
}

/** A third list. `thirdList.test.ts` adds this file to a copy of `src`, to prove that a list can be added. */
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
  open: { title: () => 'View as JSON', link: () => undefined },
  table: { head: ['Name', 'ID', 'Status'], cells: ({ name, id, status }) => [name, id, status] },
  searchText: ({ name, id, status }) => searchText([name], [id], [status]),
  icon: ({ status }) => statusTone(status),
  describe: (row, { mark } = {}) => (mark ? markWords(mark, row) : joinWords(row.status ?? '')),
  inFinder: ({ status = '', id }) => ({ description: status, detail: id }),
  links: () => ({}),
  facts: ({ id, status }) => ({ id, status }),
  words: {
    ...COLLECTIONS.words,
    one: () => 'thing',
    several: () => 'things',
    export: COLLECTIONS.words.export,
  },
};
