import type { ListState } from '../../core/lists/listState.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { type FormatNumber, isComplete, type ListName } from '../../core/messages/listMessages.ts';

/**
 * Says which rows of how many a file holds, once they are written.
 * @param total rows that the list has according to the service, by then.
 */
export type Wrote = (written: number, total: number | undefined, file: string) => string;

/** Rows that a view has already: a part of them, or all. */
export type PartName = 'selected' | 'filtered' | 'loaded';

/** `Exported 1,204 of 1,204 projects to a.csv.` */
export function wroteAll(list: ListName, format: FormatNumber): Wrote {
  return (written, total, file) => {
    // A list that shrank while it was read has fewer rows than were met.
    const known = total !== undefined && total >= written;
    const many = known ? `${format(written)} of ${format(total)}` : format(written);
    return `Exported ${many} ${nounOf(list, known ? total : written)} to ${file}.`;
  };
}

/** `Exported the 12 projects that match the filter, among 300 loaded of 1,204, to a.csv.` */
export function wrotePart(
  part: PartName,
  list: ListName,
  count: number,
  state: ListState<unknown>,
  format: FormatNumber,
): Wrote {
  const noun = nounOf(list, count);
  const among = amongWords(state, format);
  const words: Record<PartName, () => { rows: string; after?: string }> = {
    selected: () => ({ rows: `selected ${noun}, ${among},` }),
    filtered: () => ({
      rows: `${noun} that ${count === 1 ? 'matches' : 'match'} the filter, ${among},`,
    }),
    loaded: () => loadedWords(noun, state, format),
  };
  const { rows, after = '' } = words[part]();
  const isAll = part === 'loaded' && isComplete(state) && !state.drifted;
  return (written, _, file) => {
    if (isAll) return wroteAll(list, format)(written, count, file);
    const of = written === count ? '' : `${format(written)} of `;
    return `Exported ${of}the ${format(count)} ${rows} to ${file}${after}.`;
  };
}

function loadedWords(noun: string, { total, hasMore }: ListState<unknown>, format: FormatNumber) {
  if (total !== undefined) return { rows: `loaded ${noun} of ${format(total)}` };
  return { rows: `loaded ${noun}`, after: hasMore ? '; the list goes on' : '' };
}

function nounOf(list: ListName, count: number): string {
  return count === 1 ? list.slice(0, -1) : list;
}
