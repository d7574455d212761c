/**
 * Text for where the editor reads markup: `$(name)` as an icon, and `[words](command:…)` as a link
 * that runs a command. Texts of a service, of a file or of a person must become neither.
 */
export function asText(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/**
 * Text for a Markdown string, all in one paragraph. Every mark is escaped: the editor's own
 * `appendText` leaves those of addresses, numbered lists and entities, which become links and such.
 */
export function asMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
