import { foldText as fold } from '../base/foldText.ts';
import { canonicalId, formatRef, type Project } from '../model/model.ts';

/** Separate the fields of a row's text. They show in which field, and where in it, a match is. */
export const NAME = '\n';
export const ID = '\u0001';
const REST = '\u0002';

/** The most characters of the typed text that are used; the rest is ignored. */
export const MOST_TYPED = 200;

type Fields = readonly (string | undefined)[];

/**
 * All searchable fields of a row, folded: names first, then exact identifiers, then the rest.
 * @param names the name, and a short one if there is one.
 */
export function searchText(names: Fields, ids: Fields, rest: Fields): string {
  let text = NAME;
  for (const name of names) text += fold(name) + NAME;
  for (const id of ids) text += ID + fold(id);
  text += ID;
  for (const one of rest) text += REST + fold(one);
  return text;
}

/**
 * The `searchText` of a Project (service-interface §2.1), in one expression: a search of a long
 * list spends most of its time here.
 * @param state why it needs attention, in words.
 */
export function projectText(row: Project, state = ''): string {
  const { id, transferable } = row;
  const ref =
    transferable === undefined
      ? ''
      : ID + formatRef({ kind: transferable ? 't' : 'n', id: id ?? '' });
  const ids = id === undefined ? '' : ID + id + ref;
  const mint = ID + fold(row.mintAddress) + ID;
  const names = NAME + fold(row.name) + NAME + fold(row.symbol) + NAME;
  return names + ids + mint + REST + fold(row.status) + REST + fold(state);
}

export interface SearchTerm {
  readonly text: string;
  /** The canonical form if it is an id or a reference (`7` of `007`), else the text. */
  readonly exactly: string;
  /** Whether its characters may be apart; without a letter, that would match nearly everything. */
  readonly fuzzy: boolean;
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
  const fuzzy = /\p{L}/u.test(text);
  return { text, exactly: id === undefined ? text : kind + id, fuzzy };
}

/** Whether a row contains the term or is identified by it: `007` is the id 7. */
export function occurs(text: string, { text: sought, exactly }: SearchTerm): boolean {
  return text.includes(sought) || (exactly !== sought && text.includes(ID + exactly + ID));
}

/**
 * The rank of a match; lower is better. An exact id or address comes first, so that a pasted one
 * finds its row even if it occurs in others.
 */
const EXACT = 0;
const NAMED = 1;
const PREFIX = 2;
const WORD = 3;
/** A word after the names begins with it: of a status, or of why a project needs attention. */
const BEYOND = 4;
const WITHIN = 5;
const INITIALS = 6;
const SCATTERED = 7;
const NO_MATCH = Infinity;

/** Letters further apart than in a usual name are no match: a long name has nearly all of them. */
const WIDEST = 40;

export const RANKS = SCATTERED + 1;

/**
 * The rank of a row's text (`searchText`), or `Infinity` if it does not match. For several words,
 * the worst of their ranks, unless the row contains them as typed.
 */
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
  return rank === NO_MATCH && term.fuzzy ? fuzzyRank(text, term.text) : rank;
}

function plainRank(text: string, term: SearchTerm): number {
  if (!occurs(text, term)) return NO_MATCH;
  const { text: sought, exactly } = term;
  if (text.includes(ID + exactly + ID)) return EXACT;
  if (text.includes(NAME + sought + NAME)) return NAMED;
  if (text.includes(NAME + sought) || text.includes(ID + sought)) return PREFIX;
  const begins = firstWord(text, sought);
  if (begins === -1) return WITHIN;
  return begins < endOfName(text) ? WORD : BEYOND;
}

/** Where the first word is that begins with a text; -1 if none does. */
function firstWord(text: string, sought: string): number {
  for (let at = text.indexOf(sought, 1); at !== -1; at = text.indexOf(sought, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return at;
  }
  return -1;
}

/** The rank if the name, or the symbol, contains the letters in this order. */
function fuzzyRank(text: string, sought: string): number {
  const end = endOfName(text);
  if (isScattered(text, 1, end, sought)) {
    return initials(text.slice(1, end)).startsWith(sought) ? INITIALS : SCATTERED;
  }
  const symbolEnd = text.indexOf(NAME, end + 1);
  return symbolEnd !== -1 && isScattered(text, end + 1, symbolEnd, sought) ? SCATTERED : NO_MATCH;
}

/** Whether a part of a text has the letters in their order, near enough to each other. */
function isScattered(text: string, from: number, to: number, sought: string): boolean {
  const first = sought.charAt(0);
  for (let start = text.indexOf(first, from); ; start = text.indexOf(first, start + 1)) {
    let at = start;
    for (let letter = 1; letter < sought.length && at !== -1; letter++) {
      at = text.indexOf(sought.charAt(letter), at + 1);
    }
    // A later start would not give an earlier end.
    if (start === -1 || at === -1 || at >= to) return false;
    if (at - start < WIDEST) return true;
  }
}

/** `hl` of `harbor lights`. */
function initials(name: string): string {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.charAt(0)).join('');
}

function endOfName(text: string): number {
  return text.indexOf(NAME, 1);
}
