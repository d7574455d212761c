import { foldText as fold } from '../base/displayText.ts';
import { canonicalId, type Project } from '../model/model.ts';

/** Separate the fields of a row's text. They show in which field a match is. */
export const NAME = '\n';
export const ID = '\u0001';
const REST = '\u0002';

/** The most characters of the typed text that are used; the rest is ignored. */
export const MOST_TYPED = 200;

type Fields = readonly (string | undefined)[];

/** All searchable fields of a row, folded. @param names the name, and a short one if there is one. */
export function searchText(names: Fields, ids: Fields, rest: Fields): string {
  let text = NAME;
  for (const name of names) text += fold(name) + NAME;
  for (const id of ids) text += ID + fold(id);
  text += ID;
  for (const one of rest) text += REST + fold(one);
  return text;
}

/** Of a Project (§2.1), in one expression: a search spends most of its time here. */
export function projectText(row: Project, state = ''): string {
  const { id, transferable } = row;
  const kind = transferable ? 't' : 'n';
  const ref = transferable === undefined ? '' : `${ID}${kind}/${id ?? ''}`;
  const ids = id === undefined ? '' : ID + id + ref;
  const mint = ID + fold(row.mintAddress) + ID;
  const names = NAME + fold(row.name) + NAME + fold(row.symbol) + NAME;
  return names + ids + mint + REST + fold(row.status) + REST + fold(state);
}

export interface SearchTerm {
  readonly text: string;
  /** The canonical form if it is an id or a reference (`7` of `007`), else the text. */
  readonly exactly: string;
}

export interface SearchQuery {
  readonly whole: SearchTerm;
  readonly words: readonly SearchTerm[];
}

/** Parses the typed text; `undefined` if it is blank. */
export function parseSearch(typed: string): SearchQuery | undefined {
  const words = fold(typed.slice(0, MOST_TYPED)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return { whole: term(words.join(' ')), words: [...new Set(words)].map(term) };
}

function term(text: string): SearchTerm {
  const [, kind = '', digits = ''] = /^([tn]\/)?(\d+)$/.exec(text) ?? [];
  const id = canonicalId(digits);
  return { text, exactly: id === undefined ? text : kind + id };
}

/** Whether a row contains the term or is identified by it: `007` is the id 7. */
export function occurs(text: string, { text: sought, exactly }: SearchTerm): boolean {
  return text.includes(sought) || (exactly !== sought && text.includes(ID + exactly + ID));
}

/**
 * Ranks of matches; lower is better: an exact id, address or name, then the text as a word, as its
 * beginning, and within a word; each in the names before other fields.
 */
const EXACT = 0;
const WORD = 1;
const BEGINNING = 3;
const PART = 5;
/** The letters of the text lie apart from each other. */
export const APART = 7;
export const RANKS = APART + 1;
const NO_MATCH = Infinity;

/** Letters further apart than in a usual name are no match: a long name has nearly all of them. */
const WIDEST = 40;

/** `Infinity` without a match. Of several words the worst rank, unless the row contains them as typed. */
export function rankOf(text: string, { whole, words }: SearchQuery): number {
  let worst = EXACT;
  for (const word of words) {
    const rank = rankOfTerm(text, word);
    if (rank === NO_MATCH) return NO_MATCH;
    worst = Math.max(worst, rank);
  }
  // For a single word this is its rank already.
  return words[0]?.text === whole.text ? worst : Math.min(worst, plainRank(text, whole));
}

function rankOfTerm(text: string, term: SearchTerm): number {
  const rank = plainRank(text, term);
  return rank === NO_MATCH && isApart(text, term.text) ? APART : rank;
}

function plainRank(text: string, { text: sought, exactly }: SearchTerm): number {
  if (text.includes(ID + exactly + ID) || text.includes(NAME + sought + NAME)) return EXACT;
  const endOfNames = text.lastIndexOf(NAME);
  let best = NO_MATCH;
  for (let at = text.indexOf(sought, 1); at !== -1; at = text.indexOf(sought, at + 1)) {
    const begins = !isInWord(text, at - 1);
    const kind = !begins ? PART : isInWord(text, at + sought.length) ? BEGINNING : WORD;
    best = Math.min(best, at < endOfNames ? kind : kind + 1);
    // Nothing better can follow.
    if (best === WORD) break;
  }
  return best;
}

function isInWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** Whether one of the names has the letters in this order, near enough to each other. */
function isApart(text: string, sought: string): boolean {
  // Digits alone would match nearly everything.
  if (!/\p{L}/u.test(sought)) return false;
  const names = text.slice(1, text.lastIndexOf(NAME)).split(NAME);
  return names.some((name) => hasInOrder(name, sought));
}

function hasInOrder(name: string, sought: string): boolean {
  const first = sought.charAt(0);
  for (let start = name.indexOf(first); start !== -1; start = name.indexOf(first, start + 1)) {
    let at = start;
    for (let letter = 1; letter < sought.length && at !== -1; letter++) {
      at = name.indexOf(sought.charAt(letter), at + 1);
    }
    // A later start would not give an earlier end.
    if (at === -1) return false;
    if (at - start < WIDEST) return true;
  }
  return false;
}
