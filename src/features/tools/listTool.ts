import * as l10n from '@vscode/l10n';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import type { Page } from '../../core/model/decode.ts';
import { RowSearch } from '../../core/search/rowSearch.ts';
import { slices } from '../../editor/slices.ts';
import { formatNumber } from '../../core/base/format.ts';
import {
  LIST_NAMES,
  type ListName,
  LISTS,
  searchTextOf,
  type ServiceRow,
} from '../../lists/index.ts';
import type { AnyList } from '../../views/tree/treeModel.ts';
import { loadedFacts, MOST_ROWS, rowFacts } from './rowFacts.ts';
import {
  answered,
  choiceIn,
  countIn,
  type Finding,
  oneOf,
  textIn,
  type Tool,
  type ToolParts,
} from './tool.ts';

/** The rows of a page if the input gives no limit. */
const USUAL_ROWS = 20;

/** Either a text to search in the loaded rows, or a page to request. */
type Request = { readonly what: ListName } & (
  { readonly text: string } | { readonly page: number; readonly limit: number }
);

function requestIn(input: object): Request {
  const what = choiceIn(input, 'what', LIST_NAMES);
  if (!what) throw new Error(`Say in “what” whether you want ${oneOf(LIST_NAMES)}.`);
  const text = textIn(input, 'text');
  const page = countIn(input, 'page', Number.MAX_SAFE_INTEGER);
  const limit = countIn(input, 'limit', MOST_ROWS);
  if (text === undefined) return { what, page: page ?? 1, limit: limit ?? USUAL_ROWS };
  if (page === undefined && limit === undefined) return { what, text };
  throw new Error(
    'Give either “text”, which is searched in the loaded rows, or “page” and “limit”, for which the service is asked.',
  );
}

/** Searches the loaded rows of a list, or requests one page of it. */
export function listTool({ session: { clock }, catalog }: ToolParts): Tool {
  async function search(what: ListName, text: string): Promise<Finding> {
    const list: AnyList = catalog[what];
    const rowSearch = new RowSearch([() => list.state.rows], slices, searchTextOf);
    const hits = await rowSearch.find(text);
    const { state } = list;
    const rows = (hits?.best ?? []).slice(0, MOST_ROWS).map(rowFacts);
    const matches = hits?.matches ?? 0;
    const facts = { matches, shown: rows.length, ...loadedFacts(state) };
    return { asOf: state.asOf, list: what, ...facts, rows };
  }

  return {
    doing: l10n.t('Reading lists…'),

    asks(input) {
      const request = requestIn(input);
      if ('text' in request) return undefined;
      const [page, limit] = [formatNumber(request.page), formatNumber(request.limit)];
      return LISTS[request.what].words.page(page, limit);
    },

    // The loaded lists stay as they are.
    async find(input, { client, address }, signal) {
      const request = requestIn(input);
      const { what } = request;
      if ('text' in request) return search(what, request.text);
      const { page, limit } = request;
      const asOf = clock.now();
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
  };
}
