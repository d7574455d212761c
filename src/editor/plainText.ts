/** The editor draws `$(name)` in some texts as an icon; no service shall draw one. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
