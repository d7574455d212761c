/*
 * `displayText`, `displayLines` and `shortAddress` make text of unknown origin fit to be shown: it is
 * shortened, and cannot rearrange or hide the text around it. It is not escaped.
 */

/** Change the direction of text, or are the byte order mark. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;
/* eslint-disable no-control-regex -- these characters are replaced */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g;
const CONTROLS_AND_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/* eslint-enable no-control-regex */
/** A character that can be seen: not blank, and not what Unicode draws as nothing by default. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Surrogate}\s\u2800\ufff9-\ufffb\u{1d159}]/u;
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;
const VARIATION = /\p{Variation_Selector}/gu;

/**
 * On one line, for a row, a title or a log: without control characters, and cut to `most`. Empty if
 * nothing of the text can be seen.
 */
export function displayText(text: string, most = 200): string {
  return cutAfter(text, most, (head) => head.replace(CONTROLS_AND_BREAKS, ' '));
}

/** As `displayText`, but keeps line breaks, for a description. */
export function displayLines(text: string, most: number): string {
  return cutAfter(text, most, (head) =>
    head.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(CONTROLS, ' '),
  );
}

function cutAfter(text: string, most: number, clear: (head: string) => string): string {
  // Cut first: cleaning a whole megabyte to show 200 characters of it would be slow.
  const head = text.slice(0, most * 2);
  const clean = clear(head).replace(INVISIBLE, '').trim();
  if (!VISIBLE.test(clean)) return '';
  if (clean.length <= most && head.length === text.length) return clean;
  // Half of a surrogate pair at the cut would be drawn as a broken letter.
  return `${clean.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Without what only a language model reads: it could hide an instruction. Single joiners stay. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, (run, at: number) => {
    const joiner = run.replace(VARIATION, '');
    const isBetween = /\S/.test(text.charAt(at - 1)) && /\S/.test(text.charAt(at + run.length));
    return isBetween && /^[\u200c\u200d]$/.test(joiner) ? joiner : '';
  });
}

/** `7xKX…9fQa`: enough of an address to recognize it by. */
export function shortAddress(address: string): string {
  const clean = displayText(address);
  if (clean.length <= 12) return clean;
  // So that no surrogate pair is cut.
  const codePoints = Array.from(clean);
  return `${codePoints.slice(0, 4).join('')}…${codePoints.slice(-4).join('')}`;
}

/** `The Complete Harb…26 Edition`: a name cut in its middle, because names often differ at the end. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name;
  const letters = lettersOf(name);
  if (letters.length <= most) return name;
  const end = Math.floor(most / 3);
  const [head, tail] = [letters.slice(0, most - end - 1), letters.slice(-end)];
  return `${head.join('').trimEnd()}…${tail.join('').trimStart()}`;
}

let segmenter: Intl.Segmenter | undefined;

/** Letters as the user sees them (graphemes): joined emoji and combining marks stay whole. */
export function lettersOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** `processing · HLD`: the parts that are not empty. */
export function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A left-to-right mark if a text has letters of a script that is written from right to left. */
export function markAfter(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? '\u200e' : '';
}

/** Text right after a name. After one from right to left, its first number would stand before the name. */
export function besideName(name: string, text: string): string {
  return text === '' ? '' : markAfter(name) + text;
}

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
