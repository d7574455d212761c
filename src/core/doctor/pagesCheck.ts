import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import { type ListRow, sharedKeyOf } from '../model/sharedKeys.ts';
import type { Page } from '../model/decode.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

interface Compared {
  /** Items per page, as requested. */
  readonly limit: number;
  readonly format: FormatNumber;
}

/** Whether pages 1 and 2 of the Projects fit together as service-interface §4.4 says. */
export function judgePages(
  one: Page<ListRow>,
  two: Page<ListRow>,
  { limit, format }: Compared,
): CheckResult {
  const { totalResults = 0, totalPages = 0 } = one;
  const hasTotals = one.totalResults !== undefined && one.totalPages !== undefined;
  const keys = new Set(one.rows.map(sharedKeyOf));
  // Of a list with one page, a service may send that page for any number.
  const isOnePage = hasTotals && totalResults <= limit;
  const repeated = isOnePage ? 0 : two.rows.filter((row) => keys.has(sharedKeyOf(row))).length;
  if (repeated > 0 && repeated === two.rows.length && repeated === one.rows.length) {
    return failed(
      l10n.t('Page 2 holds the same rows as page 1: the service ignores which page is requested.'),
      l10n.t('Tell whoever runs the service: only the first page can be shown.'),
    );
  }
  const pages = Math.ceil(totalResults / (one.limit ?? limit));
  const expected = Math.min(limit, totalResults);
  const unreadable = one.unreadable + two.unreadable;
  const faults: string[] = [];
  const note = (isFault: boolean, fault: string) => {
    if (isFault) faults.push(fault);
  };
  note(
    one.received > limit,
    l10n.t(
      '{0} rows were requested, but {1} came: the service ignores the limit.',
      limit,
      format(one.received),
    ),
  );
  note(repeated > 0, l10n.t('Page 2 repeats rows of page 1 ({0}).', format(repeated)));
  note(!hasTotals, l10n.t('The service does not say how many rows or pages there are.'));
  if (hasTotals) {
    note(one.limit !== limit, l10n.t('The service does not confirm the limit of {0}.', limit));
    note(
      one.page !== 1 || (two.page !== 2 && totalPages > 1),
      l10n.t('The service does not confirm that it sent pages 1 and 2.'),
    );
    note(
      two.totalResults !== totalResults,
      l10n.t('The total differs between page 1 and page 2; the list may have changed meanwhile.'),
    );
    note(
      // Of an empty list, both 0 and 1 pages are right.
      Math.max(1, totalPages) !== Math.max(1, pages),
      l10n.t(
        '{0} rows do not make {1} pages; the service counts them wrongly.',
        format(totalResults),
        format(totalPages),
      ),
    );
    note(
      one.received < expected,
      l10n.t('Page 1 holds too few rows: {0} instead of {1}.', one.received, expected),
    );
  }
  note(
    unreadable > 0,
    l10n.t('Items that could not be read as a project: {0}.', format(unreadable)),
  );
  const [first, ...facts] = faults;
  if (first !== undefined) {
    const advice = l10n.t('Tell whoever runs the service. Mintscope copes as far as it can.');
    return warning(first, advice, facts);
  }
  return ok(
    totalResults <= limit
      ? l10n.t(
          'All projects ({0}) fit on the first page of {1}, so the order of pages could not be checked.',
          format(totalResults),
          limit,
        )
      : l10n.t(
          'Pages 1 and 2 of {limit} rows fit together: {projects} projects on {pages} pages.',
          { limit, projects: format(totalResults), pages: format(totalPages) },
        ),
  );
}
