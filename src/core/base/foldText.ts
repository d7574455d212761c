import { displayText } from './displayText.ts';

/** Characters of a field that are searched, because no more are shown. */
const MOST_SEARCHED = 200;

/**
 * The start of a text in the form that is searched: in lower case and without accents (U+0300 to
 * U+036F), so that `cafe` finds `Café`.
 */
export function foldText(text = ''): string {
  const head = text.slice(0, MOST_SEARCHED);
  // Most texts are plain ASCII; what follows takes twenty times as long.
  if (/^[\x20-\x7e]*$/.test(head)) return head.trim().toLowerCase();
  const accents = /[\u0300-\u036f]+/g;
  return displayText(head).toLowerCase().normalize('NFD').replace(accents, '');
}
