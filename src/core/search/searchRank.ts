import { ID, NAME, occurs, type SearchQuery, type SearchTerm } from './searchText.ts';

/**
 * How well a row matches: the lower the better. What names a row exactly comes first, so that a
 * pasted id or address finds its row whatever else it occurs in.
 */
const EXACT = 0;
const NAMED = 1;
const PREFIX = 2;
const WORD = 3;
const WITHIN = 4;
const INITIALS = 5;
const SCATTERED = 6;
const NO_MATCH = Infinity;

/** How many ranks there are. */
export const RANKS = SCATTERED + 1;

/**
 * The rank of a row's text (`searchText`), or `Infinity` if it does not match. Of several words the
 * one that matches worst counts, unless they stand in the row as they were typed.
 */
export function rankOf(text: string, { whole, words }: SearchQuery): number {
  let worst = EXACT;
  for (const word of words) {
    const rank = rankOfTerm(text, word);
    if (rank === NO_MATCH) return NO_MATCH;
    worst = Math.max(worst, rank);
  }
  // A single word has its rank already.
  return words[0]?.text === whole.text ? worst : Math.min(worst, plainRank(text, whole));
}

function rankOfTerm(text: string, term: SearchTerm): number {
  const rank = plainRank(text, term);
  return rank === NO_MATCH && term.fuzzy ? fuzzyRank(text, term.text) : rank;
}

function plainRank(text: string, term: SearchTerm): number {
  if (!occurs(text, term)) return NO_MATCH;
  const { text: sought, exactly } = term;
  if (text.includes(ID + exactly + ID)) return EXACT;
  if (text.includes(NAME + sought + NAME)) return NAMED;
  if (text.includes(NAME + sought) || text.includes(ID + sought)) return PREFIX;
  return beginsWord(text, sought) ? WORD : WITHIN;
}

/** Whether a word of the name begins with it. */
function beginsWord(text: string, sought: string): boolean {
  const end = endOfName(text);
  for (let at = text.indexOf(sought, 1); at !== -1 && at < end; at = text.indexOf(sought, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Whether the letters stand in the name, or in the symbol, in their order. */
function fuzzyRank(text: string, sought: string): number {
  const end = endOfName(text);
  if (isScattered(text, 1, end, sought)) {
    return initials(text.slice(1, end)).startsWith(sought) ? INITIALS : SCATTERED;
  }
  const symbolEnd = text.indexOf(NAME, end + 1);
  return symbolEnd !== -1 && isScattered(text, end + 1, symbolEnd, sought) ? SCATTERED : NO_MATCH;
}

function isScattered(text: string, from: number, to: number, sought: string): boolean {
  let at = from - 1;
  for (let letter = 0; letter < sought.length; letter++) {
    at = text.indexOf(sought.charAt(letter), at + 1);
    if (at === -1 || at >= to) return false;
  }
  return true;
}

/** `hl` of `harbor lights`. */
function initials(name: string): string {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.charAt(0)).join('');
}

function endOfName(text: string): number {
  return text.indexOf(NAME, 1);
}
