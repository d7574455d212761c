import { displayText } from '../../core/base/displayText.ts';
import {
  type FormatNumber,
  type ListName,
  repeatedWords,
} from '../../core/messages/listMessages.ts';
import type { Wrote } from './coverageMessages.ts';

/** What an export came to. */
export interface Outcome {
  readonly written: number;
  /** Rows that the list has according to the service. */
  readonly total: number | undefined;
  readonly unreadable: number;
  readonly short: boolean;
  readonly changed: boolean;
  /** How often a row came again, with the same content, where another was due. */
  readonly repeated: number;
  /** Projects that have no stats, or nothing to ask for them by. */
  readonly statsWithout: number;
  /** Projects whose stats could not be read. */
  readonly statsUnread: number;
}

/** What was written and what is missing; `whole` if nothing is that was asked for. */
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
      missing.push(`${rows}. If it stays so, ask who runs the service.`);
    }
  }
  if (changed && !short) missing.push('The list changed while it was read.');
  if (statsWithout > 0) {
    missing.push(`${format(statsWithout)} ${statsWithout === 1 ? 'has' : 'have'} no stats.`);
  }
  if (statsUnread > 0) missing.push(`The stats of ${format(statsUnread)} could not be read.`);
  return { text: [wrote(written, total, file), ...missing].join(' '), whole: missing.length === 0 };
}

/** What is done, and how large the file may be if there is a limit. */
export function progressWords(
  list: ListName,
  file: string,
  most: number | undefined,
  format: FormatNumber,
): string {
  const title = `Exporting ${list} to ${file}`;
  return most === undefined ? title : `${title} (${format(most / 1_000_000)} MB at most there)`;
}

/** For an error that nobody foresaw. */
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
