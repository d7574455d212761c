import { displayText } from '../../core/base/displayText.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { type FormatNumber, isComplete, type ListName } from '../../core/messages/listMessages.ts';
import { repeatedWords } from '../../core/messages/listNotices.ts';
import type { ExportName } from './formats.ts';

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
    missing.push(`${format(unreadable)} ${unreadable === 1 ? 'row' : 'rows'} could not be read.`);
  }
  if (short) {
    missing.push('The service gave fewer rows than it says there are.');
    if (repeated > 0) {
      const rows = `${repeatedWords(repeated, format)} in the file once`;
      missing.push(`${rows}. If that does not help, ask whoever runs the service.`);
    }
  }
  if (changed && !short) missing.push('The list changed while it was read.');
  if (statsWithout > 0) {
    missing.push(`${format(statsWithout)} ${statsWithout === 1 ? 'has' : 'have'} no stats.`);
  }
  if (statsUnread > 0) missing.push(`The stats of ${format(statsUnread)} could not be read.`);
  return { text: [wrote(written, total, file), ...missing].join(' '), whole: missing.length === 0 };
}

/** The title while exporting, with the size limit if there is one. */
export function progressWords(
  list: ExportName,
  file: string,
  most: number | undefined,
  format: FormatNumber,
): string {
  const title = `Exporting ${list} to ${file}`;
  return most === undefined ? title : `${title} (${format(most / 1_000_000)} MB at most there)`;
}

/** The message for an unexpected error. */
export function unknownFailureWords(error: unknown): string {
  const what = displayText(error instanceof Error ? error.message : String(error), 200);
  return `The extension failed: ${what.replace(/[.\s]+$/, '')}. Try again, or another format.`;
}

/** Why a file could not be written and what to do, from the code that Node's file system gives. */
export function fileFailureWords(code: string, file: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room left for ${file}. Make some, or choose another disk.`;
    case 'EACCES':
    case 'EROFS':
      return `You may not write ${file} there. Choose another folder.`;
    case 'EPERM':
    case 'EBUSY':
      return `${file} cannot be written. If another program has it open, close it there; or choose another name.`;
    case 'ENOENT':
    case 'ENOTDIR':
      return `The folder for ${file} is not there any more. Choose another.`;
    case 'EFBIG':
      return `${file} would be larger than it may be there. Choose fewer rows, or another folder.`;
    case 'EISDIR':
      return `${file} is a folder. Choose another name.`;
    default:
      return `${file} could not be written (${code}). Choose another folder or disk.`;
  }
}

/**
 * The message after an export: which rows, and of how many.
 * @param total rows that the list has now according to the service.
 */
export type Wrote = (written: number, total: number | undefined, file: string) => string;

/** The rows of a view that can be exported without a request. */
export type PartName = 'selected' | 'filtered' | 'loaded';

/**
 * Names the rows of a choice: `The 12 loaded projects that match the filter`, `All 230 projects`.
 * @param count `undefined` if it is not known.
 * @param isAll whether the whole list is loaded.
 */
export function partLabel(
  part: PartName | 'all',
  list: ListName,
  count: number | undefined,
  format: FormatNumber,
  isAll = false,
): string {
  const noun = nounOf(list, count);
  const number = count === undefined || count === 1 ? '' : `${format(count)} `;
  switch (part) {
    case 'selected':
    case 'loaded':
      return `The ${number}${part} ${noun}`;
    case 'filtered':
      return `The ${number}${isAll ? '' : 'loaded '}${noun} ${matchingWords(count)}`;
    case 'all':
      return count === 1 ? `The only ${noun}` : `All ${number}${noun}`;
  }
}

/** `All projects that match the filter, of 3,204`. */
export function allMatchingLabel(
  list: ListName,
  total: number | undefined,
  format: FormatNumber,
): string {
  return `All ${list} ${matchingWords(undefined)}${total === undefined ? '' : `, of ${format(total)}`}`;
}

/** `Exported the 169 projects that match the filter, of 3,204, to a.csv.` */
export function wroteAllMatching(list: ListName, format: FormatNumber): Wrote {
  return (written, total, file) => {
    const rows = `${format(written)} ${nounOf(list, written)} ${matchingWords(written)}`;
    // The list may have become shorter while it was read.
    const of = total === undefined || total < written ? '' : `, of ${format(total)},`;
    return `Exported the ${rows}${of} to ${file}.`;
  };
}

function matchingWords(count: number | undefined): string {
  return `that ${count === 1 ? 'matches' : 'match'} the filter`;
}

/** `Exported 1,204 of 1,204 projects to a.csv.` */
export function wroteAll(list: ListName, format: FormatNumber): Wrote {
  return (written, total, file) => {
    // If the list became shorter while it was read, the total may be below the number written.
    const known = total !== undefined && total >= written;
    const many = known ? `${format(written)} of ${format(total)}` : format(written);
    return `Exported ${many} ${nounOf(list, known ? total : written)} to ${file}.`;
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
  const noun = nounOf(list, count);
  const among = amongWords(state, format);
  const words: Record<PartName, () => { rows: string; after?: string }> = {
    selected: () => ({ rows: `selected ${noun}, ${among},` }),
    filtered: () => ({ rows: `${noun} ${matchingWords(count)}, ${among},` }),
    loaded: () => loadedWords(noun, state, format),
  };
  const { rows, after = '' } = words[part]();
  const isAll = part === 'loaded' && isComplete(state) && !state.drifted && asOf === '';
  const age = asOf === '' ? '' : ` ${count === 1 ? 'It is' : 'They are'} ${asOf}.`;
  return (written, _, file) => {
    if (isAll) return wroteAll(list, format)(written, count, file);
    const of = written === count ? '' : `${format(written)} of `;
    return `Exported ${of}the ${format(count)} ${rows} to ${file}${after}.${age}`;
  };
}

function loadedWords(noun: string, { total, hasMore }: ListState<unknown>, format: FormatNumber) {
  if (total !== undefined) return { rows: `loaded ${noun} of ${format(total)}` };
  return { rows: `loaded ${noun}`, after: hasMore ? '; the list goes on' : '' };
}

/** `project` or `projects`, and so on. */
export function nounOf(list: ExportName, count: number | undefined): string {
  return count === 1 ? list.slice(0, -1) : list;
}
