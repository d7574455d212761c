import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/base/format.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import type { Page } from '../../core/model/decode.ts';
import { RowSearch } from '../../core/search/rowSearch.ts';
import { slices } from '../../editor/slices.ts';
import { LISTS, searchTextOf, type ServiceRow } from '../../lists/index.ts';
import type { AnyList } from '../../views/tree/listRows.ts';
import { loadedFacts, MOST_ROWS, rowFacts } from './rowFacts.ts';
import { answered, type InputOf, tool } from './tool.ts';

/** The rows of a page if the input gives no limit. */
const USUAL_ROWS = 20;

const schema = {
  type: 'object',
  required: ['what'],
  properties: {
    what: { type: 'string', enum: ['projects', 'collections'] },
    page: { type: 'integer', minimum: 1 },
    limit: { type: 'integer', minimum: 1, maximum: MOST_ROWS },
    text: { type: 'string' },
  },
} as const;

/** Either a text to search in the loaded rows, or a page to request. */
function requestIn({ what = 'projects', page, limit, text }: InputOf<typeof schema>) {
  if (text !== undefined && (page !== undefined || limit !== undefined)) {
    throw new Error(
      'Give either “text”, which is searched in the loaded rows, or “page” and “limit”, for which the service is asked.',
    );
  }
  return { what, text, page: page ?? 1, limit: limit ?? USUAL_ROWS };
}

async function search(list: AnyList, text: string) {
  const hits = await new RowSearch(slices, searchTextOf).find(list.state.rows, text);
  const { state } = list;
  const rows = (hits?.best ?? []).slice(0, MOST_ROWS).map(rowFacts);
  const matches = hits?.matches ?? 0;
  return { asOf: state.asOf, matches, shown: rows.length, ...loadedFacts(state), rows };
}

/** Searches the loaded rows of a list, or requests one page of it. The loaded rows stay as they are. */
export const listTool = tool({
  schema,
  doing: () => l10n.t('Reading lists…'),

  asks(input) {
    const { what, text, page, limit } = requestIn(input);
    if (text !== undefined) return undefined;
    return LISTS[what].words.page(formatNumber(page), formatNumber(limit));
  },

  async find(input, { session, catalog }, { client, address }, signal) {
    const { what, text, page, limit } = requestIn(input);
    if (text !== undefined) return { list: what, ...(await search(catalog[what], text)) };
    const asOf = session.clock.now();
    const answer = await answered<Page<ServiceRow>>(
      client.page<ServiceRow>(LISTS[what], { page, limit }, signal),
      (failure) => describeFailure(failure, address.host),
    );
    const rows = answer.rows.slice(0, MOST_ROWS).map(rowFacts);
    const { unreadable, totalPages, totalResults, received } = answer;
    return {
      asOf,
      list: what,
      page: answer.page ?? page,
      limit: answer.limit ?? limit,
      totalPages,
      totalResults,
      shown: rows.length,
      ...(received > rows.length ? { leftOut: received - rows.length, unreadable } : {}),
      rows,
    };
  },
});
