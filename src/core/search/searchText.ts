import { displayText } from '../base/displayText.ts';
import {
  canonicalId,
  type Collection,
  formatRef,
  type Project,
  projectRef,
} from '../model/model.ts';

/** What can be searched. */
export type SearchedRow = Project | Collection;

/** Stand around the fields of a row's text, so that one string tells where in a field a hit is. */
export const NAME = '\n';
export const ID = '\u0001';
const REST = '\u0002';

/** A field is searched as far as it is ever shown. */
const MOST_SEARCHED = 200;
/** Longer than any field; what is beyond could match nothing. */
export const MOST_TYPED = 200;

/**
 * Everything a row can be found by, folded: first the names, then what names it exactly, then the
 * rest (service-interface §2.1, §2.2).
 */
export function searchText(row: SearchedRow): string {
  const name = NAME + fold(row.name) + NAME;
  const mint = ID + fold(row.mintAddress) + ID;
  if (row.kind === 'collection') return name + mint + REST + fold(row.ownerAddress);
  const ref = projectRef(row);
  const ids = row.id === undefined ? '' : ID + row.id + (ref ? ID + formatRef(ref) : '');
  return name + fold(row.symbol) + NAME + ids + mint + REST + fold(row.status);
}

/** A piece of what was typed, with what it is looked for by. */
export interface SearchTerm {
  readonly text: string;
  /** An id or a reference with its digits as rows have them, else the text. */
  readonly exactly: string;
  /** Letters may lie apart; for digits alone that would find nearly everything. */
  readonly fuzzy: boolean;
}

export interface SearchQuery {
  readonly whole: SearchTerm;
  /** All must match. */
  readonly words: readonly SearchTerm[];
}

/** Reads what was typed; `undefined` if it says nothing. */
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

/** Whether it stands in a row's text, or names the row: `007` need not occur where the id is 7. */
export function occurs(text: string, { text: sought, exactly }: SearchTerm): boolean {
  return text.includes(sought) || (exactly !== sought && text.includes(ID + exactly + ID));
}

/** Without case and without the accents of Latin letters, so that `cafe` finds `Café`. */
function fold(text = ''): string {
  const head = text.slice(0, MOST_SEARCHED);
  // Nearly all that services send; the rest costs twenty times as much.
  if (/^[\x20-\x7e]*$/.test(head)) return head.trim().toLowerCase();
  const accents = /[\u0300-\u036f]+/g;
  return displayText(head).toLowerCase().normalize('NFD').replace(accents, '');
}
