/**
 * What the editor makes of a text in a message, a progress, a list to choose from or a prompt:
 * links that it opens or runs, and icons.
 */
export function markupIn(text: string): string[] {
  const links = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: "[^"]+"| '[^']+')?\)/gi;
  const icons = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi;
  return [...text.matchAll(links), ...text.matchAll(icons)].map(([found]) => found);
}
