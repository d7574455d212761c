/**
 * Text of unknown origin, made fit to be shown. It stays text (whoever shows it still escapes it);
 * these functions only see to it that it is short enough and cannot rearrange what stands around it.
 */

/** Controls that reorder text (embeddings, overrides, isolates), and invisible C0/C1 controls. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The first `limit` characters of `text`, with an ellipsis if there was more. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Cut between code points, or a halved pair would show as a replacement character.
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}…`;
}

/** `text` without characters that act on their surroundings, over as many lines as it has. */
export function plainText(text: string, limit: number): string {
  return clip(
    clip(text, limit * 2)
      .replace(reordering, '')
      .replace(controls, ''),
    limit,
  ).trim();
}

/** The same on one line, for names, titles and labels. */
export function plainLine(text: string, limit: number): string {
  return plainText(text.slice(0, limit * 4).replace(/\s+/gu, ' '), limit);
}
