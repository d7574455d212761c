import { displayText, lettersOf } from './displayText.ts';

/** In bytes of UTF-8. File systems allow 255; the rest is for the extension and other programs. */
const MOST_BYTES = 200;

/** More than fit into `MOST_BYTES`, so that only `cut` shortens the name. */
const MOST_LETTERS = 1000;

/** Windows takes such a name for a device, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\s*(?:\.|$))/i;

/** A title as the name of a file without extension, valid on all systems. Two titles may give one name. */
export function fileName(title: string): string {
  // `#` starts a fragment where the name becomes part of an address.
  const valid = displayText(title, MOST_LETTERS)
    .toWellFormed()
    .replace(/[\\/:*?"<>|#]/g, '-');
  // Windows removes dots and spaces at the end. A dot in front hides a file elsewhere.
  const name = cut(valid)
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '$&_');
  return name || 'Untitled';
}

/** Cuts a name to `MOST_BYTES`, between letters as the user sees them. */
function cut(text: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= MOST_BYTES) return text;
  let start = '';
  let bytes = encoder.encode('…').length;
  for (const letter of lettersOf(text)) {
    bytes += encoder.encode(letter).length;
    if (bytes > MOST_BYTES) break;
    start += letter;
  }
  return `${start}…`;
}
