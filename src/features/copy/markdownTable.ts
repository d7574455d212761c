import { displayText } from '../../core/base/displayText.ts';

/** Long enough for every name and address, and no cell fills a page. */
const LONGEST_CELL = 500;

/** A table in GitHub's Markdown. Cells are plain text of unknown origin and stay plain text. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [header, header.map(() => '---'), ...rows.map((cells) => cells.map(cell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * One line, with a backslash before whatever could begin markup: CommonMark takes one away from
 * before any punctuation. Colons, `@` and the dot of `www.` are in it, because addresses alone
 * become links too.
 */
function cell(text = ''): string {
  return displayText(text, LONGEST_CELL)
    .replace(/[\\`*_[\]<>|~&$@:!#]/g, String.raw`\$&`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
