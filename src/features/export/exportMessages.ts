import * as l10n from '@vscode/l10n';
import { displayText } from '../../core/base/displayText.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { noPageWords } from '../../core/messages/failureWords.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { counted, formatNumber } from '../../core/base/format.ts';
import type { Counted, ExportWords } from '../../lists/definition.ts';
import { LISTS } from '../../lists/index.ts';
import { errorCode } from './fileInUse.ts';
import type { Left } from './stats.ts';
import type { ExportName } from './writers.ts';

const READINGS: ExportWords = {
  title: () => l10n.t('Export Readings'),
  saveTitle: (format) => l10n.t('Export Readings as {0}', format),
  progress: (file) => l10n.t('Exporting readings to {0}', file),
  rows: (n) => [l10n.t('1 reading'), l10n.t('{0} readings', n)],
  rowsOf: (some) => (n) => [
    l10n.t('{0} of 1 reading', some),
    l10n.t('{0} of {1} readings', some, n),
  ],
};

export function wordsOf(name: ExportName): ExportWords {
  return name === 'readings' ? READINGS : LISTS[name].words.export;
}

/** `12 of 230 projects`, or `12 projects` if the total is not known. */
export function rowsWords(name: ExportName, count: number, total: number | undefined): string {
  const { rows, rowsOf } = wordsOf(name);
  return total === undefined ? counted(count, rows) : counted(total, rowsOf(formatNumber(count)));
}

/** What is known so far of the rows that are read. For its other members see `ListStream`. */
export interface Counts {
  /** How many rows there are to read, as far as that is known. */
  readonly total: number | undefined;
  /** How many rows were read, if a filter leaves out some of them. */
  readonly read?: number | undefined;
  readonly unreadable?: number;
  readonly short?: boolean;
  readonly changed?: boolean;
  /** The page at which the service ended the list, if it named that page before. */
  readonly missing?: Extract<Failure, { kind: 'noPage' }> | undefined;
}

/**
 * The message after an export: what was written and what is missing; `whole` if nothing is.
 * @param wrote the sentence on what was written.
 */
export function endWords(
  wrote: string,
  { unreadable = 0, short = false, changed = false, missing }: Counts,
  { without, unread }: Left = { without: 0, unread: 0 },
): { readonly text: string; readonly whole: boolean } {
  const some = (count: number, words: Counted) => (count > 0 ? [counted(count, words)] : []);
  const lacks = [
    ...some(unreadable, (n) => [
      l10n.t('1 row could not be read.'),
      l10n.t('{0} rows could not be read.', n),
    ]),
    ...(short ? [l10n.t('The service gave fewer rows than it says there are.')] : []),
    ...(missing ? [noPageWords(missing)] : []),
    ...(changed && !short ? [l10n.t('The list changed while it was read.')] : []),
    ...some(without, (n) => [l10n.t('1 has no stats.'), l10n.t('{0} have no stats.', n)]),
    ...(unread > 0 ? [l10n.t('The stats of {0} could not be read.', formatNumber(unread))] : []),
  ];
  return { text: [wrote, ...lacks].join(' '), whole: lacks.length === 0 };
}

/** The title while exporting, with the size limit in bytes if there is one. */
export function progressWords(name: ExportName, file: string, limit: number | undefined): string {
  const title = wordsOf(name).progress(file);
  return limit === undefined
    ? title
    : l10n.t('{0} ({1} MB at most there)', title, formatNumber(limit / 1_000_000));
}

export function failureWords(error: unknown, host: string, file: string): string {
  if (isServiceError(error)) {
    const { reason, hint } = describeFailure(error.failure, host);
    return `${reason} ${hint}`;
  }
  const code = errorCode(error);
  if (code !== undefined) return fileFailureWords(code, file);
  const what = displayText(error instanceof Error ? error.message : String(error), 200);
  return l10n.t(
    'The extension failed: {0}. Try again, or another format.',
    what.replace(/[.\s]+$/, ''),
  );
}

/** Why the file could not be written, by the code of Node's file system. */
function fileFailureWords(code: string, file: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('There is no space left for {0}. Free some, or choose another disk.', file);
    case 'EACCES':
    case 'EROFS':
      return l10n.t('You are not allowed to write {0} there. Choose another folder.', file);
    case 'EPERM':
    case 'EBUSY':
      return l10n.t(
        '{0} cannot be written. If another program has it open, close it there; or choose another name.',
        file,
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return l10n.t('The folder for {0} no longer exists. Choose another.', file);
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
