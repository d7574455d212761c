import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../host/paths.ts';

/** Placeholders, links to commands and icons stay as they are. */
const KEPT = /\{[^}]*\}|\]\([^)]*\)|\$\([^)]*\)/;
const KEPT_OR_VOWEL = new RegExp(`(${KEPT.source})|[aeiou]`, 'g');

/**
 * A language in which every message stands in brackets, so that text without them is not translated.
 * Its vowels are doubled, because texts in other languages are about a third longer.
 */
export async function pseudoBundle(): Promise<Record<string, string>> {
  // Finding the messages in the sources takes long. A unit test asserts that German has all of them.
  const german = await readFile(join(root, 'l10n', 'bundle.l10n.de.json'), 'utf8');
  const pseudo = (text: string) =>
    `⟦${text.replace(KEPT_OR_VOWEL, (found, kept?: string) => kept ?? found + found)}⟧`;
  return Object.fromEntries(
    Object.keys(JSON.parse(german) as object).map((text) => [
      text,
      // The tag of its language: `Intl` needs one that it knows.
      text.startsWith('en/') ? 'en' : text.split(' | ').map(pseudo).join(' | '),
    ]),
  );
}

/** What is in English in every language: names, icons, statuses, times that `Intl` writes. */
const MAY_BE_ENGLISH = [
  /\b(Mintscope|NFTs?|JSON|CSV|Markdown|processing|pending|confirmed|failed)\b/g,
  /\$\([^)]*\)|\bhttps?:\/\/\S+|\b127\.0\.0\.1\S*/g,
  /\b(yesterday|\w+day, \w+ \d+, \d+ at .* [AP]M .*|http \d+)/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
];

/** The texts that are in English although they are no message. A text may be a part of a message. */
export function untranslated(texts: Iterable<string>): string[] {
  return [...new Set(texts)].filter((text) => {
    let left = text;
    for (let before = ''; before !== left;) {
      before = left;
      left = left.replace(/⟦[^⟦⟧]*⟧/g, '');
    }
    left = left.replace(/⟦[^⟦⟧]*$/, '').replace(/^[^⟦⟧]*⟧/, '');
    for (const words of MAY_BE_ENGLISH) left = left.replace(words, '');
    return /[A-Za-z]{3}/.test(left);
  });
}
