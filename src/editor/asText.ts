/**
 * Escapes text where the editor reads markup: `$(name)` as an icon, and `[words](command:…)` as a
 * link that runs a command. Text of a service, a file or a person must become neither.
 */
export function asText(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/**
 * Escapes text for a Markdown string, as one paragraph. The editor's `appendText` does not escape
 * addresses, numbered lists and entities.
 */
export function asMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
