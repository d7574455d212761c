/**
 * Escapes text where the editor reads markup: `$(name)` as an icon, and `[words](command:…)` as a
 * link that runs a command. Text of a service, a file or the user must become neither.
 */
export function asText(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/**
 * Escapes a text without line breaks for a Markdown string. The editor's `appendText` is not used,
 * because it does not escape addresses, numbered lists and entities.
 */
export function asMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
