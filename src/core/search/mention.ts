/** A part of a line: from `start` to before `end`, counted in UTF-16 units. */
export interface Mention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A longer word is no address. A line may have megabytes, so no more of it is examined. */
const LONGEST_WORD = 128;

const IN_WORD = /[\w-]/;
const REF = /^[tn]\/\d{1,40}$/;

/**
 * The texts around the index `at` of a line that may name a row: a reference such as `t/12`, then the
 * word, which may be a mint address. A part of a path, such as `src/t/12`, is no reference.
 */
export function mentionsAt(line: string, at: number): readonly Mention[] {
  const isIn = (place: number) => IN_WORD.test(line.charAt(place));
  const word = around(line, at, isIn);
  const path = around(line, at, (place) => isIn(place) || /[./\\]/.test(line.charAt(place)));
  const found = path && REF.test(path.text) ? [path] : [];
  return word ? [...found, word] : found;
}

function around(line: string, at: number, isIn: (place: number) => boolean): Mention | undefined {
  let [start, end] = [at, at];
  while (start > 0 && at - start <= LONGEST_WORD && isIn(start - 1)) start--;
  while (end < line.length && end - at <= LONGEST_WORD && isIn(end)) end++;
  const length = end - start;
  if (length === 0 || length > LONGEST_WORD) return undefined;
  return { text: line.slice(start, end), start, end };
}
