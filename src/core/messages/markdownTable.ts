import { displayText } from '../base/displayText.ts';

/** Characters of a cell: enough for names and addresses, without filling a page. */
const LONGEST_CELL = 500;

/** A table in GitHub's Markdown. The cells of `rows` are escaped; `header` is Markdown already. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [header, header.map(() => '---'), ...rows.map((cells) => cells.map(markdownText))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * A text as one line of Markdown, cut to `LONGEST_CELL`, with a backslash before all that could begin
 * markup. Colons, `@` and the dot of `www.` are included, because bare addresses become links too.
 */
export function markdownText(text = ''): string {
  return displayText(text, LONGEST_CELL)
    .replace(/[\\`*_[\]<>|~&$@:!#]/g, String.raw`\$&`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
