import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { filesMatching, root, temporaryFolder } from '../../host/paths.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * A language in which every letter of a text has an accent: `Ŀǿǿȧȧḓ ḿǿǿřḗḗ`. Text without accents is
 * therefore not translated. Texts are as long as in German, about a third longer than in English.
 */
export const PSEUDO = 'qps-ploc';

/** The texts of the manifest in the pseudo-language, by their keys in package.nls.json. */
export async function manifestTexts(): Promise<Texts> {
  return pseudo(await readTexts('package.nls.json'));
}

/** A copy of the installed extensions in which Mintscope is translated into the pseudo-language. */
export async function withPseudoLanguage(extensions: string): Promise<string> {
  const copy = temporaryFolder('extensions');
  await cp(extensions, copy, { recursive: true });
  const [manifest = ''] = await filesMatching('mintscope.mintscope-*/package.json', copy);
  const write = (file: string, texts: Texts) =>
    writeFile(join(dirname(manifest), file), JSON.stringify(texts));
  // Finding the messages in the sources takes long. A unit test asserts that German has all of them.
  const german = await readTexts(join('l10n', 'bundle.l10n.de.json'));
  const messages = Object.fromEntries(Object.keys(german).map((text) => [text, text]));
  await write(join('l10n', `bundle.l10n.${PSEUDO}.json`), pseudo(messages));
  await write(`package.nls.${PSEUDO}.json`, await manifestTexts());
  return copy;
}

/** The vowels with their accents; a vowel is written twice, which makes a text a third longer. */
const VOWELS = 'aȧeḗiīoǿuŭAȦEḖIĪOǾUŬ';
/** The other letters that have one. */
const CONSONANTS = 'cƈdḓlŀmḿnƞpƥrřsştŧyẏCƇDḒLĿMḾNȠPƤRŘSŞTŦYẎ';
const ACCENTED = new Map([
  ...pairsOf(VOWELS).map(([letter, accented]) => [letter, accented + accented] as const),
  ...pairsOf(CONSONANTS),
]);

function pairsOf(letters: string): readonly (readonly [string, string])[] {
  const all = Array.from(letters);
  return all.flatMap((letter, at) => (at % 2 === 0 ? [[letter, all[at + 1] ?? ''] as const] : []));
}

/** Placeholders, links to commands, icons and addresses stay as they are. */
const KEPT = /\{[^}]*\}|\]\([^)]*\)|\$\([^)]*\)|https?:\S+|`[^`]*`|#[\w.]+#/;

function pseudo(texts: Texts): Texts {
  const accented = (text: string) =>
    text
      .split(new RegExp(`(${KEPT.source})`))
      .map((part, at) =>
        at % 2 === 1 ? part : part.replace(/\w/g, (one) => ACCENTED.get(one) ?? one),
      )
      .join('');
  // The tag of its language: `Intl` needs one that it knows.
  const isTag = (key: string) => key.startsWith('en/');
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, isTag(key) ? 'en' : accented(text)]),
  );
}

async function readTexts(file: string): Promise<Texts> {
  return JSON.parse(await readFile(join(root, file), 'utf8')) as Texts;
}

export interface SeenText {
  readonly text: string;
  readonly where: string;
}

/** The visible texts in the elements that match, and their labels and hints. */
export async function textsIn(frame: Frame | Page, selector: string): Promise<SeenText[]> {
  return frame.evaluate<SeenText[]>(`(${READ_TEXTS})(${JSON.stringify(selector)})`);
}

export async function clippedIn(frame: Frame): Promise<string[]> {
  return frame.evaluate<string[]>(`(${READ_CLIPPED})()`);
}

// Scripts are texts, because the tests are compiled without the browser's types.
const READ_TEXTS = `(selector) => {
  const seen = [];
  const note = (text, where) => {
    const trimmed = (text ?? '').trim();
    if (trimmed !== '') seen.push({ text: trimmed, where });
  };
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      note(node.data, node.parentElement?.className || node.parentElement?.localName || '');
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (!node.checkVisibility() || /^(script|style)$/.test(node.localName)) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
        note(node.getAttribute(name), name + ' of ' + (node.className || node.localName));
    }
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
    if (node.shadowRoot) for (const child of node.childNodes) visit(child);
  };
  for (const element of document.querySelectorAll(selector)) visit(element);
  return seen;
}`;

// Elements of one pixel are for screen readers only.
const READ_CLIPPED = `() => {
  const labels = 'button, vscode-button, h1, h2, h3, th, td, dt, label, summary, [role=columnheader]';
  return Array.from(document.querySelectorAll(labels))
    .filter((element) => element.checkVisibility() && element.clientWidth > 1 && !element.title)
    .filter((element) => getComputedStyle(element).overflowX !== 'visible')
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.localName + ': ' + element.textContent.trim());
}`;
