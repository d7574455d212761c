/**
 * Text of unknown origin, made fit to stand in a row, a title or a log: control characters and
 * those that turn the direction of the text around them are dropped, and it is cut to `most`.
 */
export function displayText(text: string, most = 200): string {
  // Cut first: a megabyte need not be cleaned to show two hundred characters.
  const head = text.slice(0, most * 2);
  const clean = head
    // eslint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim();
  if (clean.length <= most && head.length === text.length) return clean;
  // Half of a surrogate pair at the cut would show as a broken letter.
  return `${clean.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `7xKX…9fQa`: enough of an address to recognise it by. */
export function shortAddress(address: string): string {
  const clean = displayText(address);
  if (clean.length <= 12) return clean;
  // By letters: it may hold anything, and half of a surrogate pair would show as a broken one.
  const letters = Array.from(clean);
  return `${letters.slice(0, 4).join('')}…${letters.slice(-4).join('')}`;
}
