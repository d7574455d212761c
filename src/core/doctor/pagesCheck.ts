import type { ListRow } from '../model/sharedKeys.ts';
import type { Page } from '../model/decode.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

const ADVICE = 'Tell whoever runs the service. Mintscope copes as far as it can.';

/**
 * Whether two pages of a list fit together as service-interface §4.4 says.
 * @param limit the rows that were asked for on each page.
 */
export function judgePages(one: Page<ListRow>, two: Page<ListRow>, limit: number): CheckResult {
  const keys = new Set(one.rows.map(({ key }) => key));
  const again = two.rows.filter(({ key }) => keys.has(key)).length;
  if (again > 0 && again === two.rows.length && again === one.rows.length) {
    return failed(
      'Page 2 holds the same rows as page 1: the service ignores which page is asked for.',
      'Tell whoever runs the service: only the first page can be shown.',
    );
  }
  const faults = [
    ...tooMany(one, limit),
    ...(again === 0 ? [] : [`Page 2 repeats rows of page 1 (${again}).`]),
    ...totalsOf(one, two, limit),
    ...(one.unreadable + two.unreadable === 0
      ? []
      : [`Items that could not be read as a project: ${one.unreadable + two.unreadable}.`]),
  ];
  const [first, ...facts] = faults;
  if (first !== undefined) return warning(first, ADVICE, facts);
  const { totalResults = 0, totalPages = 0 } = one;
  return totalResults <= limit
    ? ok(
        `All projects (${totalResults}) fit on the first page of ${limit}, so how pages follow each other could not be seen.`,
      )
    : ok(
        `Pages 1 and 2 of ${limit} rows fit together: ${totalResults} projects on ${totalPages} pages.`,
      );
}

function tooMany({ received }: Page<unknown>, limit: number): readonly string[] {
  return received > limit
    ? [`${limit} rows were asked for and ${received} came: the service ignores the limit.`]
    : [];
}

function totalsOf(one: Page<unknown>, two: Page<unknown>, asked: number): readonly string[] {
  const { totalResults, totalPages, limit, page } = one;
  if (totalResults === undefined || totalPages === undefined) {
    return ['The service does not say how many rows or pages there are.'];
  }
  const faults: string[] = [];
  if (limit !== asked) faults.push(`The service says it used another limit than ${asked}.`);
  if (page !== 1 || (two.page !== 2 && totalPages > 1)) {
    faults.push('The service says it sent other pages than 1 and 2.');
  }
  if (two.totalResults !== totalResults) {
    faults.push(
      'The total differs between page 1 and page 2; the list may have changed meanwhile.',
    );
  }
  const pages = Math.ceil(totalResults / (limit ?? asked));
  // Of an empty list, both 0 and 1 pages are right.
  if (Math.max(1, totalPages) !== Math.max(1, pages)) {
    faults.push(
      `${totalResults} rows do not make ${totalPages} pages; the service counts them wrongly.`,
    );
  }
  const expected = Math.min(asked, totalResults);
  if (one.received < expected) {
    faults.push(`Page 1 holds too few rows: ${one.received} in place of ${expected}.`);
  }
  return faults;
}
