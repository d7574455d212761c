import { displayText } from '../base/displayText.ts';

/** Characters of a cell: enough for names and addresses, without filling a page. */
const LONGEST_CELL = 500;

/** A table in GitHub's Markdown. Cells are text of unknown origin and are escaped. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [header, header.map(() => '---'), ...rows.map((cells) => cells.map(cell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * One line, with a backslash before every character that could begin markup; CommonMark removes it
 * before any punctuation. Colons, `@` and the dot of `www.` are included, because bare addresses
 * become links too.
 */
function cell(text = ''): string {
  return displayText(text, LONGEST_CELL)
    .replace(/[\\`*_[\]<>|~&$@:!#]/g, String.raw`\$&`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
