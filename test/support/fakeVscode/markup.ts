/** The links and icons that the editor would show in a message, a progress, a picker or a prompt. */
export function markupIn(text: string): string[] {
  const links = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: "[^"]+"| '[^']+')?\)/gi;
  const icons = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi;
  return [...text.matchAll(links), ...text.matchAll(icons)].map(([found]) => found);
}
