import { displayText, withoutHidden } from '../../core/base/displayText.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { isComplete } from '../../core/messages/listMessages.ts';
import { listOf, type ServiceRow } from '../../lists/index.ts';

/** The most rows of an answer, so that it leaves room in the context of a model. */
export const MOST_ROWS = 50;

const NAME_LENGTH = 80;
/** An address is useless if it is cut, so it gets more room than a name. */
const ADDRESS_LENGTH = 100;

/** A text of the service, shortened and `withoutHidden`; `undefined` if it is empty. */
export function factText(text: string | undefined, most = NAME_LENGTH): string | undefined {
  return displayText(withoutHidden(text ?? ''), most) || undefined;
}

export function rowFacts(row: ServiceRow) {
  const { name, mintAddress } = row;
  const facts = { ...listOf(row).facts(row), name, mintAddress };
  return Object.fromEntries(
    Object.entries(facts).map(([member, value]) => {
      const most = /address$/i.test(member) ? ADDRESS_LENGTH : NAME_LENGTH;
      return [member, typeof value === 'boolean' ? value : factText(value, most)];
    }),
  );
}

/** How much of a list is loaded, and whether that is stored rows of an earlier time. */
export function loadedFacts(state: ListState<unknown>) {
  const { asOf, rows, total, restored } = state;
  const none = 'nothing of this list is loaded yet';
  return {
    loaded: rows.length,
    total,
    complete: asOf !== undefined && isComplete(state),
    coverage: asOf === undefined ? none : `over ${loadedWords(state)} loaded`,
    ...(restored ? { ofEarlierTime: 'stored at an earlier time, not read again yet' } : {}),
  };
}

/** `50 of 1,204`; `1,204` once all are loaded; `50` without a total. In English, for agents. */
export function loadedWords(state: ListState<unknown>): string {
  const { rows, total } = state;
  const isAll = isComplete(state) || total === undefined;
  return isAll ? inEnglish(rows.length) : `${inEnglish(rows.length)} of ${inEnglish(total)}`;
}

/** `1,204`, in whatever language the editor is. */
export function inEnglish(count: number): string {
  return count.toLocaleString('en');
}

/** `2026-11-23T01:02:03.000Z`, from milliseconds since 1970; `undefined` if that is not known. */
export function isoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
