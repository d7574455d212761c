import * as l10n from '@vscode/l10n';
import { displayText } from '../../core/base/displayText.ts';
import type { FormatNumber } from '../../core/base/numberFormat.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { isComplete, type ListName } from '../../core/messages/listMessages.ts';
import type { ExportName } from './formats.ts';
import { countedOf, countedRows } from './rowCounts.ts';

/** The result of an export. */
export interface Outcome {
  readonly written: number;
  /** Rows that the list has according to the service. */
  readonly total: number | undefined;
  readonly unreadable: number;
  readonly short: boolean;
  readonly changed: boolean;
  /** See `ListState.repeated`. */
  readonly repeated: number;
  /** Projects without stats, or without an id or kind to request them. */
  readonly statsWithout: number;
  /** Projects whose stats could not be read. */
  readonly statsUnread: number;
}

/** What was written and what is missing; `whole` if nothing is. */
export function endWords(
  wrote: Wrote,
  file: string,
  { written, total, unreadable, short, changed, repeated, statsWithout, statsUnread }: Outcome,
  format: FormatNumber,
): { readonly text: string; readonly whole: boolean } {
  const missing: string[] = [];
  if (unreadable > 0) {
    missing.push(
      unreadable === 1
        ? l10n.t('1 row could not be read.')
        : l10n.t('{0} rows could not be read.', format(unreadable)),
    );
  }
  if (short) {
    missing.push(l10n.t('The service gave fewer rows than it says there are.'));
    if (repeated > 0) missing.push(repeatedWords(repeated, format));
  }
  if (changed && !short) missing.push(l10n.t('The list changed while it was read.'));
  if (statsWithout > 0) {
    missing.push(
      statsWithout === 1
        ? l10n.t('1 has no stats.')
        : l10n.t('{0} have no stats.', format(statsWithout)),
    );
  }
  if (statsUnread > 0) {
    missing.push(l10n.t('The stats of {0} could not be read.', format(statsUnread)));
  }
  return { text: [wrote(written, total, file), ...missing].join(' '), whole: missing.length === 0 };
}

function repeatedWords(repeated: number, format: FormatNumber): string {
  return repeated === 1
    ? l10n.t(
        '1 row came more than once and is in the file once. If that does not help, ask whoever runs the service.',
      )
    : l10n.t(
        '{0} rows came more than once and are in the file once. If that does not help, ask whoever runs the service.',
        format(repeated),
      );
}

/** The title while exporting, with the size limit if there is one. */
export function progressWords(
  list: ExportName,
  file: string,
  most: number | undefined,
  format: FormatNumber,
): string {
  const title = exportingWords(list, file);
  return most === undefined
    ? title
    : l10n.t('{0} ({1} MB at most there)', title, format(most / 1_000_000));
}

function exportingWords(list: ExportName, file: string): string {
  switch (list) {
    case 'projects':
      return l10n.t('Exporting projects to {0}', file);
    case 'collections':
      return l10n.t('Exporting collections to {0}', file);
    case 'readings':
      return l10n.t('Exporting readings to {0}', file);
  }
}

/** The message for an unexpected error. */
export function unknownFailureWords(error: unknown): string {
  const what = displayText(error instanceof Error ? error.message : String(error), 200);
  return l10n.t(
    'The extension failed: {0}. Try again, or another format.',
    what.replace(/[.\s]+$/, ''),
  );
}

/** Why a file could not be written and what to do, from the code that Node's file system gives. */
export function fileFailureWords(code: string, file: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('There is no room left for {0}. Make some, or choose another disk.', file);
    case 'EACCES':
    case 'EROFS':
      return l10n.t('You may not write {0} there. Choose another folder.', file);
    case 'EPERM':
    case 'EBUSY':
      return l10n.t(
        '{0} cannot be written. If another program has it open, close it there; or choose another name.',
        file,
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return l10n.t('The folder for {0} is not there any more. Choose another.', file);
    case 'EFBIG':
      return l10n.t(
        '{0} would be larger than it may be there. Choose fewer rows, or another folder.',
        file,
      );
    case 'EISDIR':
      return l10n.t('{0} is a folder. Choose another name.', file);
    default:
      return l10n.t('{0} could not be written ({1}). Choose another folder or disk.', file, code);
  }
}

/**
 * The message after an export: which rows, and of how many.
 * @param total rows that the list has now according to the service.
 */
export type Wrote = (written: number, total: number | undefined, file: string) => string;

/** The rows of a view that can be exported without a request. */
export type PartName = 'selected' | 'filtered' | 'loaded';

/** `Exported the 169 projects that match the filter, of 3,204, to a.csv.` */
export function wroteAllMatching(format: FormatNumber): Wrote {
  return (written, total, file) => {
    const rows = matchingRows(written, format);
    // The list may have become shorter while it was read.
    return total === undefined || total < written
      ? l10n.t('Exported {0} to {1}.', rows, file)
      : l10n.t('Exported {0}, of {1}, to {2}.', rows, format(total), file);
  };
}

/** `Exported 1,204 of 1,204 projects to a.csv.` */
export function wroteAll(list: ListName, format: FormatNumber): Wrote {
  return (written, total, file) => {
    // If the list became shorter while it was read, the total may be below the number written.
    const known = total !== undefined && total >= written;
    const rows = known
      ? countedOf(list, written, total, format)
      : countedRows(list, written, format);
    return l10n.t('Exported {0} to {1}.', rows, file);
  };
}

/**
 * `Exported the 12 projects that match the filter, among 300 loaded of 1,204, to a.csv.`
 * @param asOf such as `as of yesterday 18:04`; empty if the rows are not those of an earlier time.
 */
export function wrotePart(
  part: PartName,
  list: ListName,
  count: number,
  state: ListState<unknown>,
  format: FormatNumber,
  asOf: string,
): Wrote {
  const all = partRows(part, list, count, format);
  const isAll = part === 'loaded' && isComplete(state) && !state.drifted && asOf === '';
  return (written, _, file) => {
    if (isAll) return wroteAll(list, format)(written, count, file);
    const rows = written === count ? all : someOf(format(written), all);
    const words =
      part === 'loaded'
        ? wroteLoaded(rows, state, format, file)
        : l10n.t('Exported {0}, {1}, to {2}.', rows, amongWords(state, format), file);
    if (asOf === '') return words;
    return `${words} ${count === 1 ? l10n.t('It is {0}.', asOf) : l10n.t('They are {0}.', asOf)}`;
  };
}

function wroteLoaded(
  rows: string,
  { total, hasMore }: ListState<unknown>,
  format: FormatNumber,
  file: string,
): string {
  if (total !== undefined) return l10n.t('Exported {0} of {1} to {2}.', rows, format(total), file);
  return hasMore
    ? l10n.t('Exported {0} to {1}; the list goes on.', rows, file)
    : l10n.t('Exported {0} to {1}.', rows, file);
}

function someOf(written: string, rows: string): string {
  return l10n.t({
    message: '{0} of {1}',
    args: [written, rows],
    comment: ['how many could be written: 2 of the 3 selected projects'],
  });
}

/** `the 12 selected projects`: a part of a sentence. */
function partRows(part: PartName, list: ListName, count: number, format: FormatNumber): string {
  const isOne = count === 1;
  switch (part) {
    case 'selected':
      if (list === 'projects') {
        return isOne
          ? l10n.t('the 1 selected project')
          : l10n.t('the {0} selected projects', format(count));
      }
      return isOne
        ? l10n.t('the 1 selected collection')
        : l10n.t('the {0} selected collections', format(count));
    case 'filtered':
      return matchingRows(count, format);
    case 'loaded':
      if (list === 'projects') {
        return isOne
          ? l10n.t('the 1 loaded project')
          : l10n.t('the {0} loaded projects', format(count));
      }
      return isOne
        ? l10n.t('the 1 loaded collection')
        : l10n.t('the {0} loaded collections', format(count));
  }
}

/** Only Projects have a filter. */
function matchingRows(count: number, format: FormatNumber): string {
  return count === 1
    ? l10n.t('the 1 project that matches the filter')
    : l10n.t('the {0} projects that match the filter', format(count));
}
